"""How often people would have to come back: counted from games of computer players."""

from bench import visits
from games.plugin import registry


def test_a_plan_spares_visits_and_both_keep_within_what_was_promised() -> None:
    game = registry.get(visits.SLUG)
    without, planned = (visits.play(game, 6, plan, 1) for plan in (None, visits.PLAN))
    for rounds, most in ((without, 8), (planned, 4)):
        assert all(one.visits[seat] <= most for one in rounds for seat in range(6))
    assert _mean(planned) < _mean(without)


def test_a_row_of_waits_counts_all_visits_of_a_round() -> None:
    game = registry.get(visits.SLUG)
    rounds = visits.play(game, 2, None, 0)
    assert all(one.row == sum(one.visits.values()) for one in rounds)
    assert rounds[0].row >= 4


def _mean(rounds: list[visits.Round]) -> float:
    return sum(one.row for one in rounds) / len(rounds)
