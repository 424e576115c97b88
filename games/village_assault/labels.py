"""The legal actions as people pick them: words, targets and previews.

| choice | picks |
|---|---|
| attack | `hand:<card>`, `village:<key>` |
| take what is free | `village:<key>` |
| Bunny | `hand:bunny`, `village:<key>` |
| spend a Warrior, an Assassin | `hand:<card>`, `village:<key>`; `hand:<card>`, `kings` |
| Chicken, Merchant | `hand:chicken`, `hand:<card>`; once the round is won `act:<card>` |
| Pigs and Sheep, picked with what they go with | `hand:pig` for each, `hand:sheep` |
| the same for what was declared without them | the same; none: `act:go` |
| add a card to the prisoners | `hand:<card>` |
| finish, retreat | `act:finish`, `act:retreat` |

Whole moves (`act:…`) are made at once, except the retreat, which ends the game and asks first.
"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from games.plugin import Choice, Line, line, lines
from games.plugin.telling import Worded, Wording, word, worded
from games.village_assault import actions, forecast, words
from games.village_assault.actions import Action
from games.village_assault.catalog import CHICKEN_DRAWS
from games.village_assault.components import CARDS, CASTLE
from games.village_assault.rules import battle, boosts, endings, legal_actions, piles
from games.village_assault.state import State

ALONE = actions.Boost(0, sheep=False)
_TAKE, _CARDS, _SPEND = line("Free to take"), line("Play a card"), line("Spend a unit")
_BOOST, _END = line("Pigs and Sheep"), line("End")
MISSING = {
    "hand": line("a card from your hand"),
    "hand+hand": line("another card from your hand"),
    "village": line("a village"),
    "kings": line("a King behind the Castle"),
}


def choices(state: State, seat: int) -> list[Choice[Action]]:
    """Return every legal action with label, group, picks and preview, in the rules' order."""
    return [
        worded(state, action, _WORDINGS, words.VOCABULARY) for action in legal_actions(state, seat)
    ]


def joined(state: State, seat: int) -> list[Choice[Action]]:
    """Return attacks and spendings with everything that may go along, if anything may."""
    together: dict[type, Callable[..., Wording]] = {actions.Attack: _attack, actions.Spend: _spend}
    choices = []
    for action in legal_actions(state, seat):
        if wording := together.get(type(action)):
            several = boosts(state, spending=isinstance(action, actions.Spend))
            for boost in several if len(several) > 1 else ():
                row = {type(action): partial(wording, boost=boost)}
                choice = worded(state, action, row, words.VOCABULARY)
                choices.append(replace(choice, then=boost))
    return choices


def _attack(state: State, action: actions.Attack, boost: actions.Boost = ALONE) -> Wording:
    fought = battle.fight(state, action.unit, state.at(action.village), boost.pigs)
    unit = words.with_pigs(words.card(action.unit), boost.pigs)
    move = line("{unit} to the {village}", unit=unit, village=words.village(action.village))
    label = line(
        "{move}: {battle}",
        move=_with_sheep(move, boost),
        battle=forecast.in_words(state, action.village, fought),
    )
    preview = forecast.preview(state, action.village, fought)
    picks = ("hand:{unit}", "village:{village}", *_helpers(boost))
    return word(label, "Attack with the {unit}", *picks, preview=preview)


def _helpers(boost: actions.Boost) -> tuple[str, ...]:
    return ("hand:pig",) * boost.pigs + ("hand:sheep",) * boost.sheep


def _with_sheep(move: Line, boost: actions.Boost) -> Line:
    return line("{move}, discarding the Sheep instead", move=move) if boost.sheep else move


def _boost(state: State, action: actions.Boost) -> Wording:
    declared = state.declared
    assert declared is not None
    picks = _helpers(action) or ("act:go",)
    at_once = picks == ("act:go",)
    unit = words.kind(declared.unit)
    if declared.spending:
        kept = line("Discard the Sheep, keep the {unit}", unit=unit)
        label = kept if action.sheep else line("Spend the {unit}", unit=unit)
        return word(label, _BOOST, *picks, at_once=at_once)
    fought = battle.fight(state, declared.unit, state.at(declared.village), action.pigs)
    cards = _with_sheep(words.with_pigs(unit, action.pigs), action)
    label = line(
        "{cards}: {battle}",
        cards=line("{unit} alone", unit=unit) if action == ALONE else cards,
        battle=forecast.in_words(state, declared.village, fought),
    )
    preview = forecast.preview(state, declared.village, fought)
    return word(label, _BOOST, *picks, preview=preview, at_once=at_once)


def _take(state: State, action: actions.Take) -> Wording:
    face = _shown(state, action.village)
    if CARDS[face].is_animal:
        label = line("Take the {card} from the {village} into your hand", card=words.card(face))
        return word(label, _TAKE, "village:{village}", preview={"take": face})
    gain = piles.gold([*state.prisoners, face]) - piles.gold(state.prisoners)
    label = line(
        "Take the {card} from the {village} prisoner: {gold} gold", gold=gain, card=words.card(face)
    )
    return word(label, _TAKE, "village:{village}", preview={"take": face, "gold": gain})


def _bunny(state: State, action: actions.Bunny) -> Wording:
    unit = words.card(_shown(state, action.village))
    label = line("Play a Bunny: the {unit} at the {village} is discarded", unit=unit)
    return word(label, _CARDS, "hand:bunny", "village:{village}")


def _shown(state: State, key: str) -> str:
    face = state.at(key).face
    assert face is not None
    return face


def _spend(state: State, action: actions.Spend, boost: actions.Boost = ALONE) -> Wording:
    unit, village = words.card(action.unit), words.village(action.village)
    if action.village == CASTLE:
        label, target = line("Spend the {unit} to discard a King", unit=unit), "kings"
    else:
        label = line("Spend the {unit} to discard the {village}", unit=unit, village=village)
        target = "village:{village}"
    return word(_with_sheep(label, boost), _SPEND, "hand:{unit}", target, *_helpers(boost))


def _chicken(state: State, action: actions.Chicken) -> Wording:
    draws = min(CHICKEN_DRAWS, piles.left(state, by_card=True))
    return _played(state, line("Play a Chicken: {draws}", draws=words.draw(draws)), "chicken")


def _merchant(state: State, action: actions.Merchant) -> Wording:
    return _played(state, line("Play the {card}: cash in now, without scoring"), action.card)


def _played(state: State, label: Line, card: str) -> Wording:
    """A touch in hand, or a button once the round is won: then a touch in hand adds the card."""
    if state.phase == "closing":
        return word(label, _CARDS, f"act:{card}", at_once=True)
    return word(label, _CARDS, f"hand:{card}")


def _add(state: State, action: actions.Add) -> Wording:
    total = piles.gold([*state.prisoners, action.card])
    gain = total - piles.gold(state.prisoners)
    label = line("Add the {card}: {gold} gold", card=words.card(action.card), gold=gain)
    preview = {"gold": gain, "total": total}
    return word(label, "Add to the prisoners", "hand:{card}", preview=preview)


def _finish(state: State, action: actions.Finish) -> Wording:
    gold = piles.gold(state.prisoners)
    by_card = state.merchant is not None
    buys = min(gold // state.rate, piles.left(state, by_card=by_card))
    draws = words.draw(buys)
    if by_card:
        label = line("Cash in {gold} gold: {draws}", gold=gold, draws=draws)
    elif state.last_round:
        label = lines("Finish: {n} point, and the end", "Finish: {n} points, and the end", gold)
    else:
        label = lines(
            "Finish: {n} point, {draws}", "Finish: {n} points, {draws}", gold, draws=draws
        )
    preview = {"gold": gold, "draws": 0 if state.last_round and not by_card else buys}
    return word(label, _END, "act:finish", preview=preview, at_once=True)


def _retreat(state: State, action: actions.Retreat) -> Wording:
    points = endings.points(state)
    label = lines("Retreat: end here with {n} point", "Retreat: end here with {n} points", points)
    return word(label, _END, "act:retreat")


_WORDINGS: dict[type, Worded[State]] = {
    actions.Attack: _attack,
    actions.Spend: _spend,
    actions.Boost: _boost,
    actions.Take: _take,
    actions.Chicken: _chicken,
    actions.Bunny: _bunny,
    actions.Merchant: _merchant,
    actions.Add: _add,
    actions.Finish: _finish,
    actions.Retreat: _retreat,
}
