"""Ruling sheet, Rounds: dealing, revealing, reshuffling, closing."""

from typing import Any

import pytest

from games.village_assault import actions as do
from games.village_assault.rules import battle, piles
from games.village_assault.state import State
from tests.games.village_assault.positions import GAME, has, inns, play, position

PLAIN = "farmer-red farmer-blue farmer-green builder-red builder-blue builder-green"
FINISH = do.Finish()


def closed(**more: Any) -> State:
    """A round that is won, with the next one to be dealt from plain cards."""
    return position(**{"deck": f"{PLAIN} knight-blue knight-green ace-blue ace-green", **more})


def heights(state: State) -> dict[str, int]:
    return {village.key: battle.height(village) for village in state.villages}


def dealt(deck: str) -> tuple[State, list[tuple[str, Any]]]:
    """Round 1, dealt from that deck, and which events told of it in which village."""
    state = position(deck=deck, round=0)
    events = play(state, FINISH)
    return state, [(event.type, event.data.get("village")) for event in events]


# -- dealing and revealing ------------------------------------------------------------------------


def test_in_round_r_each_village_gets_r_minus_one_cards_face_down_and_one_face_up() -> None:
    state = closed(round=2)
    play(state, FINISH)
    assert heights(state) == {"castle": 3, "tower": 3, "tavern": 3}
    # From the deck's end: the Castle's two face down, then the one on top.
    has(state, round=3, castle="knight-green ace-blue ace-green")
    assert len(state.deck) == 1


def test_the_castle_gets_one_more_for_each_king_behind_it_counted_before_dealing():
    # The Castle's third card is the other King: it counts for the next deal only.
    state = position(deck=f"{PLAIN} king-yellow knight-green ace-green", kings="king-green")
    play(state, FINISH)
    has(state, kings="king-green king-yellow")
    assert heights(state) == {"castle": 2, "tower": 2, "tavern": 2}


def test_an_inn_is_a_village_from_the_round_after_it_was_revealed() -> None:
    state = position(tower="ace-blue inn ace-green", hand="dragon-red", deck=PLAIN)
    play(state, do.Attack("dragon-red", "tower"))
    assert heights(state) == {"castle": 0, "tower": 1, "tavern": 0, "inn-1": 0}
    state = closed(inn=None)
    play(state, FINISH)
    assert heights(state) == {"castle": 2, "tower": 2, "tavern": 2, "inn-1": 2}


def test_reveals_resolve_after_the_whole_deal_and_may_win_the_round() -> None:
    state, told = dealt("ace-blue inn king-yellow inn")
    at = told.index(("dealt", None)) + 1
    assert told[at : at + 3] == [("inn", "castle"), ("king", "tower"), ("inn", "tavern")]
    assert [*heights(state)][3:] == ["inn-1", "inn-2"]
    state, told = dealt("king-green king-yellow inn")
    has(state, round=1, phase="closing", all_empty=True)
    assert told[-1][0] == "cleared"


@pytest.mark.parametrize(
    ("stack", "action", "kings"),
    [
        ("ace-blue king-green orc-red", do.Attack("dragon-red", "tower"), "king-green"),
        ("pig orc-red ace-blue", do.Take("tower"), ""),
    ],
)
def test_when_the_top_card_goes_the_next_is_turned_up_and_a_king_goes_behind_the_castle(
    stack, action, kings
):
    state = position(tower=stack, hand="dragon-red", deck=PLAIN)
    events = play(state, action)
    has(state, kings=kings, tower="orc-red" if kings else "orc-red ace-blue")
    assert {event.reveals for event in events if event.type == "turned"} == {True}


# -- reshuffling ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "shuffles"), [("farmer-red farmer-blue", 0), ("farmer-red", 1)])
def test_the_discards_are_reshuffled_only_when_a_card_is_needed_and_the_deck_is_empty(
    deck, shuffles
):
    state = position(tower="ace-blue", hand="chicken dragon-red", deck=deck)
    play(state, do.Chicken())
    assert state.shuffles == shuffles


def test_draws_by_chicken_thief_and_merchant_reshuffle_once_a_round_together() -> None:
    discards = "farmer-red farmer-blue"
    hand = "chicken chicken dragon-red"
    state = position(tower="ace-blue", hand=hand, discards=discards)
    play(state, do.Chicken())
    has(state, shuffles=1, drawn_out=True)
    assert len(state.hand) == 4
    play(state, do.Chicken())  # the first Chicken lies in the discards, but stays there
    has(state, shuffles=1, discards="chicken chicken")
    assert len(state.hand) == 3
    state = closed(drawn_out=True)
    play(state, FINISH)
    assert not state.drawn_out


def test_the_draw_at_a_rounds_end_may_reshuffle_whatever_the_round_did() -> None:
    state = position(prisoners="princess-blue orc-red", drawn_out=True)
    play(state, FINISH)
    assert (len(state.hand), state.shuffles) == (2, 1)
    unseen = [*state.deck, *(card for village in state.villages for card, _ in village.down)]
    shown = [village.face for village in state.villages]
    assert not {"princess-blue", "orc-red"} & {*unseen, *shown, *state.hand}, "not with themselves"


def test_if_a_deal_runs_dry_it_is_the_last_round_and_winning_it_ends_the_game() -> None:
    state = position(hand="dragon-red farmer-red", deck="orc-red")
    state.hand += state.discards
    state.discards = []
    events = play(state, FINISH)
    has(state, last_round=True, castle="orc-red")
    assert [event.data["last"] for event in events if event.type == "dealt"] == [True]
    play(state, do.Attack("dragon-red", "castle"), do.Boost(0, sheep=False))
    drawn = len(state.hand)
    events = play(state, do.Add("farmer-red"), FINISH)
    assert (state.ending, state.scored[-1]) == ("conquered", 2 + 3)
    assert len(state.hand) == drawn - 1
    assert not [event for event in events if event.type == "drawn"]


# -- closing --------------------------------------------------------------------------------------


def test_when_all_villages_are_empty_the_round_closes_and_some_cards_may_still_be_played() -> None:
    state = position(tower="ace-blue", hand="dragon-red farmer-red", deck="farmer-green")
    events = play(state, do.Attack("dragon-red", "tower"))
    assert (state.phase, events[-1].type) == ("closing", "cleared")
    assert GAME.legal_actions(state, 0) == [do.Add("farmer-red"), FINISH]
    hand = "chicken merchant-orange warrior-red assassin-red"
    state = position(hand=hand, inn=None, kings="king-green", deck=PLAIN)
    legal = GAME.legal_actions(state, 0)
    spent = [do.Spend("warrior-red", "inn-1"), do.Spend("assassin-red", "castle")]
    assert legal[:4] == [*spent, do.Chicken(), do.Merchant("merchant-orange")]
    play(state, spent[0])
    assert (state.phase, inns(state)) == ("closing", 0)


def test_then_cards_are_added_one_by_one_and_nothing_else_is_played() -> None:
    state = position(hand="chicken orc-red pig", prisoners="hero-blue", deck=f"{PLAIN} ace-blue")
    play(state, do.Add("orc-red"))
    assert state.phase == "adding"
    assert GAME.legal_actions(state, 0) == [do.Add("chicken"), do.Add("pig"), FINISH]
    play(state, do.Add("pig"))
    has(state, prisoners="hero-blue orc-red pig")
    play(state, FINISH)
    has(state, discards="hero-blue orc-red pig", prisoners="", added=0)  # as they were taken


@pytest.mark.parametrize(
    ("difficulty", "prisoners", "gold", "cards"),
    [
        ("normal", "princess-blue", 5, 1),
        ("hard", "princess-blue orc-red", 7, 1),
        ("hard", "princess-blue orc-red scout-red", 8, 2),
    ],
)
def test_finishing_scores_the_gold_and_draws_a_card_for_every_three_rounded_down_hard_four(
    difficulty, prisoners, gold, cards
):
    state = closed(difficulty=difficulty, prisoners=prisoners, hand="hero-blue")
    assert piles.gold(state.prisoners) == gold
    play(state, FINISH)
    has(state, scored=[gold])
    assert state.hand == ["hero-blue", "ace-green", "ace-blue"][: 1 + cards]
