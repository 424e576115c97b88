"""Ruling sheet, Archer, Castle and Battle, and the units with their own rules."""

import pytest

from games.plugin import Event
from games.village_assault.actions import Attack, Boost, Finish, Merchant
from games.village_assault.rules import battle
from games.village_assault.rules.battle import Battle
from games.village_assault.state import State
from tests.games.village_assault.positions import play, position

DECK = ["farmer-red", "farmer-blue", "builder-red", "builder-blue"]


def fight(state: State, unit: str, village: str, pigs: int = 0) -> Battle:
    attacked = state.village(village)
    assert attacked is not None
    return battle.fight(state, unit, attacked, pigs)


def types(events: list[Event]) -> list[str]:
    return [event.type for event in events]


# -- Archer ---------------------------------------------------------------------------------------


def test_an_archer_attacked_at_home_gets_no_bonus() -> None:
    state = position(tower="archer-green", hand=["ace-blue"])
    assert fight(state, "ace-blue", "tower")[1:5] == ("archer-green", "tower", 2, 2)


def test_of_two_archers_elsewhere_the_stronger_steps_in_then_the_first_in_village_order() -> None:
    state = position(castle="archer-green", tavern="archer-orange", tower="ace-blue", hand=["pig"])
    assert fight(state, "orc-red", "tower").at == "castle"
    assert fight(state, "orc-red", "tower").defense == 2 + 2 + 1
    state = position(tower="archer-green", tavern="archer-orange", castle="ace-blue", hand=["pig"])
    assert fight(state, "orc-red", "castle").at == "tower"


def test_with_two_shown_each_guards_the_other() -> None:
    state = position(tower="archer-green", tavern="archer-orange", hand=["ace-blue"])
    assert fight(state, "ace-blue", "tower")[1:5] == ("archer-orange", "tavern", 2, 4)
    assert fight(state, "ace-blue", "tavern")[1:5] == ("archer-green", "tower", 2, 4)


def test_a_face_down_archer_does_nothing() -> None:
    state = position(tower="orc-red", tavern=["ace-green", "archer-green"], hand=["ace-blue"])
    assert fight(state, "ace-blue", "tower").defender == "orc-red"


def test_an_archer_who_steps_in_and_loses_is_the_prisoner_and_the_attacked_stack_stays() -> None:
    state = position(
        tower=["scout-red", "pig"],
        tavern=["archer-green", "golem-green"],
        hand=["dragon-red", "ace-blue"],
        deck=DECK,
    )
    play(state, Attack("dragon-red", "tower"))
    assert state.prisoners == ["archer-green"]
    assert (state.villages[1].face, state.villages[1].height) == ("scout-red", 2)
    assert state.villages[2].face == "golem-green"


def test_the_castles_bonus_goes_with_an_archer_who_lives_there() -> None:
    state = position(castle="archer-green", tower="scout-red", hand=["ace-blue"])
    assert fight(state, "ace-blue", "tower")[2:5] == ("castle", 2, 5)
    state = position(castle="scout-red", tower="archer-green", hand=["ace-blue"])
    assert fight(state, "ace-blue", "castle")[2:5] == ("tower", 2, 4)


def test_powers_are_measured_against_the_card_that_defends() -> None:
    """An Ace of the attacked unit's color gains nothing against an Archer of another."""
    state = position(tower="scout-red", tavern="archer-green", hand=["ace-green", "ace-yellow"])
    assert fight(state, "ace-green", "tower").attack == 5
    assert fight(state, "ace-yellow", "tower").attack == 2
    # The Joker who is attacked doesn't fight, so the higher power wins.
    state = position(tower="joker-green", tavern="archer-green", hand=["hero-blue"])
    assert fight(state, "hero-blue", "tower")[3:5] == (5, 4)
    assert fight(state, "hero-blue", "tower").won


# -- Orc, Golem, Joker ----------------------------------------------------------------------------


def test_an_orc_counts_face_down_cards_and_at_the_castle_the_kings_but_no_building() -> None:
    state = position(
        castle=["ace-blue", "pig", "ace-green"],
        inn=["scout-red", "pig"],
        kings=["king-green", "king-yellow"],
        hand=["orc-red"],
    )
    assert fight(state, "orc-red", "castle").attack == 5
    assert fight(state, "orc-red", "inn-1").attack == 2


def test_an_orc_counts_the_attacked_stack_also_when_an_archer_steps_in_and_pigs_add_to_it() -> None:
    state = position(
        tower=["ace-blue", "pig", "ace-green"], tavern="archer-green", hand=["orc-red"]
    )
    assert fight(state, "orc-red", "tower")[2:5] == ("tavern", 3, 4)
    assert fight(state, "orc-red", "tower", pigs=1).attack == 5


def test_a_golem_counts_revealed_builders_in_other_villages_when_it_defends() -> None:
    state = position(
        castle=["golem-green", "builder-purple"],
        tower="builder-red",
        tavern="builder-blue",
        inn=["orc-red", "builder-green"],
        hand=["golem-yellow"],
    )
    assert fight(state, "golem-yellow", "castle").defense == 2 + 2 + 2 + 1
    assert fight(state, "golem-yellow", "castle").attack == 2


def test_a_joker_used_or_met_lets_the_lower_power_win_and_ties_defend() -> None:
    state = position(tower="dragon-red", tavern="joker-green", hand=["joker-purple"])
    assert fight(state, "joker-purple", "tower").won
    assert not fight(state, "joker-purple", "tavern").won  # two Jokers: a tie, reversed once
    assert fight(state, "farmer-red", "tavern").won
    assert not fight(state, "orc-red", "tavern", pigs=1).won


def test_an_assassin_attacking_beats_a_joker_too_but_defends_with_one() -> None:
    state = position(tower="joker-green", tavern="assassin-red", hand=["assassin-purple"])
    assert fight(state, "assassin-purple", "tower").won
    assert fight(state, "farmer-green", "tavern").won


# -- the order of a battle ------------------------------------------------------------------------


@pytest.mark.parametrize("robber", ["thief-blue", "scout-red"])
def test_a_defeated_thief_or_scout_first_costs_a_random_prisoner(robber: str) -> None:
    state = position(
        tower=[robber, "ace-green"],
        hand=["dragon-orange", "ace-blue"],
        prisoners=["orc-red", "hero-blue", "pig"],
        deck=DECK,
    )
    events = play(state, Attack("dragon-orange", "tower"), outcomes=[2])
    assert state.prisoners == ["orc-red", "pig", robber]
    assert state.discards[-2:] == ["hero-blue", "dragon-orange"]
    assert types(events) == ["attack", "freed", "captured", "turned", "used"]


def test_without_prisoners_or_on_a_loss_nobody_is_freed() -> None:
    state = position(tower="thief-blue", tavern="orc-red", hand=["dragon-orange"], deck=DECK)
    play(state, Attack("dragon-orange", "tower"))
    assert state.prisoners == ["thief-blue"]
    state = position(
        tower="thief-blue", hand=["priest-red", "ace-blue"], prisoners=["orc-red"], deck=DECK
    )
    play(state, Attack("priest-red", "tower"))
    assert state.prisoners == ["orc-red"]


def test_your_scout_discards_the_next_face_down_card_of_the_defeated_units_own_stack() -> None:
    state = position(
        tower=["farmer-green", "dragon-red", "ace-green"], hand=["scout-red", "ace-blue"], deck=DECK
    )
    events = play(state, Attack("scout-red", "tower"))
    assert types(events) == ["attack", "captured", "scouted", "turned", "used"]
    assert state.discards[-2:] == ["dragon-red", "scout-red"]
    assert state.villages[1].face == "ace-green"
    state = position(
        tower=["farmer-green", "orc-red"],
        tavern=["archer-green", "dragon-red", "ace-green"],
        hand=["scout-red", "pig", "pig", "ace-blue"],
        deck=DECK,
    )
    play(state, Attack("scout-red", "tower"), Boost(2, sheep=False))  # against the Archer
    assert state.villages[1].height == 2
    assert state.villages[2].face == "ace-green"


@pytest.mark.parametrize("card", ["king-green", "inn"])
def test_a_scout_discards_a_king_or_inn_without_effect(card: str) -> None:
    state = position(
        tower=["farmer-green", card, "ace-green"], hand=["scout-red", "ace-blue"], deck=DECK
    )
    play(state, Attack("scout-red", "tower"))
    assert (state.kings, len(state.villages), state.discards[-2]) == ([], 3, card)


def test_a_scout_who_loses_discards_nothing() -> None:
    state = position(tower=["dragon-red", "ace-green"], hand=["scout-red", "hero-blue"], deck=DECK)
    play(state, Attack("scout-red", "tower"))
    assert state.villages[1].height == 2


def test_your_thief_draws_a_card_after_the_next_is_turned_up_won_or_lost() -> None:
    for enemy, told in (
        ("farmer-green", ["attack", "captured", "turned", "drawn", "used"]),
        ("dragon-red", ["attack", "drawn", "used"]),
    ):
        state = position(tower=[enemy, "ace-green"], hand=["thief-blue", "hero-blue"], deck=DECK)
        assert types(play(state, Attack("thief-blue", "tower"))) == told
        assert state.hand == ["hero-blue", "builder-blue"]


def test_used_cards_are_never_within_a_reshuffle_that_they_cause() -> None:
    state = position(tower="dragon-red", hand=["thief-blue", "pig", "hero-blue"], deck=[])
    play(state, Attack("thief-blue", "tower"), Boost(1, sheep=False))
    assert state.discards == ["pig", "thief-blue"]
    assert state.shuffles == 1
    assert "thief-blue" not in [*state.deck, *state.hand]


def test_a_merchant_is_never_within_the_reshuffle_that_cashing_in_causes() -> None:
    state = position(tower="ace-blue", hand=["merchant-orange", "hero-blue"], deck=[])
    state.prisoners = ["princess-blue", "orc-red"]
    state.discards = [card for card in state.discards if card not in state.prisoners]
    play(state, Merchant("merchant-orange"), Finish())
    assert state.shuffles == 1
    assert state.discards == ["merchant-orange", "princess-blue", "orc-red"]
    assert "merchant-orange" not in [*state.deck, *state.hand]


def test_an_attack_counts_whether_won_or_lost_or_intercepted() -> None:
    state = position(
        tower="farmer-green", tavern="archer-green", hand=["ace-blue", "hero-blue"], deck=DECK
    )
    play(state, Attack("ace-blue", "tower"), Attack("hero-blue", "tower"))
    assert (state.attacks, state.prisoners) == (2, ["archer-green"])
