"""The data of the board's template: an observation, in the order in which people look at it."""

from collections import Counter
from collections.abc import Sequence
from math import inf
from typing import Any

import msgspec

from games.burn_my_village import components as box, scoring, words
from games.burn_my_village.catalog import CARDS
from games.burn_my_village.observation import Observation, SeatView
from games.burn_my_village.scoring import ScoreSheet
from games.burn_my_village.state import Player
from games.plugin import SheetRow, line, sheet_of

# The names of hand sizes, by the most cards; in a larger hand cards lie closer.
HAND_SIZES = ((9, "few"), (16, "some"), (28, "many"), (inf, "heap"))
MOST_HUNG = 6  # cards that hang in a stall one by one

_HEAD = (line("Kind"), line("Bribed"), line("Joined"), line("Left"), line("Worth"), line("Points"))
_LEAST, _REACH = -16, 64  # the ends of the bars beside a score: where they begin, how far they go


def board(observation: Observation) -> dict[str, Any]:
    """Return plain data for the templates, all of it known to the observation's viewer.

    `spaces` run left to right, each with the bribers of that kind; bribes and score rows begin with
    the most valuable; piles are lists of [kind, cards], wilds last. `hand` is the viewer's own, if
    any, as [kind, cards, explanation].
    """
    hand = None if observation.you is None else observation.seats[observation.you].hand
    held = sum(hand.values()) if hand else 0
    seats = [_seat(observation, view) for view in observation.seats]
    return {
        **msgspec.to_builtins(observation),
        "spaces": [
            {
                "kind": kind,
                "value": value,
                "owners": [
                    [seat, size]
                    for seat, view in enumerate(observation.seats)
                    if (size := view.bribes[kind].size)
                ],
            }
            for kind, value in zip(observation.track, box.SPACE_VALUES, strict=True)
        ],
        "market": [[cost, _stall(observation.stalls[cost])] for cost in box.STALL_COSTS],
        "discards": counted(observation.discards),
        "wild_cost": box.LEFTOVER_WILD_COST,
        "discarded": sum(observation.discards.values()),
        "deck": observation.deck and counted(observation.deck),
        "hand": hand and [[kind, n, CARDS[kind].rule.about] for kind, n in counted(hand)],
        "hand_size": held,
        "crowd": crowd(held),
        "seats": seats,
        "standing": [seat["points"] for seat in seats],
    }


def counted(pile: box.Cards) -> list[list[Any]]:
    """Return the kinds in a pile with their numbers, wilds last."""
    return [[kind, pile[kind]] for kind in box.KINDS if pile[kind]]


def _stall(column: Sequence[box.Kind]) -> dict[str, Any]:
    """A stall's cards, and the rows they hang in: one for each card, or kind if they are many."""
    many = len(column) > MOST_HUNG
    rows = counted(Counter(column)) if many else [[kind, 1] for kind in column]
    return {"cards": list(column), "rows": rows}


def crowd(cards: int) -> str:
    """Return the name of a hand size."""
    return next(name for most, name in HAND_SIZES if cards <= most)


def _seat(observation: Observation, view: SeatView) -> dict[str, Any]:
    values = list(zip(observation.track, box.SPACE_VALUES, strict=True))
    if_now = None  # the score of a hand the viewer knows, if the game ended now
    if view.hand is not None and observation.ending is None:
        player = Player(hand=view.hand, bribes=view.bribes)
        if_now = scoring.score_sheet(player, observation.track).total
    return {
        "hand": view.hand and counted(view.hand),
        "hand_size": view.hand_size,
        "known": counted(view.known),
        "points": view.sheet.total if view.sheet else view.points,
        "if_now": if_now,
        "bribes": [
            {
                "kind": kind,
                "value": value,
                "cards": laid.size,
                "laid": [kind] * laid.treasures + [box.WILD] * laid.wilds,
                "said": words.gift(kind, laid.treasures, laid.wilds),
            }
            for kind, value in reversed(values)
            if (laid := view.bribes[kind]).size
        ],
        "sheet": score_table(view.sheet) | {"under": "opened"} if view.sheet else None,
    }


def score_table(sheet: ScoreSheet) -> dict[str, Any]:
    """Return a score sheet for the kit, the most valuable kind first, without empty kinds."""
    rows = [
        _row(row.treasure, [row.treasures + row.wilds, row.joined, row.left], row.value, row.points)
        for row in reversed(sheet.rows)
        if row.cards or row.left
    ]
    if left := sheet.wilds_left:
        cost = box.LEFTOVER_WILD_COST
        rows.append(_row(box.WILD, [0, 0, left], cost, -cost * left))
    return sheet_of(_HEAD, rows, low=_LEAST, width=_REACH)


def _row(kind: str, counts: list[int], value: int, points: int) -> SheetRow:
    """`counts` are the cards bribed, joined and left."""
    signed = [f"{sign}{n}" if n else "·" for sign, n in zip(("", "+", "−"), counts, strict=True)]
    cells = [*signed, f"× {value}"]
    return SheetRow(piece=kind, title=CARDS[kind].word, cells=cells, points=points)
