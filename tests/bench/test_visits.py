"""How often people would have to come back: counted from games of computer players."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

from bench import visits
from games.plugin import registry


def test_a_plan_spares_visits_and_both_keep_within_what_was_promised() -> None:
    game = registry.get(visits.SLUG)
    without, planned = (visits.play(game, 6, plan, 1) for plan in (None, visits.PLAN))
    for rounds, most in ((without, visits.MOST["no"]), (planned, visits.MOST["yes"])):
        assert all(one.visits[seat] <= most for one in rounds for seat in range(6))
    assert _mean(planned) < _mean(without)


def test_a_row_of_waits_counts_all_visits_of_a_round() -> None:
    game = registry.get(visits.SLUG)
    rounds = visits.play(game, 2, None, 0)
    assert all(one.row == sum(one.visits.values()) for one in rounds)
    assert rounds[0].row >= 4


def test_a_line_tells_means_and_most_and_marks_what_is_too_many(monkeypatch: Any) -> None:
    visited = iter([8, 4, 9, 4])
    monkeypatch.setattr(
        visits, "play", lambda *_: [visits.Round(Counter({0: next(visited), 1: 2}), 2)]
    )
    game = SimpleNamespace(meta=SimpleNamespace(max_seats=2))
    assert visits.lines(game, 1)[2:] == [
        "| 2 | no | 5.0 | 8 | 10.0 | 10 |",
        "| 2 | yes | 3.0 | 4 | 6.0 | 6 |",
    ]
    assert visits.lines(game, 1)[2] == "| 2 | no | 5.5 | 9 (too many) | 11.0 | 11 |"


def _mean(rounds: list[visits.Round]) -> float:
    return sum(one.row for one in rounds) / len(rounds)
