"""The game in numbers, with worked examples, for the rules page: all made from the components."""

from typing import Any

from games.burn_my_village import scoring
from games.burn_my_village.components import (
    HAND_SIZE,
    LEFTOVER_WILD_COST,
    MAX_SEATS,
    MIN_SEATS,
    SPACE_VALUES,
    STALL_COSTS,
    TREASURE_COPIES,
    TREASURES,
    WILD,
    WILD_COPIES,
    WILDS_REMOVED,
    Kind,
    Treasure,
    full_deck,
    no_cards,
)
from games.burn_my_village.rules import moved
from games.burn_my_village.state import Laid, Player

# The examples' row of tokens and what is done in them; any other would explain it as well.
EXAMPLE_TRACK: list[Treasure] = ["axe", "scroll", "crown", "feather", "sword", "potion"]
BRIBED: Treasure = "scroll"
BRIBED_CARDS = (2, 1)  # treasures, wilds
REFILLED: tuple[Kind, ...] = ("axe", "potion", "crown", "sword", "potion", BRIBED)
CURSED: Treasure = "sword"
CURSE_STALL = 2


def figures() -> dict[str, Any]:
    """Counts and values of the components, and examples played by the rules themselves."""
    return {
        "least": MIN_SEATS,
        "most": MAX_SEATS,
        "treasures": list(TREASURES),
        "kinds": len(TREASURES),
        "copies": TREASURE_COPIES,
        "treasure_cards": TREASURE_COPIES * len(TREASURES),
        "wilds": WILD_COPIES,
        "tables": [_table(players) for players in sorted(WILDS_REMOVED)],
        "hand": HAND_SIZE,
        "values": list(SPACE_VALUES),
        "lowest": SPACE_VALUES[0],
        "highest": SPACE_VALUES[-1],
        "stalls": list(STALL_COSTS),
        "dearest_stall": STALL_COSTS[0],
        "last_stall": STALL_COSTS[-1],
        "wild_cost": LEFTOVER_WILD_COST,
        "refill": _refill_example(),
        "bribe": _bribe_example(),
        "curse": _curse_example(),
        "score": _score_example(),
    }


def _table(players: int) -> dict[str, int]:
    """What a game of so many people is played with (ruling sheet, Components and A turn)."""
    cards = sum(full_deck(players).values())
    deck = cards - players * HAND_SIZE - len(STALL_COSTS)
    return {
        "players": players,
        "out": WILDS_REMOVED[players],
        "wilds": WILD_COPIES - WILDS_REMOVED[players],
        "cards": cards,
        "deck": deck,
        "turns": deck + 5 + (cards - 6) // 4,
    }


def _bribe_example() -> dict[str, Any]:
    count, wilds = BRIBED_CARDS
    after, start, goal = moved(EXAMPLE_TRACK, BRIBED, count + wilds)
    return {
        "kind": BRIBED,
        "count": count,
        "wilds": wilds,
        "cards": count + wilds,
        "before": EXAMPLE_TRACK,
        "after": after,
        "was": SPACE_VALUES[start],
        "now": SPACE_VALUES[goal],
    }


def _refill_example() -> list[list[Kind]]:
    """Columns in the order of the stalls, after the cards of the example were laid."""
    stalls = len(STALL_COSTS)
    return [list(REFILLED[place::stalls]) for place in range(stalls)]


def _curse_example() -> dict[str, Any]:
    after, start, goal = moved(EXAMPLE_TRACK, CURSED, -CURSE_STALL)
    return {
        "kind": CURSED,
        "stall": CURSE_STALL,
        "before": EXAMPLE_TRACK,
        "after": after,
        "was": SPACE_VALUES[start],
        "now": SPACE_VALUES[goal],
    }


def _score_example() -> dict[str, Any]:
    """A hand and two bribes at the end, counted as a real game counts them."""
    player = Player(hand={**no_cards(), "feather": 1, "axe": 1, WILD: 1})
    player.bribes["potion"] = Laid(3, 1)
    player.bribes["feather"] = Laid(2, 0)
    sheet = scoring.score_sheet(player, EXAMPLE_TRACK)
    rows = [
        {
            "kind": row.treasure,
            "value": row.value,
            "laid": row.treasures + row.wilds,
            "joined": row.joined,
            "left": row.left,
            "cards": row.cards,
            "points": row.points,
        }
        for row in reversed(sheet.rows)
        if row.cards or row.left
    ]
    wilds = -sheet.wilds_left * LEFTOVER_WILD_COST
    return {"rows": rows, "wilds_left": sheet.wilds_left, "wilds": wilds, "total": sheet.total}
