"""Ruling sheet, Game over: exactly when, and what is scored."""

from collections.abc import Sequence

import pytest

from games.plugin import FastChance, Seating
from games.plugin.codec import clone
from games.village_assault import rules
from games.village_assault.actions import Add, Attack, Boost, Merchant, Retreat
from games.village_assault.rules import endings, piles
from games.village_assault.state import Options, State
from tests.games.village_assault.positions import play, position

DECK = ["farmer-red", "farmer-blue"]


def hopeless(hand: Sequence[str] = ("farmer-green",), **more: object) -> State:
    """A Dragon at the Tower and nothing in hand against it."""
    given = {"tower": "dragon-red", "hand": list(hand), "deck": DECK, **more}
    return position(**given)  # type: ignore[arg-type]


def test_the_game_is_over_when_no_attack_wins_and_nothing_else_helps() -> None:
    assert endings.is_beaten(hopeless())
    assert endings.is_beaten(hopeless(["priest-red", "warrior-red"]))
    assert endings.is_beaten(hopeless([]))
    assert not endings.is_beaten(hopeless(["hero-blue"]))


def test_not_while_an_animal_or_a_free_prisoner_is_shown() -> None:
    assert not endings.is_beaten(hopeless(tavern="sheep"))
    assert not endings.is_beaten(hopeless(tavern="princess-blue"))
    assert endings.is_beaten(hopeless(["priest-red"], castle="princess-blue"))


def test_not_with_a_bunny_in_hand() -> None:
    assert not endings.is_beaten(hopeless(["bunny"]))


def test_attacks_count_with_none_or_with_all_of_the_pigs() -> None:
    assert endings.is_beaten(hopeless(["farmer-green", "pig"]))
    assert not endings.is_beaten(hopeless(["farmer-green", "pig", "pig"]))
    # A Joker wins by being lower: with none of them.
    assert not endings.is_beaten(hopeless(["joker-green", "pig", "pig"]))


def test_an_archer_who_guards_counts() -> None:
    state = hopeless(["ace-blue"], tower="farmer-orange", tavern="archer-green")
    assert not endings.is_beaten(state)  # she is no stronger at home
    state = hopeless(["ace-blue"], tower="archer-orange", tavern="archer-green")
    assert endings.is_beaten(state)


def test_not_while_a_chicken_or_a_thief_can_draw() -> None:
    for card in ("chicken", "thief-blue"):
        assert not endings.is_beaten(hopeless([card]))


def test_not_while_a_merchant_with_all_other_cards_buys_one() -> None:
    merchant = "merchant-orange"
    assert endings.is_beaten(hopeless([merchant]))
    assert endings.is_beaten(hopeless([merchant, "ace-green", "pig"]))  # 2 gold
    assert not endings.is_beaten(hopeless([merchant, "ace-green", "pig", "ace-yellow"]))
    assert not endings.is_beaten(hopeless([merchant, "ace-green"], prisoners=["orc-red"]))
    hard = hopeless([merchant, "ace-green"], prisoners=["orc-red"], difficulty="hard")
    assert endings.is_beaten(hard)


@pytest.mark.parametrize("card", ["chicken", "thief-blue"])
def test_a_card_can_be_drawn_from_the_deck_or_by_a_reshuffle_that_is_left(card: str) -> None:
    assert not endings.is_beaten(hopeless([card], deck=[]))
    assert endings.is_beaten(hopeless([card], deck=[], drawn_out=True))
    assert not endings.is_beaten(hopeless([card], drawn_out=True))
    empty = hopeless([card], deck=[])
    empty.prisoners, empty.discards = empty.discards, []
    assert endings.is_beaten(empty)


def test_it_ends_at_once_and_scores_the_prisoners_without_any_hand_card() -> None:
    state = hopeless(
        ["ace-blue", "princess-blue"], tower=["orc-red", "dragon-orange"], scored=[9], round=2
    )
    play(state, Attack("ace-blue", "tower"))
    assert (state.ending, state.scored) == ("beaten", [9, 2])
    assert rules.legal_actions(state, 0) == []
    assert rules.active_seats(state) == frozenset()
    assert rules.active_seats(hopeless(["hero-blue"])) == frozenset({0})


def test_the_score_is_the_total_of_all_rounds() -> None:
    state = hopeless(ending="beaten", scored=[9, 9, 3, 2], round=4)
    result = rules.result(state)
    assert result is not None
    own = result.seats[0]
    assert (own.outcome, own.rank, own.score) == ("scored", 1, 23)
    assert rules.statistics(state) == {
        "seats": [{"rounds": 3, "attacks": 0, "best_round": 9, "left": len(state.hand)}]
    }


def test_resigning_scores_like_retreating() -> None:
    state = hopeless(prisoners=["princess-blue"], scored=[9])
    assert rules.scores(state) == [14]


def test_what_was_only_added_to_be_cashed_in_isnt_scored_by_resigning() -> None:
    hand = ["merchant-orange", "princess-green", "farmer-green"]
    taken = ["princess-blue", "orc-red", "ace-blue"]
    state = hopeless(hand, prisoners=taken)
    play(state, Merchant("merchant-orange"), Add("princess-green"), Add("farmer-green"))
    assert rules.scores(state) == [5 + 2 + 1]


def test_a_random_run_is_over_exactly_when_the_sheet_says() -> None:
    """The sheet's sentence once more, put the other way round: whether anything is left to do."""
    seen = set()
    for seed in range(40):
        chance = FastChance(seed)
        state = rules.setup(Options("hard" if seed % 2 else "normal"), Seating(1), chance)
        while state.ending is None:
            if state.phase == "assault":
                assert _goes_on(state)
            legal = [one for one in rules.legal_actions(state, 0) if one != Retreat()]
            pick = legal[chance.roll(len(legal), "test") - 1]
            rules.apply_action(state, 0, pick, chance)
        assert not _goes_on(state)
        seen.add(state.ending)
    assert seen == {"beaten"}


def _goes_on(state: State) -> bool:
    faces = [(village.key, village.face) for village in state.villages if village.face]
    free = ("princess", "merchant", "priest")
    for key, face in faces:
        kind = face.split("-")[0]
        if "-" not in face or (kind in free and key != "castle"):
            return True
    if "bunny" in state.hand or _some_attack_wins(state):
        return True
    drawable = bool(state.deck) or (bool(state.discards) and not state.drawn_out)
    kinds = [card.split("-")[0] for card in state.hand]
    if not drawable:
        return False
    if "chicken" in kinds or "thief" in kinds:
        return True
    rest = state.prisoners + state.hand
    return any(
        piles.gold([one for one in rest if one != card]) >= state.rate
        for card in state.hand
        if card.startswith("merchant")
    )


def _some_attack_wins(state: State) -> bool:
    """Tried out, attack by attack, with no Pigs and with all of them."""
    pigs = state.hand.count("pig")
    for action in rules.legal_actions(state, 0):
        if isinstance(action, Attack):
            for number in {0, pigs}:
                events = play(clone(state), action, *_boost(state, number))
                if any(event.type == "attack" and event.data["won"] for event in events):
                    return True
    return False


def _boost(state: State, pigs: int) -> list[Boost]:
    asked = "pig" in state.hand or "sheep" in state.hand
    return [Boost(pigs, sheep=False)] if asked else []
