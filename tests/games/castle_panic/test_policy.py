"""How the `medium` computer player plays Castle Panic, in positions where the choice is plain."""

from typing import Any

import pytest

from games import ai
from games.castle_panic.actions import (
    Accept,
    Barbarian,
    Decline,
    DriveBack,
    EndPlay,
    EndTrade,
    Hit,
    OfferTrade,
    Place,
    Play,
    Rebuild,
    Stop,
)
from games.castle_panic.state import State
from games.plugin import FastChance
from games.plugin.codec import canonical_json
from tests.games.castle_panic.positions import GAME, act, at, legal, position, to

TROLL_AT_THE_GATE = at("sword", 3, "troll", 1)


def chosen(state: State, seed: int = 1) -> Any:
    """What `medium` does for the seat to decide, from that seat's observation alone."""
    (seat,) = GAME.active_seats(state)
    return ai.choose(GAME, canonical_json(GAME.observation(state, seat)), seat, "medium", seed)


def test_it_slays_what_would_break_the_wall_rather_than_what_is_far() -> None:
    state = position(
        ["swordsman-green", "archer-red"],
        monsters=[TROLL_AT_THE_GATE, at("archer", 1, "orc")],
    )
    assert chosen(state) == Hit("swordsman-green", to("sword", 3, "troll", 1))


def test_it_does_not_end_its_turn_while_a_card_hits() -> None:
    state = position(["archer-red"], monsters=[at("archer", 1, "orc")])
    assert chosen(state) == Hit("archer-red", to("archer", 1, "orc"))
    assert chosen(position(["archer-blue"], monsters=[at("archer", 1, "orc")])) == EndPlay()


def test_it_builds_a_wall_where_monsters_come() -> None:
    state = position(["brick", "mortar"], monsters=[at("knight", 5, "troll")], walls=[1, 2, 3, 4])
    assert chosen(state) == Rebuild(5)


def test_it_keeps_the_barbarian_while_only_a_goblin_comes() -> None:
    assert chosen(position(["barbarian"], monsters=[at("archer", 1, "goblin")])) == EndPlay()


def test_it_uses_what_reaches_into_the_castle_there() -> None:
    monsters = [at("castle", 1, "troll", 2), at("sword", 4, "troll")]
    inside = to("castle", 1, "troll", 2)
    assert chosen(position(["barbarian"], monsters=monsters)) == Barbarian(inside)
    assert chosen(position(["drive-back"], monsters=monsters)) == DriveBack(inside)


def trading(*hands: list[str], **more: Any) -> State:
    return position(*hands, phase="trade", **{"monsters": [TROLL_AT_THE_GATE], **more})


def test_it_asks_for_the_card_that_saves_the_castle() -> None:
    state = trading(["archer-blue", "tar"], ["archer-red", "swordsman-green"])
    offer = chosen(state)
    assert isinstance(offer, OfferTrade)
    assert (offer.partner, offer.take) == (1, "swordsman-green")


def test_it_asks_for_a_hit_rather_than_for_a_rare_card() -> None:
    monsters = [at("sword", 3, "orc"), at("knight", 1, "goblin")]
    state = trading(["archer-blue"], ["drive-back", "swordsman-green"], monsters=monsters)
    assert chosen(state) == OfferTrade(1, "archer-blue", "swordsman-green")


def test_it_asks_the_partner_who_needs_the_card_last() -> None:
    """The third partner's turn is furthest off, so a hit in that hand counts least."""
    hit = ["swordsman-green"]
    state = trading(["mortar"], hit, hit, hit, monsters=[at("sword", 3, "troll")])
    assert chosen(state) == OfferTrade(3, "mortar", "swordsman-green")


@pytest.mark.parametrize(("out", "asks"), [((), True), ((1, 2), False)])
def test_turns_of_players_who_are_out_do_not_lie_between(out: tuple[int, ...], asks: bool) -> None:
    """Three turns off, the knight may be missing; next turn, it is needed for the goblin."""
    monsters = [at("knight", 3, "troll"), at("archer", 4, "goblin")]
    state = trading(["archer-green"], [], [], ["knight-green"], monsters=monsters)
    for seat in out:
        state.players[seat].out = True
    offer = OfferTrade(3, "archer-green", "knight-green")
    assert chosen(state) == (offer if asks else EndTrade())


def test_it_gives_a_partner_the_card_that_saves_the_castle() -> None:
    state = trading(["archer-blue"], ["swordsman-green"])
    act(state, OfferTrade(1, "archer-blue", "swordsman-green"))
    assert chosen(state) == Accept()


def test_it_keeps_a_card_that_is_worth_more_with_itself() -> None:
    coming = [at("forest", 5, "orc")]  # where the partner will hit it next turn
    state = position(["mortar"], ["archer-blue"], phase="trade", monsters=coming)
    act(state, OfferTrade(1, "mortar", "archer-blue"))
    assert chosen(state) == Decline()


def test_it_makes_no_offer_that_helps_nobody() -> None:
    state = position(
        ["archer-blue"], ["archer-blue"], phase="trade", monsters=[at("forest", 1, "goblin")]
    )
    assert chosen(state) == EndTrade()


def lording(*held: str, **more: Any) -> State:
    given = {"plays_left": 2, "may_place": True, **more}
    orc = [at("forest", 1, "orc")]
    return position(
        ["tar"], [], ["brick"], lord=1, held=held, monsters=orc, phase="overlord", **given
    )


def test_the_overlord_plays_what_brings_more_tokens_first() -> None:
    assert chosen(lording("troll", "draw-three", "draw-four")) == Play("draw-four")
    assert chosen(lording("troll", "draw-three", "boulder")) == Play("draw-three")


def test_then_the_strongest_monster_and_events_last() -> None:
    assert chosen(lording("goblin", "boulder", "troll")) == Play("troll")
    assert chosen(lording("goblin", "boulder", "plague-archers")) == Play("goblin")


def test_the_overlord_neither_waits_nor_places_one_monster_alone() -> None:
    state = lording("boulder", "orc", "move-red")
    while any(isinstance(action, Play) for action in legal(state)) and state.phase == "overlord":
        action = chosen(state)
        assert not isinstance(action, Place | Stop)
        GAME.apply_action(state, 1, action, FastChance(3))
