"""Who may know what: all is open but the Overlord's tokens and the order of what is drawn from."""

import pytest

from games.castle_panic import actions as do
from games.castle_panic.observation import Observation
from games.castle_panic.state import State
from games.plugin import OMNISCIENT, SPECTATOR, FastChance, Viewer
from games.plugin.codec import pack
from tests.games.castle_panic.positions import GAME, act, cards, end, position


def table() -> State:
    return position(
        "tar brick",
        "",
        "hero-red",
        lord=1,
        monsters="orc:1 archer 1, troll castle 2 tarred",
        held="boulder healer",
        discards="missing",
        deck="mortar archer-red",
        walls="12",
        towers="34",
        fortified="2",
    )


def seen(state: State, viewer: Viewer) -> Observation:
    return GAME.observation(state, viewer)


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_the_overlords_tokens_are_hidden_from_everybody_else(viewer: Viewer) -> None:
    view = seen(table(), viewer)
    assert (view.held, view.held_size) == (None, 2)
    assert (view.pile, view.pile_size) == (None, 3)
    assert cards(view.unseen) == "boulder goblin goblin healer orc"


@pytest.mark.parametrize("viewer", [1, OMNISCIENT])
def test_the_overlord_knows_the_own_tokens_and_the_only_world_there_is(viewer: Viewer) -> None:
    state = table()
    view = seen(state, viewer)
    assert view.held == {"boulder": 1, "healer": 1}
    assert view.pile == {"goblin": 2, "orc": 1}
    assert GAME.determinize(seen(state, 1), 1, FastChance(1)) == state


def test_without_an_overlord_everybody_may_count_the_pile() -> None:
    view = seen(position("tar", "brick", pile="goblin orc"), SPECTATOR)
    assert (view.pile, view.held) == ({"goblin": 1, "orc": 1}, {})


@pytest.mark.parametrize("lord", [None, 1])
def test_the_end_opens_the_overlords_tokens_and_cant_be_taken_back(lord: int | None) -> None:
    held = "boulder orc troll" if lord else ""
    state = position("tar", "", lord=lord, monsters="troll castle 2", towers="3", held=held)
    [over] = [event for event in end(state) if event.type == "end"]
    assert over.reveals is (lord is not None)
    assert cards(seen(state, SPECTATOR).held or {}) == held


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_hands_board_discards_and_offers_are_public(viewer: Viewer) -> None:
    state = table()
    view = seen(state, viewer)
    for name in ("players", "monsters", "deck", "discards", "walls", "towers", "fortified"):
        assert getattr(view, name) == getattr(state, name)
    assert view.you == (viewer if isinstance(viewer, int) else None)
    trading = position("tar", "brick", "mortar", phase="trade")
    act(trading, do.OfferTrade(1, "tar", "brick"))
    view = seen(trading, viewer)
    assert (view.pending, view.offered) == (trading.pending, [(1, "tar", "brick")])


def test_a_world_that_fits_what_a_castle_seat_knows_deals_the_unseen_tokens() -> None:
    state, held = table(), set()
    for seed in range(30):
        world = GAME.determinize(seen(state, 0), 0, FastChance(seed))
        assert (sum(world.held.values()), sum(world.pile.values())) == (2, 3)
        assert GAME.pieces(world) == GAME.pieces(state)
        assert seen(world, 0) == seen(state, 0)
        held.add(cards(world.held))
    assert len(held) > 3


def test_what_the_overlord_draws_is_told_to_nobody_else_and_no_order_shows() -> None:
    [drawn] = [event for event in end(table(), "orc") if event.type == "overlord-draws"]
    assert (drawn.data, drawn.private) == ({"count": 1}, {1: {"tokens": ["orc"]}})
    assert drawn.reveals
    one = position("tar", "brick", deck="tar brick", pile="orc goblin")
    other = position("tar", "brick", deck="brick tar", pile="goblin orc")
    assert pack(seen(one, SPECTATOR)) == pack(seen(other, SPECTATOR))
