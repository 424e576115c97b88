"""Ruling sheet: a turn, phases 1 to 3, and the order of it all."""

from typing import Any

import pytest

from games.castle_panic import actions as do
from games.castle_panic.state import Offer, State
from games.plugin import Event, FastChance
from games.protocol.take_backs import may_be_taken_back
from tests.games.castle_panic.positions import (
    GAME,
    act,
    cards,
    end,
    fresh,
    hands,
    legal,
    of,
    position,
    shown,
    to,
    told,
)

TROLL = "troll archer 1"
HOME = {"mans_home": True}


def turn(*hands: Any, phase: str = "discard", **more: Any) -> State:
    """The first seat is to decide; the monster keeps the game going."""
    return position(*hands, phase=phase, monsters=TROLL, **more)


def next_turn(state: State, drawn: str = "", size: int = 6) -> list[Event]:
    """The next seat's turn begins without new monsters, and it draws these cards."""
    state.phase, state.missing, state.hand_size = "play", True, size
    return end(state, drawn)


# -- drawing up -----------------------------------------------------------------------------------


def test_a_player_draws_up_to_hand_size_but_not_on_a_first_turn() -> None:
    state = turn("tar", "brick brick brick brick", deck="mortar missing tar")
    next_turn(state, "missing tar")
    assert hands(state)[1] == "brick brick brick brick missing tar"
    assert cards(state.deck) == "mortar"
    state = turn("tar", "brick", deck="mortar mortar")
    state.players[1].turns = 0
    next_turn(state)
    assert (hands(state)[1], state.players[1].turns) == ("brick", 1)


@pytest.mark.parametrize("count", [6, 8])
def test_a_hand_at_or_above_size_draws_nothing_and_loses_nothing(count: int) -> None:
    state = turn("tar", ["archer-red"] * count, deck="mortar")
    next_turn(state)
    assert state.players[1].hand == {"archer-red": count}


def test_the_discards_are_reshuffled_when_a_card_is_due_and_the_deck_is_empty() -> None:
    state = turn("tar", "brick brick brick", deck="mortar", discards="tar missing")
    assert told(next_turn(state, "mortar", size=4), "reshuffle") == []
    assert (cards(state.deck), cards(state.discards)) == ("", "missing tar")
    state = turn("tar", "brick brick brick", deck="mortar", discards="tar missing")
    assert told(next_turn(state, "mortar missing tar"), "reshuffle") == [{"lost": []}]
    assert hands(state)[1] == "brick brick brick missing mortar tar"
    assert (state.deck, state.discards) == ({}, {})
    state = turn("tar", "brick")
    next_turn(state)
    assert hands(state)[1] == "brick"


@pytest.mark.parametrize(
    ("discards", "on", "left", "gone"),
    [
        ("brick brick mortar tar", False, "brick brick mortar", ""),
        ("brick brick mortar tar", True, "brick", "brick mortar"),
        ("brick tar", True, "", "brick"),
        ("mortar tar", True, "", "mortar"),
    ],
)
def test_dwindling_resources_take_a_brick_and_a_mortar_of_the_discards_before_each_reshuffle(
    discards, on, left, gone
):
    own = "archer-red archer-red archer-red brick mortar"
    fixed = {"discards": discards, "options": {"dwindling_resources": on}}
    state = turn("brick missing mortar", own, **fixed)
    next_turn(state, "tar")
    assert (cards(state.deck), cards(state.gone)) == (left, gone)
    assert hands(state) == ["brick missing mortar", f"{own} tar"]


def test_nothing_is_drawn_when_dwindling_takes_the_last_discards() -> None:
    state = turn("tar", "tar", discards="brick mortar", options={"dwindling_resources": True})
    next_turn(state)
    assert (hands(state)[1], state.deck, state.discards) == ("tar", {}, {})
    assert cards(state.gone) == "brick mortar"
    state = fresh(4, dwindling_resources=True)
    GAME.apply_action(state, state.first, do.OpenAtRandom(), FastChance(1))
    assert state.gone == {}
    assert GAME.pieces(state)["card:brick"] == GAME.pieces(state)["card:mortar"] == 4


# -- exchanging -----------------------------------------------------------------------------------


def test_up_to_one_card_is_discarded_and_replaced_if_the_player_likes() -> None:
    state = turn("tar brick brick", "tar", deck="missing")
    assert legal(state) == [do.Exchange(), do.Exchange(("brick",)), do.Exchange(("tar",))]
    assert legal(state, 1) == []
    act(state, do.Exchange(("brick",)), "missing")
    assert (hands(state)[0], cards(state.discards)) == ("brick missing tar", "brick")
    state = turn("tar", "brick", deck="missing")
    assert act(state, do.Exchange()) == []
    assert (hands(state)[0], state.phase) == ("tar", "trade")


def test_alone_two_cards_are_discarded_before_one_is_drawn_and_otherwise_one() -> None:
    state = turn("brick brick tar")
    exchanged = ["", "brick", "tar", "brick brick", "brick tar"]
    assert [" ".join(action.cards) for action in of(do.Exchange, state)] == exchanged
    act(state, do.Exchange(("brick", "tar")), "tar brick")
    assert hands(state)[0] == "brick brick tar"
    against, last = turn("", "brick tar", lord=0), turn("brick tar", "", options=HOME)
    last.players[1].out = True
    for state in (against, last):
        assert max(len(action.cards) for action in of(do.Exchange, state)) == 1


# -- the order of it all --------------------------------------------------------------------------


def test_phases_follow_each_other_and_are_passed_over_without_a_choice() -> None:
    state = turn("tar", "brick")
    act(state, do.Exchange())
    assert state.phase == "trade"
    act(state, do.EndTrade())
    assert (state.phase, state.active) == ("play", 0)
    state = turn("tar", "", "brick", phase="play")
    next_turn(state, "goblin 1 orc 2")
    assert (state.active, state.turn) == (2, 3)
    state = turn("archer-blue", "tar", phase="trade", missing=True)
    act(state, do.EndTrade())
    assert (state.active, state.turn, shown(state)) == (1, 2, "troll knight 1")


def test_any_number_of_cards_may_be_played_and_the_player_may_stop_at_any_time() -> None:
    state = turn("archer-red archer-any hero-red tar", "brick", phase="play")
    act(state, do.Hit("archer-red", to("troll archer 1")))
    act(state, do.Hit("hero-red", to("troll:2 archer 1")))
    assert do.EndPlay() in legal(state)
    act(state, do.Hit("archer-any", to("troll:1 archer 1")), "goblin 1 orc 2")
    assert (state.players[0].trophies, shown(state)) == (
        {"troll": 1},
        "goblin forest 1, orc forest 2",
    )
    state = turn("archer-red tar", "tar", phase="play", missing=True)
    end(state)
    assert hands(state)[0] == "archer-red tar"


def test_turns_follow_seat_order_and_skip_the_overlord() -> None:
    state = turn("tar", "", "tar", "tar", lord=1)
    seen = []
    for _ in range(4):
        seen.append(state.active)
        next_turn(state, size=0)
    assert seen == [0, 2, 3, 0]


def test_every_turn_starts_anew_with_the_hand_size_of_the_start() -> None:
    state = turn("tar", "brick")
    state.trades_left, state.refused, state.offered = 0, 3, [(1, "tar", "brick")]
    next_turn(state, size=0)
    assert (state.trades_left, state.refused, state.offered, state.missing) == (1, 0, [], False)
    state = turn("tar", "brick", "", "", "", "", options=HOME, deck=["mortar"] * 5)
    for seat in (2, 3, 4, 5):
        state.players[seat].out = True
    next_turn(state, "mortar mortar mortar", size=4)
    assert (hands(state)[1], state.trades_left) == ("brick mortar mortar mortar", 2)


def test_an_offer_is_answered_within_the_turn_of_whoever_made_it_and_each_turn_is_another() -> None:
    state = turn("archer-blue tar", "swordsman-green brick", phase="trade")
    own = GAME.turn(state)
    assert own is not None
    assert own.seat == 0
    act(state, do.OfferTrade(1, "archer-blue", "swordsman-green"))
    assert (GAME.active_seats(state), GAME.turn(state)) == ({1}, own)
    act(state, do.Decline())
    assert (GAME.active_seats(state), GAME.turn(state)) == ({0}, own)
    state = turn("tar")
    own = GAME.turn(state)
    next_turn(state, size=0)
    following = GAME.turn(state)
    assert own is not None
    assert following is not None
    assert own.seat == following.seat == 0
    assert own != following


# -- trading --------------------------------------------------------------------------------------


def trading(*hands: str, **more: Any) -> State:
    return turn(*hands, phase="trade", **more)


OFFER = do.OfferTrade(1, "tar", "mortar")
PAIR = ("tar missing", "mortar brick")


def offered(*hands: str) -> State:
    """Seat 0 has offered seat 1 Tar for a Mortar."""
    state = trading(*(hands or PAIR))
    act(state, OFFER)
    return state


def countered(give: str = "missing", take: str = "brick") -> State:
    state = offered()
    act(state, do.Counter(give, take))
    return state


def takes_back(events: list[Event]) -> bool:
    return may_be_taken_back("action", "person", [], events)


def test_the_active_player_offers_a_card_for_one_of_a_partners() -> None:
    state = trading("tar brick", "mortar", "missing missing")
    pairs = [(1, "brick", "mortar"), (1, "tar", "mortar"), (2, "brick", "missing")]
    offers = [do.OfferTrade(*pair) for pair in (*pairs, (2, "tar", "missing"))]
    assert legal(state) == [*offers, do.EndTrade()]
    events = act(state, do.OfferTrade(2, "tar", "missing"))
    said = {"seat": 0, "partner": 2, "give": "tar", "take": "missing"}
    assert told(events, "offer") == [said]
    assert state.pending == [Offer(2, "tar", "missing")]
    assert GAME.active_seats(state) == {2}
    assert legal(state) == [do.Accept(), do.Decline(), do.Counter("brick", "missing")]


def test_an_accepted_offer_exchanges_the_cards_and_a_declined_one_costs_no_trade() -> None:
    state = offered()
    events = act(state, do.Accept())
    assert hands(state) == ["missing mortar", "brick tar"]
    said = {"seat": 0, "partner": 1, "give": "tar", "take": "mortar"}
    assert (told(events, "traded"), state.pending) == ([said], [])
    state = offered()
    act(state, do.Decline())
    assert hands(state) == ["missing tar", "brick mortar"]
    assert (state.trades_left, state.refused, state.pending) == (1, 1, [])
    assert GAME.active_seats(state) == {0}


def test_the_partner_may_counter_with_another_pair_to_be_accepted_or_declined() -> None:
    state = offered()
    pairs = [("tar", "brick"), ("missing", "brick"), ("missing", "mortar")]
    assert of(do.Counter, state) == [do.Counter(*pair) for pair in pairs]
    events = act(state, do.Counter("missing", "brick"))
    said = {"seat": 1, "partner": 0, "give": "brick", "take": "missing"}
    assert told(events, "counter") == [said]
    assert state.pending == [Offer(1, "missing", "brick", countered=True)]
    state = countered()
    assert legal(state) == legal(state, 0) == [do.Accept(), do.Decline()]
    act(state, do.Accept())
    assert hands(state) == ["brick tar", "missing mortar"]
    state = countered("tar", "brick")
    act(state, do.Decline())
    assert (state.refused, state.trades_left) == (1, 1), "a refused counter is a refused offer"
    assert do.OfferTrade(1, "tar", "brick") in legal(state), "which wasn't offered yet"


def test_an_open_offer_may_be_withdrawn_and_each_is_made_once_a_turn() -> None:
    state = offered("tar", "mortar brick", "scavenge")
    assert (legal(state, 0), legal(state, 2)) == ([do.Withdraw()], [])
    assert told(act(state, do.Withdraw(), seat=0), "withdrawn") == [{"seat": 0}]
    assert (state.pending, state.refused, state.trades_left) == ([], 1, 1)
    state = offered("tar", "mortar brick", "mortar")
    act(state, do.Decline())
    others = [do.OfferTrade(1, "tar", "brick"), do.OfferTrade(2, "tar", "mortar")]
    assert legal(state) == [*others, do.EndTrade()]


@pytest.mark.parametrize("refusal", [do.Decline(), do.Withdraw()])
def test_after_three_refused_or_withdrawn_offers_the_phase_ends(refusal: do.Decline) -> None:
    state = trading("tar", "mortar brick missing scavenge")
    for count, wanted in enumerate(("mortar", "brick", "missing")):
        assert (state.phase, state.refused) == ("trade", count)
        act(state, do.OfferTrade(1, "tar", wanted))
        act(state, refusal, seat=0 if isinstance(refusal, do.Withdraw) else 1)
    assert (state.phase, state.refused) == ("play", 3)


def test_only_a_concluded_trade_counts_and_it_is_no_refusal() -> None:
    state = offered()
    act(state, do.Decline())
    act(state, do.OfferTrade(1, "tar", "brick"))
    act(state, do.Accept())
    assert (state.phase, state.trades_left, state.refused) == ("play", 0, 1)


@pytest.mark.parametrize(("seats", "trades"), [(1, 0), (2, 1), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_there_is_one_trade_a_turn_and_two_with_six_castle_players(seats: int, trades: int) -> None:
    state = fresh(seats)
    GAME.apply_action(state, state.first, do.OpenAtRandom(), FastChance(5))
    assert state.trades_left == trades


@pytest.mark.parametrize(
    "second", [do.OfferTrade(1, "brick", "missing"), do.OfferTrade(4, "brick", "scavenge")]
)
def test_six_castle_players_may_trade_twice_with_one_partner_or_two(second: do.OfferTrade) -> None:
    state = trading("tar brick missing", "mortar missing", *["scavenge"] * 4)
    act(state, OFFER)
    act(state, do.Accept())
    assert (state.phase, state.trades_left) == ("trade", 1)
    act(state, second)
    act(state, do.Accept())
    assert state.phase == "play"
    assert "brick" in hands(state)[second.partner]


@pytest.mark.parametrize(
    ("hands", "partners"),
    [(("tar", "", "brick"), [2]), (("", "brick", ""), []), (("tar brick", "brick"), [1])],
    ids=["no gifts", "an empty hand", "a card for the same card"],
)
def test_what_is_no_trade(hands: tuple[str, ...], partners: list[int]) -> None:
    offers = of(do.OfferTrade, trading(*hands))
    assert [offer.partner for offer in offers] == partners
    assert all(offer.give != offer.take for offer in offers)


def test_nobody_trades_with_an_overlord_or_with_somebody_who_is_out() -> None:
    state = trading("tar", "brick", "", "mortar", lord=2, options=HOME)
    state.players[1].out = True
    assert {offer.partner for offer in of(do.OfferTrade, state)} == {3}


@pytest.mark.parametrize(
    ("hands", "more", "left"),
    [(("tar", "", ""), {}, 1), (("tar", ""), {"lord": 1}, 0)],
    ids=["where nobody has a card", "one against an Overlord"],
)
def test_without_a_possible_trade_the_phase_is_passed_over(hands, more, left):
    state = turn(*hands, **more)
    act(state, do.Exchange())
    assert (state.phase, state.trades_left) == ("play", left)


def test_offers_cant_be_taken_back_and_whose_time_runs_out_declines() -> None:
    state = trading(*PAIR)
    assert not takes_back(act(state, OFFER))
    assert not takes_back(act(state, do.Counter("tar", "brick")))
    for answer in (do.Accept(), do.Decline()):
        assert takes_back(act(offered(), answer))
    assert GAME.default_action(offered(), 1) == do.Decline()
    assert GAME.default_action(countered(), 0) == do.Decline()
    assert GAME.default_action(trading(*PAIR), 0) == do.EndTrade(), "nor is anything offered"
