"""What stays hidden (ruling sheet, What stays hidden)."""

import msgspec
import pytest

from games.burnt_to_ashes.actions import Arrange, Buy, Done, Look
from games.burnt_to_ashes.state import State
from games.plugin import OMNISCIENT, SPECTATOR, FastChance, Viewer
from games.plugin.codec import canonical_json
from games.plugin.events import project
from tests.games.burnt_to_ashes.positions import GAME, act, gold, lay, position

OTHERS: tuple[Viewer, ...] = (1, 2, SPECTATOR)


def arranged() -> State:
    """Seat 0 has looked at land 3 and put its pile in order."""
    state = position("12", "x1", "1", phase="buy", stone=None)
    act(state, 0, Look(3), "attack", "power", "power")
    act(state, 0, Arrange(("power", "power", "attack")))
    return state


def worlds(state: State, seat: int, count: int = 12) -> list[State]:
    seen = canonical_json(GAME.observation(state, seat))
    return [
        GAME.determinize(msgspec.json.decode(seen, type=GAME.Observation), seat, FastChance(number))
        for number in range(count)
    ]


@pytest.mark.parametrize("viewer", OTHERS)
def test_gold_in_hand_is_hidden_from_everyone_else(viewer: Viewer) -> None:
    seen = GAME.observation(position("x123", "1", "1"), viewer)
    assert (seen.seats[0].hand, seen.seats[0].hand_size) == (None, 4)


@pytest.mark.parametrize("viewer", OTHERS)
def test_gold_laid_is_hidden_until_it_is_turned(viewer: Viewer) -> None:
    state = position("x1", "1", "1")
    lay(state, "x1")
    assert GAME.observation(state, viewer).seats[0].laid is None
    lay(state, "", "", outcomes=("1",))
    last = GAME.observation(state, viewer).last
    assert last is not None
    assert last.gold[0] == gold("x1")


def test_who_looked_at_a_pile_knows_its_order_for_good() -> None:
    state = arranged()
    assert GAME.observation(state, 0).lands[3].known == ["power", "power", "attack"]
    for world in worlds(state, 0):
        assert world.lands[3].known == ["power", "power", "attack"]


@pytest.mark.parametrize("viewer", OTHERS)
def test_nobody_else_knows_a_pile_that_was_looked_at(viewer: Viewer) -> None:
    seen = GAME.observation(arranged(), viewer)
    assert (seen.lands[3].looked, seen.lands[3].known) == (True, None)
    assert sum(seen.unseen.values()) == 100


def test_a_bought_counter_just_leaves_the_top() -> None:
    state = arranged()
    act(state, 0, Buy(3))
    assert GAME.observation(state, 0).lands[3].known == ["power", "attack"]
    assert GAME.observation(state, 1).lands[3].known is None


def test_after_a_land_burnt_its_owner_still_knows_what_burnt() -> None:
    state = arranged()
    state.lands[3].burnt = True
    assert GAME.observation(state, 0).unseen["power"] == 18
    assert GAME.observation(state, 1).unseen["power"] == 20


def test_events_of_a_look_tell_the_owner_alone() -> None:
    state = position("3", "1", "1", phase="buy", stone=None)
    (looked,) = act(state, 0, Look(3), "attack", "power", "power")
    (ordered,) = act(state, 0, Arrange(("power", "power", "attack")))
    for event in (looked, ordered):
        assert "counters" in project(event, 0).data
        for viewer in OTHERS:
            assert "counters" not in project(event, viewer).data
            told = GAME.narrate(project(event, viewer))
            assert told is None or "power" not in str(told)


def test_what_nobody_has_looked_at_has_no_order_in_the_state() -> None:
    state = position("1", "1")
    assert all(land.known is None for land in state.lands)
    assert sum(state.bag.values()) == 100


def test_numbers_of_face_down_cards_are_nowhere() -> None:
    state = position("1", "1", cards="ryy3", round=2)
    assert [card.number for card in state.cards] == [None, None, None, 3]
    assert GAME.board(GAME.observation(state, 1))["cards"][1]["possible"] == [2, 4]


def test_what_colors_and_open_cards_imply_may_be_known() -> None:
    board = GAME.board(GAME.observation(position("1", "1", cards="ry24", round=2), SPECTATOR))
    assert [card["possible"] for card in board["cards"]] == [[5], [3], [2], [4]]


def test_gold_returned_is_known_to_its_seat_alone() -> None:
    state = position("x2", "1", "1", phase="buy", stone=None)
    act(state, 0, Done())
    assert GAME.observation(state, 0).seats[0].returned == gold("x2")
    assert GAME.observation(state, 1).seats[0].returned is None
    for world in worlds(state, 0):
        assert world.players[0].returned == gold("x2")


def test_in_every_world_the_buyer_holds_what_was_spent() -> None:
    state = position("x123", "1", phase="buy", stone=None)
    act(state, 0, Buy(0), "power")
    act(state, 0, Buy(0), "power")
    act(state, 0, Buy(0), "power")
    for world in worlds(state, 1, 60):
        assert world.purse >= 0
        assert world.players[1].hand == gold("1")


def test_worlds_keep_every_counter_and_gold_card() -> None:
    state = arranged()
    for seat in range(3):
        for world in worlds(state, seat):
            assert GAME.pieces(world) == GAME.pieces(state)


def test_worlds_differ_in_what_is_hidden() -> None:
    state = arranged()
    assert len({str(world.lands[3].known) for world in worlds(state, 1)}) > 1
    assert len({str(world.players[0].hand) for world in worlds(state, 2, 40)}) > 1


def test_everything_is_open_to_a_reviewer_and_at_the_end() -> None:
    state = arranged()
    assert GAME.observation(state, OMNISCIENT).lands[3].known == ["power", "power", "attack"]
    state.ending = "no-knight"
    assert GAME.observation(state, 1).seats[0].hand == gold("12")
    assert GAME.observation(state, 1).lands[3].known == ["power", "power", "attack"]


def test_the_counters_set_aside_stay_unseen_until_the_match_is_over() -> None:
    state = arranged()
    assert sum(GAME.observation(state, 1).unseen.values()) == 100
    state.ending = "no-knight"
    assert sum(GAME.observation(state, 1).unseen.values()) == 97
