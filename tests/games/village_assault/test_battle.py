"""Ruling sheet, Archer, Castle and Battle, and the units with their own rules."""

from typing import Any

import pytest

from games.village_assault import actions as do
from games.village_assault.rules import battle
from games.village_assault.rules.battle import Battle
from games.village_assault.state import State
from tests.games.village_assault.positions import has, play, position

DECK = "farmer-red farmer-blue builder-red builder-blue"


def fight(state: State, unit: str, village: str, pigs: int = 0) -> Battle:
    attacked = state.village(village)
    assert attacked is not None
    return battle.fight(state, unit, attacked, pigs)


def attack(unit: str, hand: str = "", *more: Any, **here: Any) -> tuple[State, list[str]]:
    """What is after that unit has attacked the Tower, and which events told of it."""
    outcomes = here.pop("outcomes", ())
    state = position(hand=f"{unit} {hand}", **{"deck": DECK, **here})
    events = play(state, do.Attack(unit, "tower"), *more, outcomes=outcomes)
    return state, [event.type for event in events]


# -- Archer ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "village", "here", "met"),
    [
        ("ace-blue", "tower", {"tower": "archer-green"}, ("archer-green", "tower", 2, 2)),
        (
            "orc-red",
            "tower",
            {"castle": "archer-green", "tavern": "archer-orange", "tower": "ace-blue"},
            ("archer-green", "castle", 1, 2 + 2 + 1),
        ),
        (
            "orc-red",
            "castle",
            {"tower": "archer-green", "tavern": "archer-orange", "castle": "ace-blue"},
            ("archer-green", "tower", 1, 4),
        ),
        (
            "ace-blue",
            "tower",
            {"tower": "archer-green", "tavern": "archer-orange"},
            ("archer-orange", "tavern", 2, 4),
        ),
        (
            "ace-blue",
            "tavern",
            {"tower": "archer-green", "tavern": "archer-orange"},
            ("archer-green", "tower", 2, 4),
        ),
        (
            "ace-blue",
            "tower",
            {"tower": "orc-red", "tavern": "ace-green archer-green"},
            ("orc-red", "tower", 2, 2),
        ),
        (
            "ace-blue",
            "castle",
            {"castle": "scout-red", "tower": "archer-green"},
            ("archer-green", "tower", 2, 4),
        ),
    ],
    ids=[
        "at home without bonus",
        "of two elsewhere the stronger, whom the Castle's bonus follows",
        "then the first in village order",
        "with two shown each guards",
        "the other",
        "face down she does nothing",
        "the Castle's bonus isn't hers who comes there",
    ],
)
def test_an_archer(unit: str, village: str, here: dict[str, Any], met: tuple[Any, ...]) -> None:
    told = fight(position(hand="pig", **here), unit, village)
    assert (told.defender, told.at, told.attack, told.defense) == met


def test_an_archer_who_steps_in_and_loses_is_the_prisoner_and_the_attacked_stack_stays() -> None:
    here = {"tower": "scout-red pig", "tavern": "archer-green golem-green"}
    state, _ = attack("dragon-red", "ace-blue", **here)
    has(state, prisoners="archer-green", tower="scout-red pig", tavern="golem-green")


def test_powers_are_measured_against_the_card_that_defends() -> None:
    """An Ace of the attacked unit's color gains nothing against an Archer of another."""
    state = position(tower="scout-red", tavern="archer-green", hand="ace-green ace-yellow")
    assert fight(state, "ace-green", "tower").attack == 5
    assert fight(state, "ace-yellow", "tower").attack == 2
    # The Joker who is attacked doesn't fight, so the higher power wins.
    state = position(tower="joker-green", tavern="archer-green", hand="hero-blue")
    told = fight(state, "hero-blue", "tower")
    assert (told.attack, told.defense, told.won) == (5, 4, True)


# -- Orc, Golem, Joker ----------------------------------------------------------------------------


def test_an_orc_counts_the_cards_of_the_attacked_stack_but_no_building() -> None:
    stacks = {"castle": "ace-blue pig ace-green", "inn": "scout-red pig"}
    state = position(**stacks, kings="king-green king-yellow", hand="orc-red")
    assert fight(state, "orc-red", "castle").attack == 5
    assert fight(state, "orc-red", "inn-1").attack == 2
    state = position(tower="ace-blue pig ace-green", tavern="archer-green", hand="orc-red")
    told = fight(state, "orc-red", "tower")
    assert (told.at, told.attack, told.defense) == ("tavern", 3, 4)
    assert fight(state, "orc-red", "tower", pigs=1).attack == 5


def test_a_golem_counts_revealed_builders_in_other_villages_when_it_defends() -> None:
    villages = {"tower": "builder-red", "tavern": "builder-blue", "inn": "orc-red builder-green"}
    state = position(castle="golem-green builder-purple", hand="golem-yellow", **villages)
    told = fight(state, "golem-yellow", "castle")
    assert (told.attack, told.defense) == (2, 2 + 2 + 2 + 1)


def test_a_joker_used_or_met_lets_the_lower_power_win_and_ties_defend_but_an_assassin_wins():
    state = position(tower="dragon-red", tavern="joker-green", hand="joker-purple")
    assert fight(state, "joker-purple", "tower").won
    assert not fight(state, "joker-purple", "tavern").won  # two Jokers: a tie, reversed once
    assert fight(state, "farmer-red", "tavern").won
    assert not fight(state, "orc-red", "tavern", pigs=1).won
    state = position(tower="joker-green", tavern="assassin-red", hand="assassin-purple")
    assert fight(state, "assassin-purple", "tower").won
    assert fight(state, "farmer-green", "tavern").won, "defending she is one among others"


# -- the order of a battle ------------------------------------------------------------------------


@pytest.mark.parametrize("robber", ["thief-blue", "scout-red"])
def test_a_defeated_thief_or_scout_first_costs_a_random_prisoner(robber: str) -> None:
    here = {"tower": f"{robber} ace-green", "prisoners": "orc-red hero-blue pig", "outcomes": [2]}
    state, told = attack("dragon-orange", "ace-blue", **here)
    has(state, prisoners=f"orc-red pig {robber}", discards="hero-blue dragon-orange")
    assert told == ["attack", "freed", "captured", "turned", "used"]


def test_without_prisoners_or_on_a_loss_nobody_is_freed() -> None:
    has(attack("dragon-orange", tower="thief-blue", tavern="orc-red")[0], prisoners="thief-blue")
    lost, _ = attack("priest-red", "ace-blue", tower="thief-blue", prisoners="orc-red")
    has(lost, prisoners="orc-red")


@pytest.mark.parametrize("card", ["dragon-red", "king-green", "inn"])
def test_your_scout_discards_the_next_face_down_card_unrevealed(card: str) -> None:
    state, told = attack("scout-red", "ace-blue", tower=f"farmer-green {card} ace-green")
    assert told == ["attack", "captured", "scouted", "turned", "used"]
    has(state, discards=f"{card} scout-red", tower="ace-green", kings="")
    assert len(state.villages) == 3


def test_your_scout_discards_from_the_defeated_units_own_stack_and_not_when_beaten() -> None:
    stacks = {"tower": "farmer-green orc-red", "tavern": "archer-green dragon-red ace-green"}
    state, _ = attack("scout-red", "pig pig ace-blue", do.Boost(2, sheep=False), **stacks)
    has(state, tower="farmer-green orc-red", tavern="ace-green")  # against the Archer
    state, _ = attack("scout-red", "hero-blue", tower="dragon-red ace-green")
    has(state, tower="dragon-red ace-green")


@pytest.mark.parametrize(
    ("enemy", "told"),
    [
        ("farmer-green", ["attack", "captured", "turned", "drawn", "used"]),
        ("dragon-red", ["attack", "drawn", "used"]),
    ],
)
def test_your_thief_draws_a_card_after_the_next_is_turned_up_won_or_lost(enemy, told):
    state, events = attack("thief-blue", "hero-blue", tower=f"{enemy} ace-green")
    assert events == told
    has(state, hand="hero-blue builder-blue")


def test_used_cards_are_never_within_a_reshuffle_that_they_cause() -> None:
    boost = do.Boost(1, sheep=False)
    state, _ = attack("thief-blue", "pig hero-blue", boost, tower="dragon-red", deck=[])
    has(state, discards="pig thief-blue", shuffles=1)
    assert "thief-blue" not in [*state.deck, *state.hand]
    hand, prisoners = "merchant-orange hero-blue", "princess-blue orc-red"
    state = position(tower="ace-blue", hand=hand, prisoners=prisoners)
    play(state, do.Merchant("merchant-orange"), do.Finish())
    has(state, shuffles=1, discards="merchant-orange princess-blue orc-red")
    assert "merchant-orange" not in [*state.deck, *state.hand]


def test_an_attack_counts_whether_won_or_lost_or_intercepted() -> None:
    again = do.Attack("hero-blue", "tower")
    here = {"tower": "farmer-green", "tavern": "archer-green"}
    state, _ = attack("ace-blue", "hero-blue", again, **here)
    has(state, attacks=2, prisoners="archer-green")
