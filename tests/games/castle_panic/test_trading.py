"""Ruling sheet: a turn, phase 3."""

from typing import Any

import pytest

from games.castle_panic.actions import (
    Accept,
    Counter,
    Decline,
    EndTrade,
    Exchange,
    OfferTrade,
    OpenAtRandom,
    Withdraw,
)
from games.castle_panic.state import Offer, State
from games.plugin import Event, FastChance
from games.protocol.take_backs import may_be_taken_back
from tests.games.castle_panic.positions import GAME, act, at, fresh, legal, of, position, told


def trading(*hands: list[str], **more: object) -> State:
    """The first seat may trade; the monster keeps the game going."""
    monsters = [at("archer", 1, "troll")]
    return position(*hands, phase="trade", monsters=monsters, **more)  # type: ignore[arg-type]


def saving(**more: Any) -> State:
    """Seat 0 offers a card for the one that saves a wall: a trade that looks good to both."""
    hands = (["archer-blue", "tar"], ["swordsman-green", "brick"])
    monsters = [at("sword", 3, "troll", 1)]
    state = position(*hands, phase="trade", monsters=monsters, **more)
    act(state, OfferTrade(1, "archer-blue", "swordsman-green"))
    return state


def countering(**more: Any) -> State:
    """The same trade as a counter-offer: seat 0 is asked."""
    hands = (["archer-blue", "tar"], ["swordsman-green", "brick"])
    monsters = [at("sword", 3, "troll", 1)]
    state = position(*hands, phase="trade", monsters=monsters, **more)
    act(state, OfferTrade(1, "tar", "brick"))
    act(state, Counter("archer-blue", "swordsman-green"))
    return state


def takes_back(events: list[Event]) -> bool:
    """Whether a person could take back the step that these events tell of."""
    return may_be_taken_back("action", "person", [], events)


def test_the_active_player_offers_a_card_for_one_of_a_partners() -> None:
    state = trading(["tar", "brick"], ["mortar"], ["missing", "missing"])
    assert legal(state) == [
        OfferTrade(1, "brick", "mortar"),
        OfferTrade(1, "tar", "mortar"),
        OfferTrade(2, "brick", "missing"),
        OfferTrade(2, "tar", "missing"),
        EndTrade(),
    ]


def test_the_partner_answers_an_offer() -> None:
    state = trading(["tar"], ["brick"], ["mortar"])
    act(state, OfferTrade(2, "tar", "mortar"))
    assert GAME.active_seats(state) == {2}
    assert legal(state) == [Accept(), Decline()]
    assert state.pending == [Offer(2, "tar", "mortar")]


def test_an_accepted_offer_exchanges_the_two_cards() -> None:
    state = trading(["tar", "missing"], ["mortar", "mortar"])
    act(state, OfferTrade(1, "tar", "mortar"))
    events = act(state, Accept())
    assert state.players[0].hand == {"missing": 1, "mortar": 1}
    assert state.players[1].hand == {"mortar": 1, "tar": 1}
    assert told(events, "traded") == [{"seat": 0, "partner": 1, "give": "tar", "take": "mortar"}]
    assert state.pending == []


def test_a_declined_offer_changes_no_hand_and_costs_no_trade() -> None:
    state = trading(["tar"], ["mortar", "brick"])
    act(state, OfferTrade(1, "tar", "mortar"))
    act(state, Decline())
    assert [player.hand for player in state.players] == [{"tar": 1}, {"mortar": 1, "brick": 1}]
    assert (state.trades_left, state.refused, state.pending) == (1, 1, [])
    assert GAME.active_seats(state) == {0}


def test_the_partner_may_counter_with_another_pair() -> None:
    state = trading(["tar", "missing"], ["mortar", "brick"])
    act(state, OfferTrade(1, "tar", "mortar"))
    assert of(Counter, legal(state)) == [
        Counter("tar", "brick"),
        Counter("missing", "brick"),
        Counter("missing", "mortar"),
    ]
    act(state, Counter("missing", "brick"))
    assert state.pending == [Offer(1, "missing", "brick", countered=True)]
    assert GAME.active_seats(state) == {0}


def test_a_counter_may_be_any_other_pair_of_the_two_hands() -> None:
    state = trading(["missing", "tar"], ["brick", "mortar"])
    act(state, OfferTrade(1, "missing", "brick"))
    assert of(Counter, legal(state)) == [
        Counter("tar", "brick"),
        Counter("tar", "mortar"),
        Counter("missing", "mortar"),
    ]


def test_a_counter_can_only_be_accepted_or_declined() -> None:
    state = trading(["tar", "missing"], ["mortar", "brick"])
    act(state, OfferTrade(1, "tar", "mortar"))
    act(state, Counter("missing", "brick"))
    assert legal(state, 0) == [Accept(), Decline()]
    assert legal(state, 1) == []


def test_an_accepted_counter_exchanges_its_own_pair() -> None:
    state = trading(["tar", "missing"], ["mortar", "brick"])
    act(state, OfferTrade(1, "missing", "brick"))
    act(state, Counter("tar", "mortar"))
    act(state, Accept())
    assert state.players[0].hand == {"missing": 1, "mortar": 1}
    assert state.players[1].hand == {"brick": 1, "tar": 1}


def test_while_an_offer_is_open_the_active_player_may_only_withdraw_it() -> None:
    state = trading(["tar"], ["mortar", "brick"], ["scavenge"])
    act(state, OfferTrade(1, "tar", "mortar"))
    assert legal(state, 0) == [Withdraw()]
    assert legal(state, 2) == []
    events = act(state, Withdraw(), seat=0)
    assert told(events, "withdrawn") == [{"seat": 0}]
    assert (state.pending, state.refused, state.trades_left) == ([], 1, 1)


def test_each_distinct_offer_is_made_once_a_turn() -> None:
    state = trading(["tar"], ["mortar", "brick"])
    act(state, OfferTrade(1, "tar", "mortar"))
    act(state, Decline())
    assert legal(state) == [OfferTrade(1, "tar", "brick"), EndTrade()]


def test_an_offer_made_to_one_partner_may_be_made_to_another() -> None:
    state = trading(["tar"], ["mortar"], ["mortar"])
    act(state, OfferTrade(1, "tar", "mortar"))
    act(state, Decline())
    assert legal(state) == [OfferTrade(2, "tar", "mortar"), EndTrade()]


@pytest.mark.parametrize("refusal", [Decline(), Withdraw()])
def test_after_three_refused_or_withdrawn_offers_the_phase_ends(refusal: Decline) -> None:
    state = trading(["tar"], ["mortar", "brick", "missing", "scavenge"])
    for count, wanted in enumerate(("mortar", "brick", "missing")):
        assert (state.phase, state.refused) == ("trade", count)
        act(state, OfferTrade(1, "tar", wanted))
        act(state, refusal, seat=0 if isinstance(refusal, Withdraw) else 1)
    assert (state.phase, state.refused) == ("play", 3)


def test_a_refused_counter_is_a_refused_offer() -> None:
    state = trading(["tar", "scavenge"], ["mortar", "brick"])
    act(state, OfferTrade(1, "tar", "mortar"))
    act(state, Counter("tar", "brick"))
    act(state, Decline())
    assert (state.refused, state.trades_left) == (1, 1)


def test_a_refused_counter_leaves_its_pair_open_for_an_offer() -> None:
    state = trading(["tar"], ["mortar", "brick"])
    act(state, OfferTrade(1, "tar", "mortar"))
    act(state, Counter("tar", "brick"))
    act(state, Decline())
    assert OfferTrade(1, "tar", "brick") in legal(state)


def test_only_a_concluded_trade_counts() -> None:
    state = trading(["tar", "missing"], ["mortar", "brick"])
    act(state, OfferTrade(1, "tar", "mortar"))
    act(state, Decline())
    assert (state.phase, state.trades_left) == ("trade", 1)
    act(state, OfferTrade(1, "tar", "brick"))
    act(state, Accept())
    assert (state.phase, state.trades_left) == ("play", 0)


@pytest.mark.parametrize(("seats", "trades"), [(1, 0), (2, 1), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_there_is_one_trade_a_turn_and_two_with_six_castle_players(seats: int, trades: int) -> None:
    state = fresh(seats)
    GAME.apply_action(state, state.first, OpenAtRandom(), FastChance(5))
    assert state.trades_left == trades


def test_six_castle_players_may_trade_twice_with_the_same_partner() -> None:
    state = trading(["tar", "brick"], ["mortar", "missing"], *[["scavenge"]] * 4)
    act(state, OfferTrade(1, "tar", "mortar"))
    act(state, Accept())
    assert state.phase == "trade"
    act(state, OfferTrade(1, "brick", "missing"))
    act(state, Accept())
    assert state.phase == "play"
    assert state.players[0].hand == {"mortar": 1, "missing": 1}


def test_six_castle_players_may_trade_with_two_partners() -> None:
    state = trading(["tar", "brick", "missing"], ["mortar"], *[["scavenge"]] * 4)
    act(state, OfferTrade(1, "tar", "mortar"))
    act(state, Accept())
    act(state, OfferTrade(4, "brick", "scavenge"))
    act(state, Accept())
    assert state.players[4].hand == {"brick": 1}


def test_there_are_no_gifts() -> None:
    state = trading(["tar"], [], ["brick"])
    assert {offer.partner for offer in of(OfferTrade, legal(state))} == {2}
    assert all(offer.give and offer.take for offer in of(OfferTrade, legal(state)))


def test_with_an_empty_hand_there_is_no_trade() -> None:
    assert of(OfferTrade, legal(trading([], ["brick"]))) == []


def test_where_nobody_has_a_card_to_trade_the_phase_is_passed_over() -> None:
    state = trading(["tar"], [], [])
    state.phase = "discard"
    act(state, Exchange())
    assert state.phase == "play"


def test_a_card_for_the_same_card_is_no_trade() -> None:
    state = trading(["tar", "brick"], ["brick"])
    assert of(OfferTrade, legal(state)) == [OfferTrade(1, "tar", "brick")]


def test_trading_may_be_ended() -> None:
    state = trading(["tar"], ["brick"])
    act(state, EndTrade())
    assert (state.phase, state.active) == ("play", 0)


def test_one_player_against_an_overlord_doesnt_trade() -> None:
    state = position(["tar"], [], lord=1, phase="discard", monsters=[at("archer", 1, "troll")])
    act(state, Exchange())
    assert (state.phase, state.trades_left) == ("play", 0)


def test_nobody_trades_with_an_overlord_or_with_somebody_who_is_out() -> None:
    state = trading(["tar"], ["brick"], [], ["mortar"], lord=2, options={"mans_home": True})
    state.players[1].out = True
    assert {offer.partner for offer in of(OfferTrade, legal(state))} == {3}


def test_a_conclusion_costs_no_refusal() -> None:
    state = trading(["tar", "brick"], ["mortar", "missing"], *[["scavenge"]] * 4)
    act(state, OfferTrade(1, "tar", "mortar"))
    act(state, Accept())
    assert (state.trades_left, state.refused) == (1, 0)


def test_an_offer_says_who_offers_what_to_whom() -> None:
    state = trading(["tar", "missing"], ["mortar", "brick"])
    offered = act(state, OfferTrade(1, "tar", "mortar"))
    assert told(offered, "offer") == [{"seat": 0, "partner": 1, "give": "tar", "take": "mortar"}]
    countered = act(state, Counter("missing", "brick"))
    assert told(countered, "counter") == [
        {"seat": 1, "partner": 0, "give": "brick", "take": "missing"}
    ]


def test_an_offer_cant_be_taken_back_only_withdrawn() -> None:
    state = trading(["tar"], ["mortar", "brick"])
    assert not takes_back(act(state, OfferTrade(1, "tar", "mortar")))
    assert legal(state, 0) == [Withdraw()]


def test_a_counter_offer_cant_be_taken_back() -> None:
    state = trading(["tar", "missing"], ["mortar", "brick"])
    act(state, OfferTrade(1, "tar", "mortar"))
    assert not takes_back(act(state, Counter("tar", "brick")))


@pytest.mark.parametrize("said", [Accept(), Decline()])
def test_an_answer_may_be_taken_back(said: Accept) -> None:
    assert takes_back(act(saving(), said))


def test_whose_time_runs_out_declines() -> None:
    assert GAME.default_action(saving(), 1) == Decline()
    assert GAME.default_action(countering(), 0) == Decline()
    before = saving()
    before.pending.clear()
    assert GAME.default_action(before, before.active) == EndTrade(), "nor is anything offered"
