"""Why a touch leads nowhere: a friendly sentence for each case, and nothing against what works."""

from typing import Any

import pytest

from games.castle_panic.state import Damage, Discards, Group, Offer, State
from games.plugin import render
from tests.games.castle_panic.positions import GAME, fresh, position
from tests.support.board_html import NAMES

ORC = "monster:1:1:orc:2"  # in the red Archer ring
ALL_FOR_ONE = {"options": {"all_for_one": True}}
HEROIC = {"options": {"heroic_powers": True}}


def said(state: State, picks: str, seat: int = 0) -> str:
    reason = GAME.why_not(state, seat, picks.split())
    assert reason is not None, picks
    return render(reason, NAMES)


def playing(hand: str, *others: str, **more: Any) -> State:
    """Seat 0 has these cards; an orc is where an archer hits it."""
    return position(hand, *(others or ("",)), **{"monsters": "orc archer 1", **more})


@pytest.mark.parametrize(
    ("picks", "hand", "sentence"),
    [
        ("hand:archer-red", "", "You don’t hold that many"),
        ("wall:1", "archer-red", "First choose a card"),
        ("hand:archer-blue", "archer-blue", "No monster stands where blue Archer hits."),
        ("hand:brick", "brick", "builds a wall only with a Mortar"),
        ("hand:mortar", "mortar", "builds a wall only with a Brick"),
        ("hand:nice-shot", "nice-shot", "Nice Shot is played with an archer"),
        ("hand:archer-red hand:archer-red", "archer-red archer-red", "one after another"),
        ("hand:archer-red hand:tar", "archer-red tar", "one after another"),
        ("hand:brick hand:mortar", "brick mortar", "All walls are standing"),
        ("hand:brick hand:tar", "brick tar", "can only be played together"),
        (f"hand:knight-red {ORC}", "knight-red", "hits in the Knight ring; this monster is in"),
        (f"hand:archer-green {ORC}", "archer-green", "hits in the green arcs only; this one is"),
        ("hand:archer-red monster:1:0:orc:2", "archer-red", "Only Tar reaches into the Forest"),
        ("hand:hero-red monster:1:4:orc:2", "hero-red", "Once inside the Castle"),
        (f"hand:brick {ORC}", "brick", "they don’t hurt monsters"),
        ("hand:brick wall:1", "brick mortar", "This wall is already standing."),
        ("hand:tar wall:1", "tar", "Brick with Mortar, or Fortify"),
        ("hand:archer-red discarded:tar", "archer-red", "Only Scavenge"),
        ("hand:scavenge", "scavenge", "There is no other card among the discards."),
        ("tower:3", "archer-red", "Towers can’t be repaired"),
    ],
)
def test_when_playing(picks: str, hand: str, sentence: str) -> None:
    assert sentence in said(playing(hand), picks)


FAR = {"monsters": "orc forest 1 tarred"}
NO_MONSTER = "There is no monster on the board."


@pytest.mark.parametrize(
    ("card", "more", "sentence"),
    [
        ("fortify", {"fortified": "12"}, "Both shields are already on walls."),
        ("fortify", {"walls": ""}, "There is no wall left to fortify."),
        ("missing", {"missing": True}, "Missing can only be played once a turn."),
        ("missing", {"pile": ""}, "There are no tokens left to draw."),
        ("draw-two", {}, "There is nothing left to draw."),
        ("barbarian", FAR, "All monsters are in the Forest, out of reach."),
        ("tar", FAR, "The tar is already on a monster."),
        *(
            (card, {"monsters": ""}, NO_MONSTER)
            for card in ("tar", "barbarian", "drive-back", "archer-red", "hero-red")
        ),
    ],
)
def test_when_a_card_has_no_use_now(card: str, more: dict[str, Any], sentence: str) -> None:
    assert said(playing(card, **more), f"hand:{card}") == sentence


def test_heroes_with_heroic_powers_are_told_what_stops_them_in_the_castle() -> None:
    state = playing("hero-red archer-red", monsters="orc castle 1, orc archer 4", **HEROIC)
    both = "hand:hero-red hand:archer-red monster:1:4:orc:2"
    assert said(state, both) == "Cards are played one after another: play the first one first."
    assert "Once inside the Castle" in said(state, "hand:archer-red monster:1:4:orc:2")


def test_at_walls_and_with_all_for_one() -> None:
    state = playing("fortify brick", walls="23456", fortified="2")
    assert said(state, "hand:fortify wall:1") == "Only a wall that stands can be fortified."
    assert said(state, "hand:fortify wall:2") == "This wall already has its shield."
    assert said(state, "hand:brick wall:1") == "A wall takes both: a Brick and a Mortar."
    state = playing("archer-red knight-blue", **ALL_FOR_ONE)
    assert "of one color" in said(state, "hand:archer-red hand:knight-blue")


def test_exchanging() -> None:
    state = playing("brick tar", "brick", phase="discard")
    assert said(state, "hand:brick hand:tar") == "You may exchange 1 card a turn."
    assert "Playing comes later" in said(state, "wall:1")
    assert "Either keep all" in said(state, "keep hand:brick")
    alone = position("brick tar missing", phase="discard")
    picks = "hand:brick hand:tar hand:missing"
    assert said(alone, picks) == "You may exchange up to 2 cards a turn."


def test_trading() -> None:
    offered = [(1, "tar", "missing")]
    state = playing("brick tar", "brick missing", phase="trade", offered=offered)
    assert "one card for one card" in said(state, "hand:brick hand:tar")
    assert said(state, "hand:brick card:1:brick").startswith("You can’t trade a card")
    assert "already offered that" in said(state, "hand:tar card:1:missing")
    assert "“No trade.”" in said(state, ORC)


def test_answering_an_offer() -> None:
    offer = Offer(1, "brick", "tar")
    state = playing("brick", "tar brick", "", phase="trade", pending=[offer])
    assert "birch is thinking" in said(state, "hand:brick")
    assert "single card" in said(state, "hand:tar hand:brick", seat=1)
    assert "You can’t trade a card" in said(state, "hand:brick card:0:brick", seat=1)
    assert "the offer itself" in said(state, "hand:tar card:0:brick", seat=1)
    assert said(state, "wall:1", seat=1) == "First answer the offer."
    assert said(state, "hand:brick", seat=2).startswith("It’s birch’s turn")
    state.pending = [Offer(1, "brick", "tar", countered=True)]
    assert "only be accepted or declined" in said(state, "hand:brick")


def test_other_decisions_in_between() -> None:
    state = playing("brick tar", phase="tokens", pending=[Discards([0])])
    assert said(state, "wall:1") == "Discard a card from your own hand."
    assert said(state, "hand:brick hand:tar") == "One card each is enough."
    assert said(state, "hand:brick", seat=1) == "Waiting for amber to discard a card."
    struck = Group("wall", 1, [("orc", 1), ("orc", 2)])
    state = playing("brick", phase="march", pending=[Damage(struck)])
    assert "that struck together" in said(state, "hand:brick")


def test_before_the_first_turn() -> None:
    state = fresh(2)
    first = state.active
    assert "there is one troll" in said(state, "troll:1 troll:2", first).lower()
    assert "two orcs" in said(state, "orc:1 orc:2 orc:3", first)
    assert "each arc gets one monster" in said(state, "troll:1 orc:1", first)
    assert "each arc gets one monster" in said(state, "orc:1 orc:1", first)
    assert "the first monsters" in said(state, "wall:1", first)
    state.phase, state.players[1 - first].tower = "towers", 4
    assert said(state, "tower:4", first) == f"That tower is {NAMES[1 - first]}’s."
    assert "only choose one tower" in said(state, "tower:1 tower:2", first)
    assert "your own tower" in said(state, "wall:1", first)


def test_the_overlord() -> None:
    fixed = {"lord": 2, "phase": "overlord", "held": "orc boulder troll", "monsters": ""}
    state = position("", "", "", plays_left=2, may_place=True, **fixed)
    assert "one after another" in said(state, "token:orc token:troll", 2)
    assert "Only monsters can be placed" in said(state, "token:boulder forest:1", 2)
    assert "one arc" in said(state, "token:orc forest:1 forest:2", 2)
    assert "with tokens" in said(state, "wall:1", 2)
    state.may_place, state.must_play = False, True
    assert "First choose the monster" in said(state, "forest:1", 2)
    assert "at least one token" in said(state, "end", 2)
    assert "cedar is commanding the monsters" in said(state, "hand:tar")
    state.phase = "play"
    assert "the castle’s players go first" in said(state, "token:orc", 2).lower()


def test_who_is_out_isnt_told_to_wait() -> None:
    state = playing("tar")
    assert "wait" in said(state, "hand:tar", seat=1)
    state.players[1].out = True
    told = "Your tower has fallen: you’re out, and the others play on."
    assert said(state, "hand:tar", seat=1) == told


def test_what_is_no_target_at_all_is_answered_too() -> None:
    state = playing("brick")
    for nonsense in ("", "card:x:brick", "wall:9", "hand:dragon", "monster:1:1", "card:1:", "é:1"):
        reason = GAME.why_not(state, 0, [nonsense])
        assert reason is not None
        assert render(reason) == "You can’t do anything with that."
    assert GAME.why_not(state, 0, ()) is None
    state.ending = "won"
    assert said(state, "hand:brick") == "The game is over."
