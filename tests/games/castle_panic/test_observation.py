"""Who may know what: all is open but the Overlord's tokens and the order of what is drawn from."""

import pytest

from games.castle_panic.actions import EndPlay, OfferTrade
from games.castle_panic.observation import Observation
from games.castle_panic.state import State
from games.plugin import OMNISCIENT, SPECTATOR, FastChance, Viewer
from games.plugin.codec import pack
from tests.games.castle_panic.positions import GAME, act, at, position


def table() -> State:
    return position(
        ["tar", "brick"],
        [],
        ["hero-red"],
        lord=1,
        monsters=[at("archer", 1, "orc", 1), at("castle", 2, "troll", tarred=True)],
        held=["boulder", "healer"],
        pile=["goblin", "goblin", "orc"],
        discards=["missing"],
        deck=["mortar", "archer-red"],
        walls=[1, 2],
        towers=[3, 4],
        fortified=[2],
    )


def seen(state: State, viewer: Viewer) -> Observation:
    return GAME.observation(state, viewer)


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_the_overlords_tokens_are_hidden_from_everybody_else(viewer: Viewer) -> None:
    view = seen(table(), viewer)
    assert (view.held, view.held_size) == (None, 2)
    assert (view.pile, view.pile_size) == (None, 3)
    assert view.unseen == {"boulder": 1, "goblin": 2, "healer": 1, "orc": 1}


@pytest.mark.parametrize("viewer", [1, OMNISCIENT])
def test_the_overlord_knows_the_own_tokens(viewer: Viewer) -> None:
    view = seen(table(), viewer)
    assert view.held == {"boulder": 1, "healer": 1}
    assert view.pile == {"goblin": 2, "orc": 1}


def test_without_an_overlord_everybody_may_count_the_pile() -> None:
    view = seen(position(["tar"], ["brick"], pile=["goblin", "orc"]), SPECTATOR)
    assert (view.pile, view.held) == ({"goblin": 1, "orc": 1}, {})


def test_after_the_end_the_overlords_tokens_are_open() -> None:
    state = table()
    state.ending = "lost"
    assert seen(state, SPECTATOR).held == {"boulder": 1, "healer": 1}


@pytest.mark.parametrize("lord", [None, 1])
def test_an_end_that_opens_the_overlords_tokens_cant_be_taken_back(lord: int | None) -> None:
    state = position(["tar"], [], lord=lord, monsters=[at("castle", 2, "troll")], towers=[3])
    [end] = [event for event in act(state, EndPlay()) if event.type == "end"]
    assert end.reveals is (lord is not None)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_hands_board_and_discards_are_public(viewer: Viewer) -> None:
    state = table()
    view = seen(state, viewer)
    assert view.players == state.players
    assert view.monsters == state.monsters
    assert (view.deck, view.discards) == ({"archer-red": 1, "mortar": 1}, {"missing": 1})
    assert (view.walls, view.towers, view.fortified) == (
        state.walls,
        state.towers,
        state.fortified,
    )
    assert view.you == (viewer if isinstance(viewer, int) else None)


def test_open_offers_are_public() -> None:
    state = position(["tar"], ["brick"], ["mortar"], phase="trade")
    act(state, OfferTrade(1, "tar", "brick"))
    for viewer in (0, 1, 2, SPECTATOR):
        view = seen(state, viewer)  # type: ignore[arg-type]
        assert view.pending == state.pending
        assert view.offered == [(1, "tar", "brick")]


def test_an_observation_shares_nothing_with_the_state() -> None:
    state = table()
    before = pack(state)
    view = seen(state, 1)
    view.players[0].hand["tar"] = 9
    view.monsters[0].points = 9
    view.walls[0] = False
    assert view.held is not None
    view.held["boulder"] = 9
    assert pack(state) == before


@pytest.mark.parametrize("seed", range(5))
def test_a_world_that_fits_what_a_castle_seat_knows_deals_the_unseen_tokens(seed: int) -> None:
    state = table()
    world = GAME.determinize(seen(state, 0), 0, FastChance(seed))
    assert (sum(world.held.values()), sum(world.pile.values())) == (2, 3)
    assert GAME.pieces(world) == GAME.pieces(state)
    assert seen(world, 0) == seen(state, 0)


def test_the_overlord_knows_the_only_world_there_is() -> None:
    state = table()
    assert GAME.determinize(seen(state, 1), 1, FastChance(1)) == state


def test_the_worlds_of_a_castle_seat_differ() -> None:
    state = table()
    worlds = {tuple(GAME.determinize(seen(state, 0), 0, FastChance(n)).held) for n in range(30)}
    assert len(worlds) > 3


def test_what_the_overlord_draws_is_told_to_nobody_else() -> None:
    state = table()
    events = act(state, EndPlay(), "orc")
    [drawn] = [event for event in events if event.type == "overlord-draws"]
    assert drawn.data == {"count": 1}
    assert drawn.private == {1: {"tokens": ["orc"]}}
    assert drawn.reveals


def test_no_order_of_cards_or_tokens_shows() -> None:
    one = position(["tar"], ["brick"], deck=["tar", "brick"], pile=["orc", "goblin"])
    other = position(["tar"], ["brick"], deck=["brick", "tar"], pile=["goblin", "orc"])
    assert pack(seen(one, SPECTATOR)) == pack(seen(other, SPECTATOR))
