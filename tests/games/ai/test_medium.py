"""Level `medium` looks further than first sight, and stops when it must.

What it has in common with the levels above is in test_hard.py.
"""

from typing import Any

from games import ai
from games.burn_my_village.actions import DRAW
from games.burn_my_village.components import full_deck
from games.burn_my_village.game import BurnMyVillage
from games.burn_my_village.state import State
from games.plugin import Chance, Event
from games.plugin.codec import canonical_json
from tests.games.burn_my_village.tables import GAME, cards, fresh, table, visit


class Ticking:
    """A clock that goes on by a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> float:
        self.now += 1
        return self.now


class Counting(BurnMyVillage):
    """The ruleset, counting the worlds that are imagined and noting who moves in them."""

    def __init__(self) -> None:
        self.worlds = 0
        self.movers: list[int] = []

    def apply_action(self, state: State, seat: int, action: Any, chance: Chance) -> list[Event]:
        self.movers.append(seat)
        return super().apply_action(state, seat, action, chance)

    def determinize(self, observation: Any, seat: int, chance: Chance) -> State:
        self.worlds += 1
        return super().determinize(observation, seat, chance)


def tempting() -> State:
    """Seat 0 is well ahead and a draw from the empty deck would end it; free swords beckon.

    Whoever takes them lets seat 1 pay with its crown, curse the crowns and win with the axes.
    """
    state = table(
        [],
        ["crown"],
        bribes=[{"crown": (5, 0), "sword": (1, 0)}, {"axe": (4, 0)}],
        stalls={0: ["sword", "sword"], 1: ["axe", "axe"]},
    )
    state.players[1].known = cards("crown")
    on_the_table = GAME.pieces(state)
    state.discards = {kind: n - on_the_table[kind] for kind, n in full_deck(2).items()}
    return state


def choose(state: State, game: BurnMyVillage = GAME, level: str = "medium", **limits: Any) -> Any:
    return ai.choose(game, canonical_json(game.observation(state, 0)), 0, level, 1, **limits)


def test_it_plays_on_until_it_has_decided_twice_more() -> None:
    counting = Counting()
    choose(fresh(3), counting)
    assert counting.movers == [0, 1, 2, 0, 1, 2, 0] * (6 * 3 + 3 * 3 + 2 * 6)


def test_without_a_limit_it_looks_at_the_same_number_of_worlds_every_time() -> None:
    counting = Counting()
    choose(fresh(2), counting)
    assert counting.worlds == 13  # one to see its own actions in, and twelve to try them in
    choose(fresh(5), counting)
    assert counting.worlds == 26


def test_it_stops_at_the_first_reading_after_its_time_and_learns_from_one_world() -> None:
    clock = Ticking()
    assert choose(fresh(2), seconds=10, clock=clock) in GAME.legal_actions(fresh(2), 0)
    assert clock.now == 11  # begun at 1
    assert choose(tempting(), seconds=3, clock=Ticking()) == DRAW


def test_a_world_that_not_all_candidates_have_met_does_not_count() -> None:
    assert choose(tempting(), seconds=2, clock=Ticking()) == visit(0)


class Planning(Counting):
    """A ruleset whose heuristic plans: nothing is played out."""

    look_ahead = 0


def test_where_the_heuristic_plans_one_world_says_it_all_and_nothing_is_played_out() -> None:
    game = Planning()
    state = tempting()
    choice = choose(state, game)
    assert game.movers == []
    best = max(game.candidates(state, 0), key=lambda action: game.heuristic(state, 0, action))
    assert choice == best
    game = Planning()
    choose(fresh(3), game)
    assert game.worlds == 1
