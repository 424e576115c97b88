"""Ruling sheet, Rounds: what may be done at any time in a round, one thing after another."""

from typing import Any

import pytest

from games.village_assault import actions as do
from games.village_assault.rules import piles
from games.village_assault.state import State
from tests.games.village_assault.positions import GAME, has, inns, play, position

DECK = "farmer-red farmer-blue builder-red builder-blue"
FREE = ["princess-blue", "merchant-orange", "priest-red"]


def here(hand: str, *actions: Any, **more: Any) -> State:
    state = position(hand=hand, **{"deck": DECK, "tower": "ace-green", **more})
    play(state, *actions)
    return state


def legal(state: State, kind: type = object) -> list[Any]:
    return [one for one in GAME.legal_actions(state, 0) if isinstance(one, kind)]


# -- attacking and taking -------------------------------------------------------------------------


def test_any_hand_unit_may_attack_even_to_lose_and_is_used_up() -> None:
    state = here("princess-blue dragon-red pig", castle="orc-red", tavern="pig")
    units, villages = ("princess-blue", "dragon-red"), ("castle", "tower")
    # animals neither attack nor are attacked
    attacks = [do.Attack(unit, village) for unit in units for village in villages]
    assert legal(state, do.Attack) == attacks
    attack = do.Attack("farmer-green", "tower")
    state = here("farmer-green hero-blue", attack, tower="dragon-red")
    has(state, hand="hero-blue", prisoners="", discards="farmer-green", attacks=1)
    state = here("farmer-yellow", do.Attack("farmer-yellow", "tower"), tower="princess-blue")
    has(state, prisoners="princess-blue")


def test_animals_are_taken_for_free_and_a_chicken_draws_two() -> None:
    state = here("ace-blue", do.Take("castle"), castle="sheep ace-green", tower=None)
    has(state, hand="ace-blue sheep", attacks=0, castle="ace-green")
    state = here("chicken ace-blue", do.Chicken())
    has(state, hand="ace-blue builder-blue builder-red", discards="chicken")


@pytest.mark.parametrize("card", FREE)
def test_princess_merchant_and_priest_are_taken_prisoner_for_free(card: str) -> None:
    state = here("ace-blue", do.Take("tower"), tower=f"{card} ace-green")
    has(state, prisoners=card, hand="ace-blue")
    state = here("farmer-yellow orc-orange", castle=card)
    assert do.Take("castle") not in legal(state), "there their power is 1"
    assert do.Attack("farmer-yellow", "castle") in legal(state)


# -- animals --------------------------------------------------------------------------------------


def test_a_bunny_discards_a_face_up_unit_without_a_fight() -> None:
    state = here("bunny ace-blue", do.Bunny("tower"), tower="dragon-red ace-green")
    has(state, prisoners="", hand="ace-blue", attacks=0, tower="ace-green")
    assert sorted(state.discards[-2:]) == ["bunny", "dragon-red"]
    state = here("bunny", tower="pig", tavern="ace-green", kings="king-green")
    assert legal(state, do.Bunny) == [do.Bunny("tavern")]
    fixed = {"tower": "thief-blue", "tavern": "archer-green", "prisoners": "orc-red"}
    state = here("bunny ace-blue", do.Bunny("tower"), **fixed)
    has(state, prisoners="orc-red", tower="", tavern="archer-green")


def test_pigs_are_discarded_with_the_unit_and_add_two_each() -> None:
    attack = do.Attack("farmer-green", "tower")
    state = here("farmer-green pig pig hero-blue", attack, tower="dragon-red ace-green")
    assert legal(state) == [do.Boost(n, sheep=False) for n in (0, 1, 2)]
    play(state, do.Boost(2, sheep=False))
    has(state, prisoners="dragon-red", hand="hero-blue", discards="pig pig farmer-green")


@pytest.mark.parametrize(
    ("enemy", "pigs", "taken", "used"),
    [
        ("scout-red", 0, "scout-red", "sheep"),
        ("dragon-red", 0, "", "sheep"),
        ("dragon-red", 1, "dragon-red", "pig sheep"),
    ],
)
def test_the_sheep_goes_instead_of_the_unit_won_or_lost_and_pigs_even_so(enemy, pigs, taken, used):
    actions = (do.Attack("wizard-blue", "tower"), do.Boost(pigs, sheep=True))
    hand = "wizard-blue sheep" + " pig" * pigs
    state = here(hand, *actions, tower=f"{enemy} ace-green")
    has(state, prisoners=taken, hand="wizard-blue", discards=used)


def test_the_sheep_also_goes_instead_of_a_spent_unit_but_not_of_a_merchant() -> None:
    hand = "warrior-red sheep merchant-orange"
    state = here(hand, do.Spend("warrior-red", "inn-1"), inn=None)
    assert legal(state) == [do.Boost(0, sheep=False), do.Boost(0, sheep=True)]
    play(state, do.Boost(0, sheep=True))
    has(state, hand="warrior-red merchant-orange")
    has(here(hand, do.Merchant("merchant-orange")), phase="cashing")
    attack = do.Attack("wizard-blue", "tower")
    state = here("wizard-blue hero-blue", attack, tower="scout-red orc-red")
    has(state, phase="assault", declared=None, prisoners="scout-red")


# -- Merchant, Warrior, Assassin ------------------------------------------------------------------


def test_a_merchant_cashes_in_at_once_without_scoring_and_play_resumes() -> None:
    hand = "merchant-orange farmer-green ace-blue"
    state = here(hand, do.Merchant("merchant-orange"), prisoners="princess-blue")
    assert legal(state) == [do.Add("farmer-green"), do.Add("ace-blue"), do.Finish()]
    play(state, do.Add("farmer-green"), do.Finish())  # 5 + 3 gold
    has(state, hand="ace-blue builder-blue builder-red", prisoners="", scored=[], phase="assault")
    has(state, discards="merchant-orange princess-blue farmer-green")
    actions = (do.Merchant("merchant-orange"), do.Finish())  # 1 gold
    has(here("merchant-orange ace-blue", *actions, prisoners="ace-yellow"), hand="ace-blue")
    state = here("merchant-orange", tower=None, prisoners="princess-blue")
    play(state, do.Merchant("merchant-orange"), do.Finish())
    has(state, phase="closing", hand="builder-blue")


def test_a_warrior_may_be_spent_on_an_inn_whose_stack_is_empty() -> None:
    spend = do.Spend("warrior-red", "inn-1")
    state = here("warrior-red ace-blue", spend, inn=None)
    has(state, hand="ace-blue", attacks=0, discards="inn warrior-red")
    assert inns(state) == 0
    assert legal(here("warrior-red ace-blue", inn="orc-red"), do.Spend) == []
    assert legal(here("wizard-blue ace-blue", inn=None), do.Spend) == []
    attack = do.Attack("dragon-red", "tower")
    appeared = here("dragon-red warrior-red", attack, tower="ace-green inn", tavern="orc-red")
    assert spend in legal(appeared), "also in the round in which the Inn appeared"


def test_an_assassin_may_be_spent_on_one_king_if_the_castle_stack_is_empty() -> None:
    spend, kings = do.Spend("assassin-red", "castle"), "king-green king-yellow"
    assert len(here("assassin-red ace-blue", spend, kings=kings).kings) == 1
    for castle in ("pig", "sheep ace-yellow"):
        assert spend not in legal(here("assassin-red", castle=castle, kings=kings))


# -- retreat and gold -----------------------------------------------------------------------------


def test_a_retreat_scores_the_prisoners_but_not_while_closing_or_cashing() -> None:
    fixed = {"prisoners": "princess-blue", "scored": [7], "round": 2}
    has(here("farmer-green", do.Retreat(), **fixed), ending="retreated", scored=[7, 5])
    closing = here("farmer-green", tower=None)
    cashing = here("merchant-orange ace-blue", do.Merchant("merchant-orange"))
    for state in (closing, cashing):
        assert do.Retreat() not in legal(state)


def test_a_priest_is_worth_the_cards_in_the_prisoner_pile() -> None:
    assert piles.gold(["priest-red"]) == 1
    assert piles.gold(["priest-red", "princess-blue", "pig"]) == 3 + 5 + 1
    assert piles.gold(["priest-red", "priest-orange"]) == 4
