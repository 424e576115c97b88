"""The legal actions as people pick them: words, touched targets and what would follow.

Targets are `hand:<kind>` (once for each card), `stall:<cost>`, `deck`, and `token:<treasure>` where
the cards alone don't say which treasure is meant.
"""

from functools import cache
from typing import Any

from games.burn_my_village import rules, scoring, words
from games.burn_my_village.actions import Action, Bribe, Visit
from games.burn_my_village.components import (
    KINDS,
    SPACE_VALUES,
    STALL_COSTS,
    TREASURES,
    WILD,
    Treasure,
)
from games.burn_my_village.state import State
from games.plugin import Choice, Line, line, lines

_BRIBE_GROUPS = {
    treasure: line("Bribe with {treasures}", treasures=words.plural(treasure))
    for treasure in TREASURES
}
_STALL_GROUPS = {stall: line("Stall {stall}", stall=stall) for stall in STALL_COSTS}
_DRAW_GROUP = line("Draw")


def choices(state: State, seat: int) -> list[Choice[Action]]:
    """Every legal action with its label, group, picks and preview, in the rules' order."""
    forecast = _Forecast(state, seat)
    last = not state.deck_size
    return [_choice(state, action, forecast, last) for action in rules.legal_actions(state, seat)]


def _choice(state: State, action: Action, forecast: "_Forecast", last: bool) -> Choice[Action]:
    if isinstance(action, Bribe):
        cards = action.count + action.wilds
        preview, spaces = forecast.after(action.treasure, cards, laid=cards)
        label = _bribe_label(action, spaces, last)
        return Choice(action, label, _BRIBE_GROUPS[action.treasure], picks(action), preview=preview)
    if isinstance(action, Visit):
        column = len(state.stalls[action.stall])
        group = _STALL_GROUPS[action.stall]
        if action.cursed is None:
            return Choice(action, _free_label(column), group, picks(action))
        preview, spaces = forecast.after(action.cursed, -action.stall, laid=0)
        label = _visit_label(action, -spaces, column)
        return Choice(action, label, group, picks(action), preview=preview)
    return Choice(action, _draw_label(last), _DRAW_GROUP, picks(action))


# -- picks ----------------------------------------------------------------------------------------


@cache
def picks(action: Action) -> tuple[str, ...]:
    """The targets touched for an action."""
    if isinstance(action, Bribe):
        cards = (f"hand:{action.treasure}",) * action.count + (f"hand:{WILD}",) * action.wilds
        return cards if action.count else (*cards, f"token:{action.treasure}")
    if isinstance(action, Visit):
        paid = {kind: n for kind, n in rules.paid_cards(action).items() if n}
        cards = tuple(f"hand:{kind}" for kind, n in paid.items() for _ in range(n))
        several = len(paid.keys() - {WILD}) > 1
        curse = (f"token:{action.cursed}",) if several else ()
        return (f"stall:{action.stall}", *cards, *curse)
    return ("deck",)


# -- words ----------------------------------------------------------------------------------------


@cache
def _bribe_label(bribe: Bribe, spaces: int, last: bool) -> Line:
    effect = _climb(bribe.treasure, spaces)
    if last:
        effect = line("{effect}, and with the deck empty the game ends", effect=effect)
    gift = gift_words(bribe.treasure, bribe.count, bribe.wilds)
    if bribe.count:
        return line("Bribe with {gift}: {effect}", gift=gift, effect=effect)
    return line(
        "Add {gift} to your {treasures}: {effect}",
        gift=gift,
        treasures=words.plural(bribe.treasure),
        effect=effect,
    )


def _climb(treasure: Treasure, spaces: int) -> Line:
    name = words.word(treasure)
    if not spaces:
        return line("the {treasure} is at the top already", treasure=name)
    return lines(
        "the {treasure} climbs {n} space",
        "the {treasure} climbs {n} spaces",
        spaces,
        treasure=name,
    )


def gift_words(treasure: Treasure, count: int, wilds: int) -> Line:
    """«2 swords and 1 coin»."""
    offered = ((treasure, count), (WILD, wilds))
    return words.listed([words.counted(kind, n) for kind, n in offered if n])


@cache
def _visit_label(visit: Visit, spaces: int, column: int) -> Line:
    assert visit.cursed is not None
    name = words.word(visit.cursed)
    effect = line("the {treasure} is cursed, but is at the bottom already", treasure=name)
    if spaces:
        effect = lines(
            "the {treasure} is cursed, {n} space down",
            "the {treasure} is cursed, {n} spaces down",
            spaces,
            treasure=name,
        )
    return line(
        "Pay {payment} at stall {stall} for {column}: {effect}",
        payment=payment_words(rules.paid_cards(visit)),
        stall=visit.stall,
        column=lines("its {n} card", "its {n} cards", column),
        effect=effect,
    )


def payment_words(paid: dict[Any, int]) -> Line:
    """«a sword and 2 coins»."""
    return words.listed([words.some(kind, paid[kind]) for kind in KINDS if paid.get(kind)])


@cache
def _free_label(column: int) -> Line:
    return lines(
        "Take the {n} card of the free stall", "Take the {n} cards of the free stall", column
    )


@cache
def _draw_label(last: bool) -> Line:
    if last:
        return line("Draw from the empty deck: the game ends")
    return line("Draw the top card")


# -- what would follow ----------------------------------------------------------------------------


class _Forecast:
    """Tracks and points after each token movement, worked out once for a list of choices."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._now = self._points(state.track)
        self._known: dict[tuple[Treasure, int], tuple[list[Treasure], int, int, list[int]]] = {}

    def after(self, treasure: Treasure, spaces: int, laid: int) -> tuple[dict[str, Any], int]:
        """The preview of a move after which `laid` more cards of the kind lie in the seat's bribe.

        With it the number of spaces that the token really goes (less than 0: to the left).
        """
        key = (treasure, spaces)
        if key not in self._known:
            track, start, goal = rules.moved(self._state.track, treasure, spaces)
            self._known[key] = (track, start, goal, self._points(track))
        track, start, goal, then = self._known[key]
        points = [[now, later] for now, later in zip(self._now, then, strict=True)]
        points[self._seat][1] += laid * SPACE_VALUES[goal]
        preview = {
            "token": treasure,
            "from": start,
            "to": goal,
            "track": track,
            "points": points,
        }
        return preview, goal - start

    def _points(self, track: list[Treasure]) -> list[int]:
        return [scoring.table_points(player, track) for player in self._state.players]
