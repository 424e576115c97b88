"""The data of the templates: an observation for the board, figures for the rules page."""

from collections import Counter
from collections.abc import Mapping
from math import inf
from typing import Any

import msgspec

from games.burn_my_village import catalog, components as box, scoring
from games.burn_my_village.observation import Observation, SeatView
from games.burn_my_village.rules import moved
from games.burn_my_village.state import Laid, Player
from games.plugin import SheetRow, line, sheet_of

# Hand sizes by name, with the most cards of each; in a larger hand, cards lie closer together.
HAND_SIZES = ((9, "few"), (16, "some"), (28, "many"), (inf, "heap"))
MOST_HUNG = 6  # cards shown one by one in a stall; more are shown by kind

_HEAD = (line("Kind"), line("Bribed"), line("Joined"), line("Left"), line("Worth"), line("Points"))


def board(observation: Observation) -> dict[str, Any]:
    """Return plain data for the templates, all of it known to the observation's viewer.

    `spaces` run left to right, each with the bribers of that kind; bribes and score rows begin with
    the most valuable; piles are lists of [kind, cards], wilds last. `hand` is the viewer's own, if
    any, as [kind, cards, explanation].
    """
    views, you = observation.seats, observation.you
    hand = None if you is None else views[you].hand
    held = sum(hand.values()) if hand else 0
    seats = [_seat(observation, view) for view in views]
    return {
        **msgspec.to_builtins(observation),
        "spaces": [
            {
                "kind": kind,
                "value": value,
                "owners": [
                    [seat, view.bribes[kind].size]
                    for seat, view in enumerate(views)
                    if view.bribes[kind].size
                ],
            }
            for kind, value in zip(observation.track, box.SPACE_VALUES, strict=True)
        ],
        "market": [[cost, _stall(observation.stalls[cost])] for cost in box.STALL_COSTS],
        "discards": counted(observation.discards),
        "wild_cost": box.LEFTOVER_WILD_COST,
        "discarded": sum(observation.discards.values()),
        "deck": observation.deck and counted(observation.deck),
        "hand": hand and [[kind, n, catalog.CARDS[kind].rule.about] for kind, n in counted(hand)],
        "hand_size": held,
        "crowd": next(name for most, name in HAND_SIZES if held <= most),
        "seats": seats,
        "standing": [seat["points"] for seat in seats],
    }


def counted(pile: Mapping[box.Kind, int] | box.Cards) -> list[list[Any]]:
    """Return the kinds in a pile with their numbers, wilds last."""
    return [[kind, pile[kind]] for kind in box.KINDS if pile[kind]]


def _stall(column: list[box.Kind]) -> dict[str, Any]:
    by_kind = len(column) > MOST_HUNG
    rows = counted(Counter(column)) if by_kind else [[kind, 1] for kind in column]
    return {"cards": column, "rows": rows}


def _seat(observation: Observation, view: SeatView) -> dict[str, Any]:
    if_now = None  # the score of a hand the viewer knows, if the game ended now
    if view.hand is not None and observation.ending is None:
        player = Player(hand=view.hand, bribes=view.bribes)
        if_now = scoring.score_sheet(player, observation.track).total
    values = zip(observation.track, box.SPACE_VALUES, strict=True)
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
                "said": catalog.gift(kind, laid.treasures, laid.wilds),
            }
            for kind, value in reversed([*values])
            if (laid := view.bribes[kind]).size
        ],
        "sheet": score_table(view.sheet) | {"under": "opened"} if view.sheet else None,
    }


def score_table(sheet: scoring.ScoreSheet) -> dict[str, Any]:
    """Return a score sheet for the kit, the most valuable kind first, without empty kinds."""
    rows = [
        _row(row.treasure, (row.treasures + row.wilds, row.joined, row.left), row.value, row.points)
        for row in reversed(sheet.rows)
        if row.cards or row.left
    ]
    if left := sheet.wilds_left:
        cost = box.LEFTOVER_WILD_COST
        rows.append(_row(box.WILD, (0, 0, left), cost, -cost * left))
    return sheet_of(_HEAD, rows, low=-16, width=64)


def _row(kind: str, counts: tuple[int, int, int], value: int, points: int) -> SheetRow:
    """`counts` are the cards bribed, joined and left."""
    cells = [f"{sign}{n}" if n else "·" for sign, n in zip(("", "+", "−"), counts, strict=True)]
    cells.append(f"× {value}")
    return SheetRow(piece=kind, title=catalog.CARDS[kind].word, cells=cells, points=points)


# -- the rules page -------------------------------------------------------------------------------

_TABLE_COLUMNS = (
    line("Players"),
    line("Coins taken out"),
    line("Coins in play"),
    line("Deck after dealing"),
)
TRACK: box.Track = ["axe", "scroll", "crown", "feather", "sword", "potion"]  # of the examples


def figures() -> dict[str, Any]:
    """Return counts and values of the components, and examples played by the rules."""
    refilled = ("axe", "potion", "crown", "sword", "potion", "scroll")
    stalls, treasures, wilds = len(box.STALL_COSTS), 2, 1  # the cards of the example's bribe
    player = Player(hand={**box.no_cards(), "feather": 1, "axe": 1, box.WILD: 1})
    seats = sorted(box.WILDS_REMOVED)
    player.bribes |= {"potion": Laid(3, 1), "feather": Laid(2, 0)}
    return {
        "least": box.MIN_SEATS,
        "most": box.MAX_SEATS,
        "cards": list(box.KINDS),
        "treasures": list(box.TREASURES),
        "copies": box.TREASURE_COPIES,
        "treasure_cards": box.TREASURE_COPIES * len(box.TREASURES),
        "wilds": box.WILD_COPIES,
        "tables": {"columns": _TABLE_COLUMNS, "rows": [[n, _table(n)] for n in seats]},
        "turns": [[n, _most_turns(n)] for n in seats],
        "hand": box.HAND_SIZE,
        "values": list(box.SPACE_VALUES),
        "stalls": list(box.STALL_COSTS),
        "wild_cost": box.LEFTOVER_WILD_COST,
        "refill": [(cost, refilled[at::stalls]) for at, cost in enumerate(box.STALL_COSTS)],
        "bribe": _moved("scroll", treasures + wilds) | {"wilds": wilds},
        "curse": _moved("sword", -2),
        "score": score_table(scoring.score_sheet(player, TRACK)),
    }


def _table(players: int) -> list[int]:
    """Coins taken out, coins in play, and the deck after dealing."""
    out = box.WILDS_REMOVED[players]
    return [out, box.WILD_COPIES - out, _deck(players)]


def _most_turns(players: int) -> int:
    """The turns of the longest game."""
    return _deck(players) + 5 + (sum(box.full_deck(players).values()) - 6) // 4


def _deck(players: int) -> int:
    return sum(box.full_deck(players).values()) - players * box.HAND_SIZE - len(box.STALL_COSTS)


def _moved(kind: box.Treasure, spaces: int) -> dict[str, Any]:
    after, start, goal = moved(TRACK, kind, spaces)
    return {
        "kind": kind,
        "cards": abs(spaces),
        "before": TRACK,
        "after": after,
        "was": box.SPACE_VALUES[start],
        "now": box.SPACE_VALUES[goal],
    }
