"""Ruling sheet, Rounds: dealing, revealing, reshuffling, closing."""

from games.plugin import FastChance
from games.village_assault import rules
from games.village_assault.actions import (
    Add,
    Attack,
    Boost,
    Chicken,
    Finish,
    Merchant,
    Retreat,
    Spend,
    Take,
)
from games.village_assault.rules import piles
from games.village_assault.state import State
from tests.games.village_assault.positions import inns, play, position

PLAIN = [f"{unit}-{color}" for unit in ("farmer", "builder") for color in ("red", "blue", "green")]


def closed(**more: object) -> State:
    """A round that is won, with the next one to be dealt from plain cards."""
    deck = [*PLAIN, "knight-blue", "knight-green", "ace-blue", "ace-green"]
    return position(**{"deck": deck, "tower": None, **more})  # type: ignore[arg-type]


def heights(state: State) -> dict[str, int]:
    return {village.key: village.height for village in state.villages}


def test_in_round_r_each_village_gets_r_minus_one_cards_face_down_and_one_face_up() -> None:
    state = closed(round=2)
    play(state, Finish())
    assert state.round == 3
    assert heights(state) == {"castle": 3, "tower": 3, "tavern": 3}
    # From the deck's end: the Castle's two face down, then the one on top.
    castle = state.villages[0]
    assert [card for card, _ in castle.down] == ["ace-green", "ace-blue"]
    assert castle.face == "knight-green"
    assert len(state.deck) == 1


def test_the_castle_gets_one_more_for_each_king_behind_it_counted_before_dealing() -> None:
    state = closed(kings=["king-green"])
    # The Castle's third card is the other King: it counts for the next deal only.
    state.deck[-3] = "king-yellow"
    state.discards = [card for card in state.discards if card != "king-yellow"] + ["ace-blue"]
    play(state, Finish())
    assert state.kings == ["king-green", "king-yellow"]
    assert heights(state) == {"castle": 2, "tower": 2, "tavern": 2}


def test_an_inn_is_a_village_from_the_round_after_it_was_revealed() -> None:
    state = position(tower=["ace-blue", "inn", "ace-green"], hand=["dragon-red"], deck=PLAIN)
    play(state, Attack("dragon-red", "tower"))
    assert heights(state) == {"castle": 0, "tower": 1, "tavern": 0, "inn-1": 0}
    state = closed(inn=None)
    play(state, Finish())
    assert heights(state) == {"castle": 2, "tower": 2, "tavern": 2, "inn-1": 2}


def test_reveals_resolve_after_the_whole_deal_in_village_order() -> None:
    state = closed(round=0)
    state.discards += state.deck
    deck = ["ace-blue", "inn", "king-yellow", "inn"]
    for card in deck:
        state.discards.remove(card)
    state.deck = deck
    events = play(state, Finish())
    told = [(event.type, event.data.get("village")) for event in events]
    dealt = told.index(("dealt", None))
    assert told[dealt + 1 : dealt + 4] == [("inn", "castle"), ("king", "tower"), ("inn", "tavern")]
    assert [village.key for village in state.villages][3:] == ["inn-1", "inn-2"]


def test_a_revealed_king_goes_behind_the_castle_and_the_next_card_is_turned_up() -> None:
    state = position(tower=["ace-blue", "king-green", "orc-red"], hand=["dragon-red"], deck=PLAIN)
    play(state, Attack("dragon-red", "tower"))
    assert state.kings == ["king-green"]
    assert state.village("tower").face == "orc-red"  # type: ignore[union-attr]


def test_when_the_top_card_goes_the_next_is_turned_up() -> None:
    state = position(tower=["pig", "orc-red", "ace-blue"], deck=PLAIN)
    events = play(state, Take("tower"))
    assert state.village("tower").face == "orc-red"  # type: ignore[union-attr]
    assert [event.reveals for event in events if event.type == "turned"] == [True]


def test_a_round_may_be_won_without_a_decision() -> None:
    state = closed(round=0)
    state.discards += state.deck
    deck = ["king-green", "king-yellow", "inn"]
    for card in deck:
        state.discards.remove(card)
    state.deck = deck
    events = play(state, Finish())
    assert (state.round, state.phase, state.all_empty) == (1, "closing", True)
    assert events[-1].type == "cleared"


def test_the_discards_are_reshuffled_only_when_a_card_is_needed_and_the_deck_is_empty() -> None:
    state = position(tower="ace-blue", hand=["chicken", "dragon-red"], deck=PLAIN[:2])
    play(state, Chicken())
    assert (state.shuffles, state.deck) == (0, [])
    state = position(tower="ace-blue", hand=["chicken", "dragon-red"], deck=PLAIN[:1])
    play(state, Chicken())
    assert state.shuffles == 1


def test_draws_by_chicken_thief_and_merchant_reshuffle_once_a_round_together() -> None:
    discards = ["farmer-red", "farmer-blue"]
    state = position(tower=["ace-blue"], hand=["chicken", "chicken", "dragon-red"])
    state.prisoners = [card for card in state.discards if card not in discards]
    state.discards = discards
    play(state, Chicken())
    assert (len(state.hand), state.shuffles, state.drawn_out) == (4, 1, True)
    play(state, Chicken())  # the first Chicken lies in the discards, but stays there
    assert (len(state.hand), state.shuffles) == (3, 1)
    assert state.discards == ["chicken", "chicken"]
    state = closed(drawn_out=True)
    play(state, Finish())
    assert not state.drawn_out


def test_the_draw_at_a_rounds_end_may_reshuffle_whatever_the_round_did() -> None:
    state = position(prisoners=["princess-blue"], deck=[], drawn_out=True)
    before = len(state.hand)
    play(state, Finish())
    assert len(state.hand) == before + 1
    assert state.shuffles == 1


def test_if_a_deal_runs_dry_it_is_the_last_round_and_winning_it_ends_the_game() -> None:
    state = position(hand=["dragon-red", "farmer-red"], round=1, deck=["orc-red"])
    state.hand += state.discards
    state.discards = []
    events = play(state, Finish())
    assert state.last_round
    assert state.village("castle").face == "orc-red"  # type: ignore[union-attr]
    assert [event.data["last"] for event in events if event.type == "dealt"] == [True]
    play(state, Attack("dragon-red", "castle"), Boost(0, sheep=False))
    drawn = len(state.hand)
    events = play(state, Add("farmer-red"), Finish())
    assert state.ending == "conquered"
    assert state.scored[-1] == 2 + 3
    assert len(state.hand) == drawn - 1
    assert not [event for event in events if event.type == "drawn"]


def test_when_all_villages_are_empty_the_round_closes() -> None:
    state = position(tower="ace-blue", hand=["dragon-red", "farmer-red"], deck=PLAIN[2:])
    events = play(state, Attack("dragon-red", "tower"))
    assert state.phase == "closing"
    assert events[-1].type == "cleared"
    assert rules.legal_actions(state, 0) == [Add("farmer-red"), Finish()]


def test_while_closing_chicken_merchant_warrior_and_assassin_may_still_be_played() -> None:
    state = position(
        hand=["chicken", "merchant-orange", "warrior-red", "assassin-red"],
        inn=None,
        kings=["king-green"],
        deck=PLAIN,
    )
    legal = rules.legal_actions(state, 0)
    wanted = [Spend("warrior-red", "inn-1"), Spend("assassin-red", "castle"), Chicken()]
    assert legal[:4] == [*wanted, Merchant("merchant-orange")]
    assert Retreat() not in legal
    play(state, Spend("warrior-red", "inn-1"))
    assert (state.phase, inns(state)) == ("closing", 0)


def test_then_cards_are_added_one_by_one_and_nothing_else_is_played() -> None:
    state = position(hand=["chicken", "farmer-red", "pig"], deck=PLAIN[1:])
    play(state, Add("farmer-red"))
    assert state.phase == "adding"
    assert rules.legal_actions(state, 0) == [Add("chicken"), Add("pig"), Finish()]
    play(state, Add("pig"))
    assert state.prisoners == ["farmer-red", "pig"]


def test_finishing_scores_the_gold_and_draws_a_card_for_every_three_rounded_down() -> None:
    state = closed(hand=["princess-blue", "orc-red"])
    play(state, Add("princess-blue"))
    play(state, Finish())
    assert state.scored == [5]
    assert state.hand == ["orc-red", "ace-green"]


def test_on_hard_a_card_costs_four_gold() -> None:
    for gold, cards in ((7, 1), (8, 2)):
        state = closed(difficulty="hard", prisoners=["princess-blue", "orc-red"])
        if gold == 8:
            state.prisoners.append("scout-red")
            state.discards.remove("scout-red")
        assert piles.gold(state.prisoners) == gold
        play(state, Finish())
        assert (state.scored, len(state.hand)) == ([gold], cards)


def test_the_prisoners_go_on_top_of_the_discards_in_the_order_they_were_taken() -> None:
    state = closed(prisoners=["orc-red", "hero-blue"], hand=["pig"])
    play(state, Add("pig"), Finish())
    assert state.discards[-3:] == ["orc-red", "hero-blue", "pig"]
    assert (state.prisoners, state.added) == ([], 0)


def test_prisoners_being_cashed_in_arent_in_the_reshuffle_that_they_cause() -> None:
    state = position(prisoners=["princess-blue", "orc-red"], deck=[])
    chance = FastChance(1)
    rules.apply_action(state, 0, Finish(), chance)
    unseen = [*state.deck, *(card for village in state.villages for card, _ in village.down)]
    shown = [village.face for village in state.villages]
    assert not {"princess-blue", "orc-red"} & {*unseen, *shown}
