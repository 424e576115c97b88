"""Ruling sheet, Rounds: what may be done at any time in a round, one thing after another."""

import pytest

from games.village_assault import rules
from games.village_assault.actions import (
    Add,
    Attack,
    Boost,
    Bunny,
    Chicken,
    Finish,
    Merchant,
    Retreat,
    Spend,
    Take,
)
from games.village_assault.rules import piles
from tests.games.village_assault.positions import inns, play, position

DECK = ["farmer-red", "farmer-blue", "builder-red", "builder-blue"]
FREE = ["princess-blue", "merchant-orange", "priest-red"]


def test_any_hand_unit_may_attack_those_of_power_0_too() -> None:
    hand = ["princess-blue", "dragon-red", "pig"]
    state = position(tower="ace-green", castle="orc-red", tavern="pig", hand=hand)
    attacks = [one for one in rules.legal_actions(state, 0) if isinstance(one, Attack)]
    assert attacks == [
        Attack(unit, village) for unit in hand[:2] for village in ("castle", "tower")
    ]  # animals neither attack nor are attacked


def test_a_lost_attack_is_legal_and_uses_up_the_unit() -> None:
    state = position(tower="dragon-red", hand=["farmer-green", "hero-blue"], deck=DECK)
    play(state, Attack("farmer-green", "tower"))
    assert (state.hand, state.prisoners, state.discards[-1]) == (["hero-blue"], [], "farmer-green")
    assert state.attacks == 1


def test_a_revealed_animal_is_taken_into_hand_for_free() -> None:
    state = position(castle=["sheep", "ace-green"], hand=["ace-blue"], deck=DECK)
    play(state, Take("castle"))
    assert (state.hand, state.attacks) == (["ace-blue", "sheep"], 0)
    assert state.villages[0].face == "ace-green"


@pytest.mark.parametrize("card", FREE)
def test_princess_merchant_and_priest_are_taken_prisoner_for_free(card: str) -> None:
    state = position(tower=[card, "ace-green"], hand=["ace-blue"], deck=DECK)
    play(state, Take("tower"))
    assert (state.prisoners, state.hand) == ([card], ["ace-blue"])


@pytest.mark.parametrize("card", FREE)
def test_not_in_the_castle_where_their_power_is_1(card: str) -> None:
    state = position(castle=card, hand=["farmer-yellow", "orc-orange"], deck=DECK)
    assert Take("castle") not in rules.legal_actions(state, 0)
    assert Attack("farmer-yellow", "castle") in rules.legal_actions(state, 0)


def test_she_may_be_attacked_instead() -> None:
    state = position(tower="princess-blue", hand=["farmer-yellow"], deck=DECK)
    play(state, Attack("farmer-yellow", "tower"))
    assert state.prisoners == ["princess-blue"]


def test_a_chicken_is_discarded_for_two_cards() -> None:
    state = position(tower="ace-green", hand=["chicken", "ace-blue"], deck=DECK)
    play(state, Chicken())
    assert state.hand == ["ace-blue", "builder-blue", "builder-red"]
    assert state.discards[-1] == "chicken"


def test_a_bunny_discards_a_face_up_unit_which_is_no_prisoner() -> None:
    state = position(tower=["dragon-red", "ace-green"], hand=["bunny", "ace-blue"], deck=DECK)
    play(state, Bunny("tower"))
    assert (state.prisoners, state.hand, state.attacks) == ([], ["ace-blue"], 0)
    assert sorted(state.discards[-2:]) == ["bunny", "dragon-red"]
    assert state.villages[1].face == "ace-green"


def test_a_bunny_reaches_no_animal_and_no_king() -> None:
    state = position(
        tower="pig", tavern="ace-green", hand=["bunny"], kings=["king-green"], deck=DECK
    )
    bunnies = [one for one in rules.legal_actions(state, 0) if isinstance(one, Bunny)]
    assert bunnies == [Bunny("tavern")]


def test_a_bunny_is_never_intercepted_and_triggers_no_thief() -> None:
    state = position(
        tower="thief-blue",
        tavern="archer-green",
        hand=["bunny", "ace-blue"],
        prisoners=["orc-red"],
        deck=DECK,
    )
    play(state, Bunny("tower"))
    assert (state.prisoners, state.villages[1].face) == (["orc-red"], None)
    assert state.villages[2].face == "archer-green"


def test_a_merchant_cashes_in_at_once_without_scoring() -> None:
    state = position(
        tower="orc-red",
        hand=["merchant-orange", "farmer-green", "ace-blue"],
        prisoners=["princess-blue"],
        deck=DECK,
    )
    play(state, Merchant("merchant-orange"))
    assert rules.legal_actions(state, 0) == [Add("farmer-green"), Add("ace-blue"), Finish()]
    play(state, Add("farmer-green"))
    play(state, Finish())  # 5 + 3 gold
    assert state.hand == ["ace-blue", "builder-blue", "builder-red"]
    assert (state.scored, state.prisoners, state.phase) == ([], [], "assault")
    assert state.discards[-3:] == ["merchant-orange", "princess-blue", "farmer-green"]


def test_the_merchants_own_gold_counts_nowhere() -> None:
    state = position(
        tower="dragon-red", hand=["merchant-orange", "ace-blue"], prisoners=["ace-green"], deck=DECK
    )
    play(state, Merchant("merchant-orange"))
    play(state, Finish())  # 1 gold
    assert state.hand == ["ace-blue"]


def test_play_resumes_where_it_was_after_a_merchant() -> None:
    state = position(hand=["merchant-orange"], prisoners=["princess-blue"], deck=DECK)
    play(state, Merchant("merchant-orange"), Finish())
    assert (state.phase, state.hand) == ("closing", ["builder-blue"])


def test_a_warrior_may_be_spent_on_an_inn_whose_stack_is_empty() -> None:
    state = position(tower="ace-green", inn=None, hand=["warrior-red", "ace-blue"], deck=DECK)
    play(state, Spend("warrior-red", "inn-1"))
    assert (inns(state), state.hand, state.attacks) == (0, ["ace-blue"], 0)
    assert state.discards[-2:] == ["inn", "warrior-red"]
    state = position(tower="ace-green", inn="orc-red", hand=["warrior-red", "ace-blue"], deck=DECK)
    assert Spend("warrior-red", "inn-1") not in rules.legal_actions(state, 0)
    state = position(tower="ace-green", inn=None, hand=["wizard-blue", "ace-blue"], deck=DECK)
    assert not [one for one in rules.legal_actions(state, 0) if isinstance(one, Spend)]


def test_also_in_the_round_in_which_the_inn_appeared() -> None:
    state = position(
        tower=["ace-green", "inn"], tavern="orc-red", hand=["dragon-red", "warrior-red"], deck=DECK
    )
    play(state, Attack("dragon-red", "tower"))
    assert Spend("warrior-red", "inn-1") in rules.legal_actions(state, 0)


def test_an_assassin_may_be_spent_on_one_king_if_the_castle_stack_is_empty() -> None:
    kings = ["king-green", "king-yellow"]
    state = position(tower="ace-green", kings=kings, hand=["assassin-red", "ace-blue"], deck=DECK)
    play(state, Spend("assassin-red", "castle"))
    assert len(state.kings) == 1
    for castle in ("pig", ["sheep", "ace-yellow"]):
        state = position(castle=castle, kings=kings, hand=["assassin-red"], deck=DECK)
        assert Spend("assassin-red", "castle") not in rules.legal_actions(state, 0)


def test_pigs_are_discarded_with_the_unit_and_add_two_each() -> None:
    hand = ["farmer-green", "pig", "pig", "hero-blue"]
    state = position(tower=["dragon-red", "ace-green"], hand=hand, deck=DECK)
    play(state, Attack("farmer-green", "tower"))
    assert rules.legal_actions(state, 0) == [Boost(n, sheep=False) for n in (0, 1, 2)]
    play(state, Boost(2, sheep=False))
    assert (state.prisoners, state.hand) == (["dragon-red"], ["hero-blue"])
    assert state.discards[-3:] == ["pig", "pig", "farmer-green"]


def test_the_sheep_goes_instead_of_the_unit_won_or_lost() -> None:
    for enemy, taken in (("scout-red", ["scout-red"]), ("dragon-red", [])):
        state = position(tower=[enemy, "ace-green"], hand=["wizard-blue", "sheep"], deck=DECK)
        play(state, Attack("wizard-blue", "tower"), Boost(0, sheep=True))
        assert (state.prisoners, state.hand) == (taken, ["wizard-blue"])
        assert state.discards[-1] == "sheep"


def test_pigs_are_discarded_even_with_the_sheep() -> None:
    hand = ["wizard-blue", "sheep", "pig"]
    state = position(tower=["dragon-red", "ace-green"], hand=hand, deck=DECK)
    play(state, Attack("wizard-blue", "tower"), Boost(1, sheep=True))
    assert (state.hand, state.discards[-2:]) == (["wizard-blue"], ["pig", "sheep"])


def test_the_sheep_also_goes_instead_of_a_spent_unit_but_not_of_a_merchant() -> None:
    hand = ["warrior-red", "sheep", "merchant-orange"]
    state = position(tower="ace-green", inn=None, hand=hand, deck=DECK)
    play(state, Spend("warrior-red", "inn-1"))
    assert rules.legal_actions(state, 0) == [Boost(0, sheep=False), Boost(0, sheep=True)]
    play(state, Boost(0, sheep=True))
    assert state.hand == ["warrior-red", "merchant-orange"]
    state = position(tower="ace-green", hand=hand, deck=DECK)
    play(state, Merchant("merchant-orange"))
    assert state.phase == "cashing"


def test_without_pig_and_sheep_nothing_is_asked() -> None:
    state = position(tower=["scout-red", "orc-red"], hand=["wizard-blue", "hero-blue"], deck=DECK)
    play(state, Attack("wizard-blue", "tower"))
    assert (state.phase, state.declared, state.prisoners) == ("assault", None, ["scout-red"])


def test_a_retreat_ends_the_game_and_scores_the_prisoners() -> None:
    state = position(
        tower="ace-green", hand=["farmer-red"], prisoners=["princess-blue"], scored=[7], round=2
    )
    play(state, Retreat())
    assert (state.ending, state.scored) == ("retreated", [7, 5])


def test_nobody_retreats_while_closing_or_cashing() -> None:
    closing = position(hand=["farmer-red"])
    cashing = position(tower="ace-green", hand=["merchant-orange", "ace-blue"])
    play(cashing, Merchant("merchant-orange"))
    for state in (closing, cashing):
        assert Retreat() not in rules.legal_actions(state, 0)


def test_a_priest_is_worth_the_cards_in_the_prisoner_pile() -> None:
    assert piles.gold(["priest-red"]) == 1
    assert piles.gold(["priest-red", "princess-blue", "pig"]) == 3 + 5 + 1
    assert piles.gold(["priest-red", "priest-orange"]) == 4
