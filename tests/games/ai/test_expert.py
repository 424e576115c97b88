"""Level `expert` finds what takes several good moves together, one's own or others'."""

from typing import Any

import pytest

from games import ai
from games.ai.tree import PROBE
from games.burn_my_village.actions import DRAW
from games.plugin import FastChance, Seating
from games.plugin.codec import canonical_json
from tests.games.ai.test_medium import Counting, Ticking, choose, tempting
from tests.games.burn_my_village.tables import fresh
from tests.rulesets.climb import Climb, Move, Position


class Overhang(Climb):
    """A climb that pays only with a rest besides; to stop looks best at any moment."""

    def heuristic(self, state: Position, seat: int, action: Move) -> float:
        return {"stop": 1.0, "climb": 0.8, "rest": 0.0}[action.type]

    def evaluate(self, state: Position, seat: int) -> float:
        return float(bool(state.climbed and state.rests))


@pytest.mark.parametrize("seed", range(3))
def test_it_finds_a_win_that_takes_two_moves_of_its_own(seed):
    """Playouts of `hard` stop after the first."""
    game, chance = Overhang(), FastChance(seed)
    state = game.setup(game.Options(), Seating(1), chance)

    def chosen(level: str) -> Any:
        return ai.choose(game, canonical_json(game.observation(state, 0)), 0, level, seed).type

    assert chosen("hard") == "stop"
    for wanted in ("climb", "rest"):
        assert chosen("expert") == wanted
        game.apply_action(state, 0, Move(wanted), chance)


def test_it_searches_as_long_as_the_ruleset_and_the_time_say() -> None:
    counting, hurried = Counting(), Counting()
    choose(fresh(2), counting, "expert")
    assert 320 < counting.worlds <= 1 + 640, "it ends once nothing can change any more"
    assert choose(tempting(), hurried, "expert", seconds=300, clock=Ticking()) == DRAW
    assert 200 < hurried.worlds <= 300


def test_where_a_tree_would_be_too_small_the_candidates_meet_the_same_worlds() -> None:
    """As in `hard`: after a few iterations that take too long, each world is for all of them."""
    hurried = Counting()
    choose(fresh(2), hurried, "expert", seconds=60, clock=Ticking())
    assert PROBE + 4 < hurried.worlds < PROBE + 20
