"""Ruling sheet: a turn, phases 1 and 2, and the order of it all."""

import pytest

from games.castle_panic.actions import (
    Decline,
    EndPlay,
    EndTrade,
    Exchange,
    Hit,
    OfferTrade,
    OpenAtRandom,
)
from games.castle_panic.state import State
from games.plugin import Event, FastChance
from tests.games.castle_panic.positions import (
    GAME,
    act,
    at,
    fresh,
    legal,
    of,
    position,
    to,
    told,
)

TROLL = at("archer", 1, "troll")


def next_turn(state: State, *cards: str, size: int = 6) -> list[Event]:
    """The next seat's turn begins without new monsters, and it draws these cards."""
    state.missing, state.hand_size = True, size
    return act(state, EndPlay(), *cards)


def test_a_player_draws_up_to_hand_size() -> None:
    state = position(["tar"], ["brick"] * 4, monsters=[TROLL], deck=["mortar", "missing", "tar"])
    next_turn(state, "missing", "tar")
    assert state.players[1].hand == {"brick": 4, "missing": 1, "tar": 1}
    assert state.deck == {"mortar": 1}


def test_nobody_draws_up_on_a_first_turn_even_if_cards_were_lost_before() -> None:
    state = position(["tar"], ["brick"], monsters=[TROLL], deck=["mortar"] * 4)
    state.players[1].turns = 0
    next_turn(state)
    assert state.players[1].hand == {"brick": 1}
    assert state.players[1].turns == 1


@pytest.mark.parametrize("count", [6, 8])
def test_a_hand_at_or_above_size_draws_nothing_and_loses_nothing(count: int) -> None:
    state = position(["tar"], ["archer-red"] * count, monsters=[TROLL], deck=["mortar"])
    next_turn(state)
    assert state.players[1].hand == {"archer-red": count}


def test_the_discards_are_reshuffled_when_a_card_is_due_and_the_deck_is_empty() -> None:
    state = position(
        ["tar"], ["brick"] * 3, monsters=[TROLL], deck=["mortar"], discards=["tar", "missing"]
    )
    events = next_turn(state, "mortar", "missing", "tar")
    assert state.players[1].hand == {"brick": 3, "mortar": 1, "missing": 1, "tar": 1}
    assert (state.deck, state.discards) == ({}, {})
    assert told(events, "reshuffle") == [{"lost": []}]


def test_taking_the_decks_last_card_reshuffles_nothing() -> None:
    state = position(["tar"], ["brick"] * 5, monsters=[TROLL], deck=["mortar"], discards=["tar"])
    next_turn(state, "mortar")
    assert (state.deck, state.discards) == ({}, {"tar": 1})


def test_with_deck_and_discards_empty_nothing_is_drawn() -> None:
    state = position(["tar"], ["brick"], monsters=[TROLL])
    next_turn(state)
    assert state.players[1].hand == {"brick": 1}


def test_up_to_one_card_is_discarded_and_replaced() -> None:
    state = position(
        ["tar", "brick", "brick"], ["tar"], monsters=[TROLL], deck=["missing"], phase="discard"
    )
    assert legal(state) == [Exchange(), Exchange(("brick",)), Exchange(("tar",))]
    act(state, Exchange(("brick",)), "missing")
    assert state.players[0].hand == {"tar": 1, "brick": 1, "missing": 1}
    assert state.discards == {"brick": 1}
    assert state.phase == "trade"


def test_the_discard_is_optional() -> None:
    state = position(["tar"], ["brick"], monsters=[TROLL], deck=["missing"], phase="discard")
    events = act(state, Exchange())
    assert state.players[0].hand == {"tar": 1}
    assert (events, state.phase) == ([], "trade")


def test_alone_up_to_two_cards_are_chosen_together() -> None:
    state = position(["brick", "brick", "tar"], monsters=[TROLL], phase="discard")
    assert [action.cards for action in of(Exchange, legal(state))] == [
        (),
        ("brick",),
        ("tar",),
        ("brick", "brick"),
        ("brick", "tar"),
    ]


def test_both_discards_reach_the_pile_before_a_replacement_is_drawn() -> None:
    state = position(["brick", "brick", "tar"], monsters=[TROLL], phase="discard")
    act(state, Exchange(("brick", "tar")), "tar", "brick")
    assert state.players[0].hand == {"brick": 2, "tar": 1}


def test_one_player_against_an_overlord_discards_one_card() -> None:
    state = position([], ["brick", "tar"], lord=0, monsters=[TROLL], phase="discard")
    assert max(len(action.cards) for action in of(Exchange, legal(state))) == 1


def test_the_last_one_still_in_discards_one_card() -> None:
    state = position(
        ["brick", "tar"], [], options={"mans_home": True}, monsters=[TROLL], phase="discard"
    )
    state.players[1].out = True
    assert max(len(action.cards) for action in of(Exchange, legal(state))) == 1


def test_without_cards_the_discard_and_the_trade_are_passed_over() -> None:
    state = position(["tar"], [], ["brick"], monsters=[TROLL])
    next_turn(state, "goblin", 1, "orc", 2)
    assert state.active == 2
    assert state.turn == 3


def test_trading_follows_the_discard_and_playing_the_trade() -> None:
    state = position(["tar"], ["brick"], monsters=[TROLL], phase="discard")
    act(state, Exchange())
    assert state.phase == "trade"
    act(state, EndTrade())
    assert state.phase == "play"


def test_any_number_of_cards_may_be_played() -> None:
    state = position(["archer-red", "archer-any", "hero-red", "tar"], ["brick"], monsters=[TROLL])
    act(state, Hit("archer-red", to("archer", 1, "troll")))
    act(state, Hit("hero-red", to("archer", 1, "troll", 2)))
    act(state, Hit("archer-any", to("archer", 1, "troll", 1)), "goblin", 1, "orc", 2)
    assert state.players[0].trophies == {"troll": 1}
    assert [monster.kind for monster in state.monsters][:2] == ["goblin", "orc"]


def test_playing_may_stop_at_any_time() -> None:
    state = position(["archer-red", "tar"], ["tar"], monsters=[TROLL], missing=True)
    assert EndPlay() in legal(state)
    act(state, EndPlay())
    assert state.players[0].hand == {"archer-red": 1, "tar": 1}


def test_the_turn_ends_by_itself_when_nothing_can_be_played() -> None:
    state = position(["archer-blue"], ["tar"], monsters=[TROLL], phase="trade", missing=True)
    act(state, EndTrade())
    assert (state.active, state.turn) == (1, 2)
    assert state.monsters[0].ring == at("knight", 1, "troll").ring


def test_turns_follow_seat_order_and_skip_the_overlord() -> None:
    state = position(["tar"], [], ["tar"], ["tar"], lord=1, monsters=[TROLL], missing=True)
    seen = [state.active]
    for _ in range(3):
        state.phase, state.missing = "play", True
        act(state, EndPlay())
        seen.append(state.active)
    assert seen == [0, 2, 3, 0]


def test_trades_refusals_and_missing_start_anew_with_every_turn() -> None:
    state = position(["tar"], ["brick"], monsters=[TROLL], missing=True)
    state.trades_left, state.refused, state.offered = 0, 3, [(1, "tar", "brick")]
    act(state, EndPlay())
    assert (state.trades_left, state.refused, state.offered) == (1, 0, [])
    assert state.missing is False


def test_hand_size_and_trades_stay_when_players_are_eliminated() -> None:
    hands = [["tar"], ["brick"], [], [], [], []]
    state = position(*hands, options={"mans_home": True}, monsters=[TROLL], deck=["mortar"] * 5)
    for seat in (2, 3, 4, 5):
        state.players[seat].out = True
    next_turn(state, "mortar", "mortar", "mortar", size=4)
    assert sum(state.players[1].hand.values()) == 4
    assert state.trades_left == 2


def test_dwindling_resources_take_a_brick_and_a_mortar_before_each_reshuffle() -> None:
    rest = ["brick", "brick", "mortar", "tar"]
    for dwindling in (False, True):
        state = position(
            ["missing"],
            ["archer-red"] * 5,
            monsters=[TROLL],
            discards=rest,
            options={"dwindling_resources": dwindling},
        )
        next_turn(state, "tar")
        left = {"brick": 1} if dwindling else {"brick": 2, "mortar": 1}
        assert state.deck == left
        assert state.gone == ({"brick": 1, "mortar": 1} if dwindling else {})


@pytest.mark.parametrize(
    ("discards", "gone"), [(["brick", "tar"], {"brick": 1}), (["mortar", "tar"], {"mortar": 1})]
)
def test_each_leaves_only_if_it_lies_in_those_discards(
    discards: list[str], gone: dict[str, int]
) -> None:
    state = position(
        ["missing", "brick", "mortar"],
        ["brick", "mortar", *["archer-red"] * 3],
        monsters=[TROLL],
        discards=discards,
        options={"dwindling_resources": True},
    )
    next_turn(state, "tar")
    assert state.gone == gone
    assert state.players[0].hand == {"missing": 1, "brick": 1, "mortar": 1}
    assert state.players[1].hand == {"brick": 1, "mortar": 1, "archer-red": 3, "tar": 1}


def test_nothing_is_drawn_when_dwindling_takes_the_last_discards() -> None:
    state = position(
        ["missing"],
        ["tar"],
        monsters=[TROLL],
        discards=["brick", "mortar"],
        options={"dwindling_resources": True},
    )
    next_turn(state)
    assert state.players[1].hand == {"tar": 1}
    assert (state.deck, state.discards) == ({}, {})
    assert state.gone == {"brick": 1, "mortar": 1}


def test_the_shuffle_of_the_setup_doesnt_count_for_dwindling() -> None:
    state = fresh(4, dwindling_resources=True)
    GAME.apply_action(state, state.first, OpenAtRandom(), FastChance(1))
    assert state.gone == {}
    assert GAME.pieces(state)["card:brick"] == GAME.pieces(state)["card:mortar"] == 4


def test_an_active_player_owes_one_decision_at_a_time() -> None:
    state = position(["tar"], ["brick"], monsters=[TROLL], phase="discard")
    assert GAME.active_seats(state) == {0}
    assert GAME.legal_actions(state, 1) == []


# -- whose turn it is, for clocks ------------------------------------------------------------------


def test_an_offer_is_answered_within_the_turn_of_whoever_made_it() -> None:
    hands = (["archer-blue", "tar"], ["swordsman-green", "brick"])
    state = position(*hands, phase="trade", monsters=[TROLL])
    own = GAME.turn(state)
    assert own is not None
    assert own.seat == 0
    act(state, OfferTrade(1, "archer-blue", "swordsman-green"))
    assert (GAME.active_seats(state), GAME.turn(state)) == ({1}, own)
    act(state, Decline())
    assert (GAME.active_seats(state), GAME.turn(state)) == ({0}, own)


def test_each_of_a_players_turns_is_another() -> None:
    state = position(["tar"], monsters=[TROLL])
    own = GAME.turn(state)
    next_turn(state, size=0)
    following = GAME.turn(state)
    assert own is not None
    assert following is not None
    assert own.seat == following.seat == 0
    assert own != following
