"""The legal actions as people pick them: words, touched targets and what would follow.

| choice | picks |
|---|---|
| attack | `hand:<card>`, `village:<key>` |
| take what is free | `village:<key>` |
| Bunny | `hand:bunny`, `village:<key>` |
| spend a Warrior, an Assassin | `hand:<card>`, `village:<key>`; `hand:<card>`, `kings` |
| Chicken, Merchant | `hand:chicken`, `hand:<card>`; once the round is won `act:<card>` |
| Pigs and Sheep for what was declared | `hand:pig` for each, `hand:sheep`; none: `act:go` |
| add a card to the prisoners | `hand:<card>` |
| finish, retreat | `act:finish`, `act:retreat` |

Whole moves (`act:…`) are made at once, but the retreat, which ends the game, asks.
"""

from typing import Any

from games.plugin import Choice, Line, line, lines
from games.village_assault import forecast, words
from games.village_assault.actions import (
    Action,
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
from games.village_assault.components import (
    CARDS,
    CASTLE,
    CHICKEN_DRAWS,
    FIGHTERS,
    VILLAGE_KEYS,
)
from games.village_assault.rules import battle, endings, legal_actions, piles
from games.village_assault.state import State

Said = tuple[Line, Line, tuple[str, ...], dict[str, Any] | None]  # label, group, picks, preview

_ATTACKS = {card: line("Attack with the {unit}", unit=words.card(card)) for card in FIGHTERS}
_TAKE, _CARDS, _SPEND = line("Free to take"), line("Play a card"), line("Spend a unit")
_BOOST, _ADD, _END = line("Pigs and Sheep"), line("Add to the prisoners"), line("End")
MISSING = {
    "hand": line("a card from your hand"),
    "village": line("a village"),
    "kings": line("a King behind the Castle"),
}
_AT_ONCE = {"act:go", "act:finish", "act:chicken", "act:merchant-orange", "act:merchant-yellow"}
_HAND = {card: f"hand:{card}" for card in CARDS}
_VILLAGE = {key: f"village:{key}" for key in VILLAGE_KEYS}


def choices(state: State, seat: int) -> list[Choice[Action]]:
    """Every legal action with its label, group, picks and preview, in the rules' order."""
    return [
        Choice(action, label, group, picks, preview=preview, at_once=picks[0] in _AT_ONCE)
        for action in legal_actions(state, seat)
        for label, group, picks, preview in (_said(state, action),)
    ]


def _said(state: State, action: Action) -> Said:
    if isinstance(action, Attack):
        return _attack(state, action)
    if isinstance(action, Boost):
        return _boost(state, action)
    if isinstance(action, Add):
        return _add(state, action)
    if isinstance(action, Finish):
        return _finish(state)
    if isinstance(action, Take):
        return _take(state, action)
    if isinstance(action, Spend):
        return _spend(action)
    return _card(state, action)


def _attack(state: State, action: Attack) -> Said:
    village = state.village(action.village)
    assert village is not None
    fought = battle.fight(state, action.unit, village)
    label = line(
        "{unit} to the {village}: {battle}",
        unit=words.card(action.unit),
        village=words.village(action.village),
        battle=forecast.in_words(state, action.village, fought),
    )
    picks = (_HAND[action.unit], _VILLAGE[action.village])
    preview = forecast.preview(state, action.village, fought)
    return label, _ATTACKS[action.unit], picks, preview


def _boost(state: State, action: Boost) -> Said:
    declared = state.declared
    assert declared is not None
    picks = ("hand:pig",) * action.pigs + ("hand:sheep",) * action.sheep or ("act:go",)
    unit = words.kind(declared.unit)
    if declared.spending:
        kept = line("The Sheep goes, you keep the {unit}", unit=unit)
        return kept if action.sheep else line("Spend the {unit}", unit=unit), _BOOST, picks, None
    village = state.village(declared.village)
    assert village is not None
    fought = battle.fight(state, declared.unit, village, action.pigs)
    label = line(
        "{cards}: {battle}",
        cards=_boosted(unit, action),
        battle=forecast.in_words(state, declared.village, fought),
    )
    return label, _BOOST, picks, forecast.preview(state, declared.village, fought)


def _boosted(unit: Line, action: Boost) -> Line:
    said = unit
    if action.pigs:
        said = line("{unit} with {pigs}", unit=said, pigs=words.counted("pig", action.pigs))
    if action.sheep:
        said = line("{unit}, the Sheep goes instead", unit=said)
    return said if action.pigs or action.sheep else line("{unit} alone", unit=unit)


def _take(state: State, action: Take) -> Said:
    village = state.village(action.village)
    assert village is not None
    assert village.face is not None
    said = {"card": words.card(village.face), "village": words.village(action.village)}
    picks = (_VILLAGE[action.village],)
    if CARDS[village.face].is_animal:
        label = line("Take the {card} from the {village} into your hand", **said)
        return label, _TAKE, picks, {"take": village.face, "gold": 0}
    gain = piles.gold([*state.prisoners, village.face]) - piles.gold(state.prisoners)
    label = line("Take the {card} from the {village} prisoner: {gold} gold", gold=gain, **said)
    return label, _TAKE, picks, {"take": village.face, "gold": gain}


def _spend(action: Spend) -> Said:
    unit = words.card(action.unit)
    if action.village == CASTLE:
        label = line("Spend the {unit} to discard a King", unit=unit)
        return label, _SPEND, (_HAND[action.unit], "kings"), None
    village = words.village(action.village)
    label = line("Spend the {unit} to discard the {village}", unit=unit, village=village)
    return label, _SPEND, (_HAND[action.unit], _VILLAGE[action.village]), None


def _card(state: State, action: Action) -> Said:
    family = "act" if state.phase == "closing" else "hand"
    if isinstance(action, Chicken):
        label = line("Play a Chicken: draw {cards} cards", cards=CHICKEN_DRAWS)
        return label, _CARDS, (f"{family}:chicken",), None
    if isinstance(action, Merchant):
        label = line("Play the {card}: cash in now, without scoring", card=words.card(action.card))
        return label, _CARDS, (f"{family}:{action.card}",), None
    if isinstance(action, Bunny):
        village = state.village(action.village)
        assert village is not None
        assert village.face is not None
        label = line(
            "Play a Bunny: the {unit} at the {village} is discarded",
            unit=words.card(village.face),
            village=words.village(action.village),
        )
        return label, _CARDS, (_HAND["bunny"], _VILLAGE[action.village]), None
    assert isinstance(action, Retreat)
    label = lines(
        "Retreat: end here with {n} point",
        "Retreat: end here with {n} points",
        endings.points(state),
    )
    return label, _END, ("act:retreat",), None


def _add(state: State, action: Add) -> Said:
    before = piles.gold(state.prisoners)
    gold = piles.gold([*state.prisoners, action.card])
    label = line("Add the {card}: {gold} gold", card=words.card(action.card), gold=gold - before)
    return label, _ADD, (_HAND[action.card],), {"gold": gold - before, "total": gold}


def _finish(state: State) -> Said:
    gold = piles.gold(state.prisoners)
    buys = gold // state.rate
    picks = ("act:finish",)
    draws = lines("draw {n} card", "draw {n} cards", buys)
    if state.merchant is not None:
        label = line("Cash in {gold} gold: {draws}", gold=gold, draws=draws)
    elif state.last_round:
        label = lines("Finish: {n} point, and the end", "Finish: {n} points, and the end", gold)
    else:
        label = lines(
            "Finish: {n} point, {draws}", "Finish: {n} points, {draws}", gold, draws=draws
        )
    preview = {"gold": gold, "draws": 0 if state.last_round and not state.merchant else buys}
    return label, _END, picks, preview
