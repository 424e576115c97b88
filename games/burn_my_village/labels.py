"""The legal actions as people pick them: words, touched targets and what would follow.

Targets are `hand:<kind>` (once for each card), `stall:<cost>`, `deck`, and `token:<treasure>` where
the cards alone don't say which treasure is meant.
"""

from functools import cache
from typing import Any

import msgspec

from games.burn_my_village import rules, scoring, words
from games.burn_my_village.actions import DRAW, Action, Bribe, Payment, Visit
from games.burn_my_village.components import SPACE_VALUES, STALL_COSTS, TREASURES, WILD, Treasure
from games.burn_my_village.state import State
from games.plugin import Choice, Line, line, lines

Preview = dict[str, Any]

# What a move may lack once something else of it is picked.
MISSING = {
    "hand": line("cards from your hand"),
    "stall+hand": line("cards from your hand to pay with"),
    "stall": line("a stall"),
    "token": line("the treasure you add to"),
    "stall+token": line("what the dragon curses"),
}

_BRIBE_GROUPS = {
    treasure: line("Bribe with {treasures}", treasures=words.plural(treasure))
    for treasure in TREASURES
}
_STALL_GROUPS = {stall: line("Stall {stall}", stall=stall) for stall in STALL_COSTS}
_DRAW_GROUP = line("Draw")


def choices(state: State, seat: int) -> list[Choice[Action]]:
    """Every legal action with its label, group, picks and preview, in the rules' order.

    Its lines, picks and previews are the same objects wherever they are equal: there may be more
    than a thousand choices, and the page is sent each of these things once.
    """
    return _choices(state, seat, _Forecast(state, seat))


def bare_choices(state: State, seat: int) -> list[Choice[Action]]:
    """The same without previews."""
    return _choices(state, seat, _Forecast(state, seat, bare=True))


def _choices(state: State, seat: int, forecast: "_Forecast") -> list[Choice[Action]]:
    last = not state.deck_size
    return [_choice(state, action, forecast, last) for action in rules.legal_actions(state, seat)]


def _choice(state: State, action: Action, forecast: "_Forecast", last: bool) -> Choice[Action]:
    preview: Preview | None = None
    if isinstance(action, Bribe):
        cards = action.count + action.wilds
        preview = forecast.after(action.treasure, cards, laid=cards)
        said = _said_of_bribe(action, preview["to"] - preview["from"], last)
    elif isinstance(action, Visit):
        if action.cursed:
            preview = forecast.after(action.cursed, -action.stall)
        fall = preview["from"] - preview["to"] if preview else 0
        said = _said_of_visit(action, fall, len(state.stalls[action.stall]))
    else:
        said = _said_of_draw(last)
    label, group, picked = said
    return Choice(action, label, group, picked, preview=None if forecast.bare else preview)


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

Said = tuple[Line, Line, tuple[str, ...]]  # label, group and picks of a choice


@cache
def _said_of_bribe(bribe: Bribe, spaces: int, last: bool) -> Said:
    label = _bribe_label(bribe, _climb(bribe.treasure, spaces, last))
    return label, _BRIBE_GROUPS[bribe.treasure], picks(bribe)


def _bribe_label(bribe: Bribe, effect: Line) -> Line:
    """In parts that many labels have in common."""
    cards, coins = words.counted(bribe.treasure, bribe.count), words.counted(WILD, bribe.wilds)
    if not bribe.count:
        treasures = words.plural(bribe.treasure)
        return line(
            "Add {coins} to your {treasures}: {effect}",
            coins=coins,
            treasures=treasures,
            effect=effect,
        )
    if not bribe.wilds:
        return line("Bribe with {cards}: {effect}", cards=cards, effect=effect)
    return line("Bribe with {cards} and {coins}: {effect}", cards=cards, coins=coins, effect=effect)


@cache
def _climb(treasure: Treasure, spaces: int, last: bool) -> Line:
    if last:
        effect = _climb(treasure, spaces, last=False)
        return line("{effect}, and because the deck is empty, the game ends", effect=effect)
    name = words.word(treasure)
    if not spaces:
        return line("the {treasure} is already at the top", treasure=name)
    return lines(
        "the {treasure} climbs {n} space", "the {treasure} climbs {n} spaces", spaces, treasure=name
    )


@cache
def _said_of_visit(visit: Visit, spaces: int, column: int) -> Said:
    group = _STALL_GROUPS[visit.stall]
    if visit.cursed is None:
        label = lines(
            "Take the {n} card from the free stall",
            "Take the {n} cards from the free stall",
            column,
        )
        return label, group, picks(visit)
    label = line(
        "Pay {payment} at stall {stall}: take {column}, {effect}",
        payment=_payment(visit.paid),
        stall=visit.stall,
        column=_column(column),
        effect=_fall(visit.cursed, spaces),
    )
    return label, group, picks(visit)


@cache
def _fall(treasure: Treasure, spaces: int) -> Line:
    name = words.word(treasure)
    if not spaces:
        return line("curse the {treasure}, already at the bottom", treasure=name)
    return lines(
        "curse the {treasure}, {n} space down",
        "curse the {treasure}, {n} spaces down",
        spaces,
        treasure=name,
    )


@cache
def _column(cards: int) -> Line:
    return lines("{n} card", "{n} cards", cards)


@cache
def _payment(paid: Payment) -> Line:
    return words.payment(msgspec.structs.asdict(paid))


@cache
def _said_of_draw(last: bool) -> Said:
    ends = line("Draw from the empty deck: the game ends")
    label = ends if last else line("Draw the top card")
    return label, _DRAW_GROUP, picks(DRAW)


# -- what would follow ----------------------------------------------------------------------------


class _Forecast:
    """The token's way and everyone's points after each move, worked out once for a list.

    A `bare` one, for labels alone, leaves the points out.
    """

    def __init__(self, state: State, seat: int, *, bare: bool = False) -> None:
        self.bare = bare
        self._state = state
        self._seat = seat
        self._known: dict[tuple[Treasure, int], Preview] = {}
        self._points: dict[tuple[Treasure, int], list[int]] = {}

    def after(self, treasure: Treasure, spaces: int, laid: int = 0) -> Preview:
        """All that the board can't see for itself when a token has gone so far (less than 0: down).

        That is its way, and the points of each seat with so many cards laid by the one to move.
        """
        known = self._known.get((treasure, spaces))
        if known is None:
            track, start, goal = rules.moved(self._state.track, treasure, spaces)
            known = {"token": treasure, "from": start, "to": goal}
            if not self.bare:
                points = self._points_with(treasure, goal, track).copy()
                points[self._seat] += laid * SPACE_VALUES[goal]
                known["points"] = points
            self._known[treasure, spaces] = known
        return known

    def _points_with(self, treasure: Treasure, goal: int, track: list[Treasure]) -> list[int]:
        if (treasure, goal) not in self._points:
            self._points[treasure, goal] = [
                scoring.table_points(player, track) for player in self._state.players
            ]
        return self._points[treasure, goal]
