"""Positions put together by hand: every card that isn't placed lies in the deck or the discards."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.plugin import Event, FastChance
from games.protocol.dealing import ScriptedChance
from games.village_assault.actions import Action
from games.village_assault.components import BUILDINGS, DECK, INN, Difficulty, VillageKey
from games.village_assault.game import VillageAssault
from games.village_assault.state import FaceDown, State, Village

GAME = VillageAssault()

Cards = str | Sequence[str]  # a string is split
Shown = Cards | None  # a village's cards: the face-up one first


def position(
    difficulty: Difficulty = "normal",
    *,
    hand: Cards = (),
    castle: Shown = None,
    tower: Shown = None,
    tavern: Shown = None,
    inn: Shown = (),
    deck: Cards = (),
    **more: Any,
) -> State:
    """A round under way. `deck` is drawn from its end; the cards named nowhere are discards.

    An Inn is there if `inn` is given, None for one without cards. With `discards` given, the rest
    is left to the test.
    """
    shown: dict[VillageKey, Shown] = {"castle": castle, "tower": tower, "tavern": tavern}
    if inn != ():
        shown["inn-1"] = inn
    villages = [_village(key, shown[key]) for key in (*BUILDINGS, "inn-1") if key in shown]
    piles = {"deck": deck, "hand": hand, **more}
    for name in {"deck", "hand", "kings", "prisoners", "discards"} & piles.keys():
        piles[name] = listed(piles[name])
    state = State(difficulty=difficulty, villages=villages, **{"round": 1, **piles})
    if "discards" not in more:
        state.discards = missing(state)
    if state.all_empty and "phase" not in more:
        state.phase = "closing"
    assert Counter(GAME.pieces(state)) <= Counter(DECK)
    return state


def listed(cards: Cards) -> list[str]:
    return cards.split() if isinstance(cards, str) else list(cards)


def has(state: State, **expected: Any) -> None:
    """Require what lies where, in order; of the discards, what lies on top."""
    found: dict[str, Any] = {}
    for name, wanted in expected.items():
        village = state.village(name)
        found[name] = getattr(state, name, None)
        if name in (*BUILDINGS, "inn-1") and village is not None:
            down = [card for card, _ in reversed(village.down)]
            found[name] = " ".join([village.face, *down] if village.face else down)
        elif isinstance(wanted, str) and isinstance(found[name], list):
            found[name] = " ".join(found[name])
        if name == "discards" and found[name].endswith(wanted):
            found[name] = wanted
    assert found == expected, found


def missing(state: State) -> list[str]:
    """The cards that lie nowhere yet."""
    return list((Counter(DECK) - Counter(GAME.pieces(state))).elements())


def _village(key: VillageKey, shown: Shown) -> Village:
    cards = listed(shown or ())
    down = [FaceDown(card, 0) for card in reversed(cards[1:])]
    return Village(key, cards[0] if cards else None, down)


def play(state: State, *actions: Action, outcomes: Sequence[Any] = ()) -> list[Event]:
    """Play these one after another, with these outcomes of chance; the events of the last."""
    chance = ScriptedChance(outcomes) if outcomes else FastChance(0)
    events: list[Event] = []
    for action in actions:
        events = GAME.apply_action(state, 0, action, chance)
    if isinstance(chance, ScriptedChance):
        chance.finish()
    return events


def inns(state: State) -> int:
    """Inns that stand as villages."""
    return sum(village.key.startswith(INN) for village in state.villages)
