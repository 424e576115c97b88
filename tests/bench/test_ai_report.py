"""The table of computer players: fair pairs of games, honest intervals."""

import pytest

from bench import ai_report, shares, solo_report
from bench.ai_report import Job, Played
from games.plugin import registry
from tests.games.burn_my_village.tables import GAME
from tests.rulesets.endless import Endless
from tests.rulesets.race import Race

SLUG = GAME.meta.slug


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [(0.5, 100, 0.404, 0.596), (1.0, 400, 0.990, 1.0), (0.0, 10, 0.0, 0.278)],
)
def test_wilsons_interval(share: float, games: int, low: float, high: float) -> None:
    assert shares.interval(share, games) == pytest.approx((low, high), abs=0.0005)


def test_a_line_counts_draws_as_half_and_tells_mean_95_percent_and_longest() -> None:
    outcomes = ["won", "won", "drawn", "lost"]
    played = [Played(outcome, [0.001 * second for second in range(1, 26)]) for outcome in outcomes]
    assert ai_report.row("medium", "easy", played) == (
        "| medium | easy | 2 | 1 | 1 | 62.5% (21.9%–90.8%) | 13 ms | 24 ms | 25 ms |"
    )


def test_two_games_in_a_row_are_one_deal_with_the_seats_swapped() -> None:
    """So a player against itself wins as often as it loses."""
    for pair in range(3):
        one, other = (play_outcome(2 * pair + seat) for seat in (0, 1))
        assert {one, other} in ({"won", "lost"}, {"drawn"})


def play_outcome(number: int) -> str:
    """The game of two that always do their default, so that only deal and seat matter."""

    class Steady(type(GAME)):  # type: ignore[misc]
        def legal_actions(self, state: object, seat: int) -> list[object]:
            return [GAME.default_action(state, seat)]

    installed = registry.get(SLUG)
    registry.unregister(SLUG)
    registry.register(Steady())
    try:
        return ai_report.play(Job(SLUG, "random", "random", number)).outcome
    finally:
        registry.unregister(SLUG)
        registry.register(installed)


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    job = Job(SLUG, "easy", "random", 3)
    one, other = ai_report.play(job), ai_report.play(job)
    assert (one.outcome, len(one.seconds)) == (other.outcome, len(other.seconds))


def test_each_ruleset_plays_the_pairings_it_offers() -> None:
    every = [("medium", "random"), ("medium", "easy"), ("easy", "random")]
    assert ai_report.pairings(GAME) == every
    assert ai_report.pairings(Race()) == [("easy", "random")]


def test_the_table_of_a_ruleset_has_a_line_for_each_pairing() -> None:
    registry.register(Race())
    try:
        table = list(ai_report.lines(Race(), 4, map))
    finally:
        registry.unregister(Race.meta.slug)
    assert len({line.count("|") for line in table}) == 1
    assert [line[:17] for line in table[2:]] == ["| easy | random |"]


def test_a_ruleset_that_two_cannot_play_against_each_other_is_told_so() -> None:
    class Alone(Endless):
        def format(self, options: object, seats: int) -> object:  # type: ignore[override]
            return super().format(options, 1)  # type: ignore[arg-type]

    assert list(ai_report.lines(Alone(), 4, map)) == ["Not a game of two against each other."]


def test_a_game_for_one_is_told_in_points() -> None:
    game = registry.get("village-assault")
    assert solo_report.is_solo_game(game)
    assert not [one for one in (GAME, Endless(), Race()) if solo_report.is_solo_game(one)]
    head, _, *rows = solo_report.lines(game, 3, lambda play, jobs: [play(job) for job in jobs])
    assert head == (
        "| options | level | runs | points (± standard error) | median | best "
        "| rounds won | attacks | points of the best round | cards left in hand | decisions |"
    )
    named = [row.split(" | ")[:3] for row in rows]
    levels = ["medium", "easy", "random"]
    options = ("normal", "hard")
    assert named == [[f"| {option}", level, "3"] for option in options for level in levels]


def test_a_run_is_the_same_whenever_it_is_played() -> None:
    job = solo_report.Run("village-assault", {"difficulty": "hard"}, "medium", 5)
    assert solo_report.play(job) == solo_report.play(job)
