"""What the learned value of level `hard` looks at, and where its playouts end."""

import pytest

from games.castle_panic import actions as do
from games.castle_panic.state import State
from games.plugin import FastChance
from games.plugin.codec import clone
from tests.games.castle_panic.positions import GAME, act, fresh, legal, position, to


def test_a_playout_ends_with_the_turn_once_the_new_monsters_are_on_the_board() -> None:
    start = position("archer-red", "brick", monsters="orc archer 1, troll forest 3")
    state = clone(start)
    act(state, do.Hit("archer-red", to("orc archer 1")), *["goblin", 2, "goblin", 4])
    assert state.active == 1
    assert GAME.horizon(start, state, 0)
    assert not GAME.horizon(start, clone(start), 0)


def test_the_overlords_playouts_go_on_to_what_the_castle_does_about_it() -> None:
    start = fresh(3, lord=0)
    state = clone(start)
    state.turn += 1
    assert GAME.horizon(start, state, 1)
    assert not GAME.horizon(start, state, 0)


@pytest.mark.parametrize(
    ("state", "seat", "cell"),
    [
        (fresh(1), 0, "alone"),
        (fresh(2), 0, "together"),
        (fresh(6, mode="co-op"), 5, "together"),
        (fresh(2, lord=0), 0, "overlord"),
        (fresh(2, lord=0), 1, "against an overlord"),
    ],
)
def test_positions_are_valued_alike_that_are_won_alike(state: State, seat: int, cell: str) -> None:
    assert GAME.cell(state, seat) == cell


def lost_and_won(before: State, after: State) -> list[tuple[float, float]]:
    """The features that differ, before and after."""
    both = zip(GAME.features(before, 0), GAME.features(after, 0), strict=True)
    return [(old, new) for old, new in both if old != new]


def test_features_tell_what_cards_can_do_in_coming_turns() -> None:
    few = position("archer-red", "", monsters="goblin archer 1", walls="")
    more = position("archer-red", "knight-red", monsters="goblin archer 1", walls="")
    assert lost_and_won(few, more) == [(0, 1)]  # a knight more, with nothing to do
    without = position("", "knight-red", monsters="goblin archer 1", walls="")
    assert len(lost_and_won(without, more)) > 3  # the monster stays a turn longer


def test_the_castle_sees_one_thing_and_the_overlord_its_tokens_as_well() -> None:
    state = position("brick", "", "tar", lord=1, held="troll orc", monsters="orc forest 1")
    castle, lord = GAME.features(state, 0), GAME.features(state, 1)
    assert castle == GAME.features(state, 2)
    assert lord == [*castle, 2, 5, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("seats", "lord"), [(1, None), (4, None), (4, 1)])
def test_a_quick_look_finds_legal_actions_and_judges_them_alike(seats, lord) -> None:
    state, chance = fresh(seats, lord=lord), FastChance(2)
    for _ in range(60):
        seat = min(GAME.active_seats(state))
        full, quick = GAME.look(state, seat), GAME.look(state, seat, quick=True)
        assert full == [(one, GAME.heuristic(state, seat, one)) for one, _look in full]
        assert {one for one, _look in quick} <= set(legal(state, seat))
        if seat != lord:
            assert quick == [(one, GAME.heuristic(state, seat, one)) for one, _look in quick]
        GAME.apply_action(state, seat, max(quick, key=lambda one: one[1])[0], chance)
