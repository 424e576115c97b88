"""Where several seats decide at once no level can be predicted, and `medium` mixes."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from bench.exploit import exploited
from games import ai
from games.plugin import FastChance, Result, Seating, SeatResult, line
from games.plugin.codec import canonical_json
from tests.games.ai.test_medium import Ticking
from tests.rulesets.pennies import Pennies
from tests.rulesets.secret_rounds import Choose, Position, SecretRounds
from tests.support.also import also


def chosen(
    game: SecretRounds, level: str, seats: Sequence[int] = (), count: int = 40, **limits: Any
) -> Counter[int]:
    """How often the next seat chooses each number at the first moment, after those have chosen."""
    state = game.setup(game.Options(), Seating(2), FastChance(1))
    for seat in seats:
        game.apply_action(state, seat, Choose(0), FastChance(1))
    seat = min(game.active_seats(state))
    seen = canonical_json(game.observation(state, seat))
    picks = (ai.choose(game, seen, seat, level, seed, **limits).number for seed in range(count))
    return Counter(picks)


@pytest.mark.parametrize("games", [32, *also(400)])
def test_nobody_wins_from_medium_by_having_studied_it(games):
    """`python -m bench.exploit` tries 2,000; half of 32 games, give or take three deviations."""
    assert exploited(Pennies(), "medium", games) <= 0.5 + 1.5 / games**0.5


class Predictable(Pennies):
    """Pennies whose computer players always show heads."""

    def mixed_strategy(self, state: Position, seat: int, actions: Sequence[Choose]) -> list[float]:
        return [1.0, 0.0]


def test_a_level_that_can_be_predicted_loses_to_who_has_studied_it():
    assert exploited(Predictable(), "medium", 64) >= 0.9


class Weighted(Pennies):
    """Pennies whose computer players show tails three times out of four."""

    def mixed_strategy(self, state: Position, seat: int, actions: Sequence[Choose]) -> list[float]:
        return [1.0, 3.0]


class Planning(Weighted):
    """The same, and nothing is played out."""

    look_ahead = 0


@pytest.mark.parametrize("game", [Weighted(), Planning()])
def test_medium_draws_by_the_weights_that_a_ruleset_gives(game):
    assert 55 <= chosen(game, "medium", count=100)[1] <= 95


@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("seats", [(), (0,)], ids=["first", "last"])
def test_both_sides_are_as_likely_whoever_has_chosen_already(level, seats):
    assert 10 <= chosen(Pennies(), level, seats)[0] <= 30


def test_without_any_time_it_draws_by_first_sight():
    picks = chosen(Pennies(), "medium", seconds=0, clock=Ticking())
    assert 10 <= picks[0] <= 30


class Counting(Pennies):
    """Pennies that count the worlds imagined."""

    def __init__(self) -> None:
        self.worlds = 0

    def determinize(self, *known: Any) -> Position:
        self.worlds += 1
        return super().determinize(*known)


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize(("limits", "worlds"), [({"seconds": 8}, 2), ({"seconds": None}, 24)])
def test_it_looks_at_so_many_worlds_unless_the_time_runs_out(limits, worlds, level):
    game = Counting()
    chosen(game, level, count=1, clock=Ticking(), **limits)
    assert game.worlds == 2 + worlds  # two to see in whether it mixes, and what


class Allies(Pennies):
    """Pennies in which both win or lose together: they win if both show tails in one round."""

    prizes = (1,)

    def winner(self, chosen: list[int]) -> int | None:  # type: ignore[override]
        return 0 if all(chosen) else None

    def result(self, state: Position) -> Result | None:
        if not state.past:
            return None
        end = SeatResult("won" if state.points[0] else "lost", 1)
        return Result("over", line("It is over."), (end, end))


def test_allies_hide_nothing_and_do_what_gains_most():
    assert chosen(Allies(), "medium") == {1: 40}
