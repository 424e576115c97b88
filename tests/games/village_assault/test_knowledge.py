"""Ruling sheet, Encoding: what can be known, and the worlds that fit it."""

from collections import Counter

from games.plugin import OMNISCIENT, SPECTATOR, FastChance
from games.plugin.codec import canonical_json
from games.village_assault import actions as do
from games.village_assault.observation import determinize, observe
from games.village_assault.rules import decisions
from games.village_assault.state import FaceDown, Observation, State
from tests.games.village_assault.positions import missing, play, position


def worlds(observation: Observation, count: int = 40) -> list[State]:
    return [determinize(observation, 0, FastChance(seed)) for seed in range(count)]


def hidden(state: State) -> list[str]:
    return [*state.deck, *(card for village in state.villages for card, _ in village.down)]


def test_before_a_reshuffle_deck_and_face_down_cards_are_one_set() -> None:
    state = position(tower="ace-blue king-green", hand="orc-red", deck="farmer-red inn")
    found = worlds(observe(state, 0))
    below = {world.villages[1].down[0].card for world in found}
    assert below == {"king-green", "farmer-red", "inn"}
    assert {tuple(sorted(hidden(world))) for world in found} == {tuple(sorted(hidden(state)))}


def test_after_a_reshuffle_older_face_down_cards_and_the_new_deck_are_two_sets() -> None:
    state = position(
        tower="ace-blue king-green orc-red",
        tavern="ace-green dragon-red",
        hand="chicken hero-blue",
        deck=[],
    )
    old = {"king-green", "orc-red", "dragon-red"}
    play(state, do.Chicken())
    assert state.shuffles == 1
    found = worlds(observe(state, 0))
    for world in found:
        below = {card for village in world.villages for card, _ in village.down}
        assert below == old
        assert Counter(world.deck) == Counter(state.deck)
    assert len({world.villages[2].down[0].card for world in found}) == 3
    assert len({tuple(world.deck) for world in found}) > 30


def test_a_deal_across_a_reshuffle_keeps_the_sets_apart() -> None:
    state = position(tower="ace-blue king-green", hand="chicken", deck="orc-red")
    state.shuffles = 1
    state.villages[1].down.append(FaceDown("dragon-red", 1))
    state.discards = missing(state)
    sets = {one.shuffle: one.cards for one in observe(state, 0).unseen}
    assert sets == {0: {"king-green": 1}, 1: {"dragon-red": 1, "orc-red": 1}}
    for world in worlds(observe(state, 0)):
        assert world.villages[1].down[0] == FaceDown("king-green", 0)


def test_nobody_but_the_omniscient_viewer_is_shown_what_lies_face_down() -> None:
    state = position(tower="ace-blue king-green", hand="orc-red", deck="inn farmer-red")
    for viewer in (0, SPECTATOR):
        seen = observe(state, viewer)
        assert (seen.deck, seen.villages[1].cards) == (None, None)
        swapped = position(tower="ace-blue farmer-red", hand="orc-red", deck="king-green inn")
        assert canonical_json(observe(swapped, viewer)) == canonical_json(seen)
    assert observe(state, OMNISCIENT).villages[1].cards == ["king-green"]
    assert observe(state, OMNISCIENT).deck == ["inn", "farmer-red"]


def test_whatever_turns_a_card_up_cant_be_taken_back() -> None:
    deck = ["farmer-red", "builder-red"]
    turning = position(tower="pig ace-blue", hand="hero-blue", deck=deck)
    assert any(event.reveals for event in play(turning, do.Take("tower")))
    last = position(tower="pig", tavern="ace-blue", hand="hero-blue", deck=deck)
    assert not any(event.reveals for event in play(last, do.Take("tower")))
    declared = position(tower="orc-red ace-blue", hand="hero-blue sheep", deck=deck)
    assert not any(event.reveals for event in play(declared, do.Attack("hero-blue", "tower")))
    assert any(event.reveals for event in play(declared, do.Boost(0, sheep=True)))


def test_the_longest_list_of_actions_is_278() -> None:
    """All units in hand but the five that are shown, with whatever else can be done there."""
    state = position(
        castle="farmer-red",
        tower="princess-blue",
        tavern="princess-green",
        inn="princess-yellow",
        hand="chicken bunny chicken bunny pig pig sheep",
    )
    second = type(state.villages[0])("inn-2", "princess-purple")
    state.villages.append(second)
    state.discards.remove("princess-purple")
    state.discards.remove("inn")
    state.hand += [card for card in state.discards if not card.startswith("king")]
    state.discards = [card for card in state.discards if card.startswith("king")]
    assert len(decisions.legal_actions(state, 0)) == 278
