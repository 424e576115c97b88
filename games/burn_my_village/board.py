"""What the board's template draws: an observation put in the order in which people look at it."""

from typing import Any

import msgspec

from games.burn_my_village import scoring
from games.burn_my_village.components import (
    KINDS,
    LEFTOVER_WILD_COST,
    SPACE_VALUES,
    STALL_COSTS,
    Cards,
)
from games.burn_my_village.observation import Observation, SeatView
from games.burn_my_village.scoring import ScoreRow, ScoreSheet
from games.burn_my_village.state import Player

# A hand of up to so many cards is of that size; the larger, the closer its cards lie.
HAND_SIZES = ((9, "few"), (16, "some"), (28, "many"))
LARGEST_HAND = "heap"


def board(observation: Observation) -> dict[str, Any]:
    """Plain data for the templates: public to whoever the observation was made for.

    `spaces` run left to right, each with who bribes that kind; bribes and score rows begin with the
    dearest; piles are lists of [kind, cards], wilds last. `hand` is the viewer's own, if any.
    """
    seen: dict[str, Any] = msgspec.to_builtins(observation)
    you = observation.you
    hand = None if you is None else observation.seats[you].hand
    return {
        **seen,
        "values": list(SPACE_VALUES),
        "spaces": _spaces(observation),
        "market": [[cost, list(observation.stalls[cost])] for cost in STALL_COSTS],
        "discards": counted(observation.discards),
        "discarded": sum(observation.discards.values()),
        "deck": None if observation.deck is None else counted(observation.deck),
        "hand": None if hand is None else counted(hand),
        "hand_size": 0 if hand is None else sum(hand.values()),
        "crowd": "" if hand is None else crowd(sum(hand.values())),
        "seats": [_seat(observation, view) for view in observation.seats],
        "standing": [
            view.points if view.sheet is None else view.sheet.total for view in observation.seats
        ],
    }


def counted(pile: Cards) -> list[list[Any]]:
    """The kinds that lie in a pile with their numbers, wilds last."""
    return [[kind, pile[kind]] for kind in KINDS if pile[kind]]


def crowd(cards: int) -> str:
    """How large a hand of so many cards is."""
    return next((name for most, name in HAND_SIZES if cards <= most), LARGEST_HAND)


def _spaces(observation: Observation) -> list[dict[str, Any]]:
    return [
        {
            "kind": kind,
            "value": value,
            "owners": [
                [seat, view.bribes[kind].size]
                for seat, view in enumerate(observation.seats)
                if view.bribes[kind].size
            ],
        }
        for kind, value in zip(observation.track, SPACE_VALUES, strict=True)
    ]


def _seat(observation: Observation, view: SeatView) -> dict[str, Any]:
    values = list(zip(observation.track, SPACE_VALUES, strict=True))
    return {
        "hand": None if view.hand is None else counted(view.hand),
        "hand_size": view.hand_size,
        "known": counted(view.known),
        "points": view.points,
        "if_now": _if_it_ended_now(observation, view),
        "bribes": [
            {
                "kind": kind,
                "treasures": view.bribes[kind].treasures,
                "wilds": view.bribes[kind].wilds,
                "cards": view.bribes[kind].size,
                "value": value,
            }
            for kind, value in reversed(values)
            if view.bribes[kind].size
        ],
        "rank": view.rank,
        "sheet": None if view.sheet is None else _sheet(view.sheet),
    }


def _if_it_ended_now(observation: Observation, view: SeatView) -> int | None:
    """The points of a hand and its bribes as they are; None where the viewer can't know them."""
    if view.hand is None or observation.ending is not None:
        return None
    player = Player(hand=view.hand, bribes=view.bribes)
    return scoring.score_sheet(player, observation.track).total


def _sheet(sheet: ScoreSheet) -> dict[str, Any]:
    rows = [_row(row) for row in reversed(sheet.rows)]
    return {
        "rows": [row for row in rows if row["cards"] or row["left"]],
        "wilds_left": sheet.wilds_left,
        "wilds_points": -LEFTOVER_WILD_COST * sheet.wilds_left,
        "total": sheet.total,
    }


def _row(row: ScoreRow) -> dict[str, Any]:
    counts: dict[str, Any] = msgspec.to_builtins(row)
    return {**counts, "kind": row.treasure, "laid": row.treasures + row.wilds, "cards": row.cards}
