"""Ruling sheet, Game over: exactly when, and what is scored."""

from typing import Any

import pytest

from games.plugin import FastChance, Seating
from games.plugin.codec import clone
from games.village_assault import actions as do
from games.village_assault.rules import endings, piles
from games.village_assault.state import Options, State
from tests.games.village_assault.positions import GAME, has, play, position

DECK = "farmer-red farmer-blue"


def hopeless(hand: str = "farmer-green", **more: Any) -> State:
    """A Dragon at the Tower and nothing in hand against it."""
    return position(**{"tower": "dragon-red", "hand": hand, "deck": DECK, **more})


MERCHANT = "merchant-orange"
BEATEN: dict[str, list[tuple[bool, str, dict[str, Any]]]] = {
    "no attack wins and nothing else helps": [
        (True, "farmer-green", {}),
        (True, "priest-red warrior-red", {}),
        (True, "", {}),
        (False, "hero-blue", {}),
    ],
    "not while an animal or a free prisoner is shown": [
        (False, "farmer-green", {"tavern": "sheep"}),
        (False, "farmer-green", {"tavern": "princess-blue"}),
        (True, "priest-red", {"castle": "princess-blue"}),
    ],
    "not with a Bunny in hand": [(False, "bunny", {})],
    "attacks count with none or with all of the Pigs": [
        (True, "farmer-green pig", {}),
        (False, "farmer-green pig pig", {}),
        (False, "joker-green pig pig", {}),  # by being lower: with none of them
    ],
    "an Archer who guards counts": [
        # she is no stronger at home
        (False, "ace-blue", {"tower": "farmer-orange", "tavern": "archer-green"}),
        (True, "ace-blue", {"tower": "archer-orange", "tavern": "archer-green"}),
    ],
    "not while a Chicken or a Thief can draw": [
        row
        for card in ("chicken", "thief-blue")
        for row in (
            (False, card, {}),
            (False, card, {"deck": ""}),  # a reshuffle is left
            (True, card, {"deck": "", "drawn_out": True}),
            (False, card, {"drawn_out": True}),
            (True, card, {"deck": "", "discards": ""}),
        )
    ],
    "not while a Merchant with all other cards buys one": [
        (True, MERCHANT, {}),
        (True, f"{MERCHANT} ace-green pig", {}),  # 2 gold
        (False, f"{MERCHANT} ace-green pig ace-yellow", {}),
        (False, f"{MERCHANT} ace-green", {"prisoners": "orc-red"}),
        (True, f"{MERCHANT} ace-green", {"prisoners": "orc-red", "difficulty": "hard"}),
    ],
}


@pytest.mark.parametrize("rule", BEATEN)
def test_when_the_game_is_over(rule: str) -> None:
    for over, hand, more in BEATEN[rule]:
        assert endings.is_beaten(hopeless(hand, **more)) is over, (hand, more)


def test_it_ends_at_once_and_scores_the_prisoners_without_any_hand_card() -> None:
    fixed = {"tower": "orc-red dragon-orange", "scored": [9], "round": 2}
    state = hopeless("ace-blue princess-blue", **fixed)
    play(state, do.Attack("ace-blue", "tower"))
    has(state, ending="beaten", scored=[9, 2])
    assert GAME.legal_actions(state, 0) == []
    assert GAME.active_seats(state) == frozenset()
    assert GAME.active_seats(hopeless("hero-blue")) == frozenset({0})


def test_the_score_is_the_total_of_all_rounds() -> None:
    state = hopeless(ending="beaten", scored=[9, 9, 3, 2], round=4)
    result = GAME.result(state)
    assert result is not None
    own = result.seats[0]
    assert (own.outcome, own.rank, own.score) == ("scored", 1, 23)
    told = {"rounds": 3, "attacks": 0, "best_round": 9, "left": len(state.hand)}
    assert GAME.statistics(state) == {"seats": [told]}


def test_resigning_scores_like_retreating_without_what_was_only_added_to_be_cashed_in() -> None:
    assert GAME.scores(hopeless(prisoners="princess-blue", scored=[9])) == [14]
    hand, taken = f"{MERCHANT} princess-green farmer-green", "princess-blue orc-red ace-blue"
    state = hopeless(hand, prisoners=taken)
    play(state, do.Merchant(MERCHANT), do.Add("princess-green"), do.Add("farmer-green"))
    assert GAME.scores(state) == [5 + 2 + 1]


def test_a_random_run_is_over_exactly_when_the_sheet_says() -> None:
    """The sheet's sentence once more, put the other way round: whether anything is left to do."""
    seen = set()
    for seed in range(20):
        chance = FastChance(seed)
        state = GAME.setup(Options("hard" if seed % 2 else "normal"), Seating(1), chance)
        while state.ending is None:
            if state.phase == "assault":
                assert _goes_on(state)
            legal = [one for one in GAME.legal_actions(state, 0) if one != do.Retreat()]
            pick = legal[chance.roll(len(legal), "test") - 1]
            GAME.apply_action(state, 0, pick, chance)
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
    for action in GAME.legal_actions(state, 0):
        if isinstance(action, do.Attack):
            for number in {0, pigs}:
                events = play(clone(state), action, *_boost(state, number))
                if any(event.type == "attack" and event.data["won"] for event in events):
                    return True
    return False


def _boost(state: State, pigs: int) -> list[do.Boost]:
    asked = "pig" in state.hand or "sheep" in state.hand
    return [do.Boost(pigs, sheep=False)] if asked else []
