"""The numbers and worked examples of the rules page, computed from the components."""

from typing import Any

from games.burn_my_village import components as box, scoring
from games.burn_my_village.board import score_table
from games.burn_my_village.rules import moved
from games.burn_my_village.state import Laid, Player

# The examples' tokens and moves, chosen arbitrarily.
EXAMPLE_TRACK: box.Track = ["axe", "scroll", "crown", "feather", "sword", "potion"]
BRIBED: box.Treasure = "scroll"
BRIBED_CARDS = (2, 1)  # treasures, wilds
REFILLED: tuple[box.Kind, ...] = ("axe", "potion", "crown", "sword", "potion", BRIBED)
CURSED: box.Treasure = "sword"
CURSE_STALL = 2


def figures() -> dict[str, Any]:
    """Return counts and values of the components, and examples played by the rules."""
    stalls = box.STALL_COSTS
    return {
        "least": box.MIN_SEATS,
        "most": box.MAX_SEATS,
        "cards": list(box.KINDS),
        "treasures": list(box.TREASURES),
        "copies": box.TREASURE_COPIES,
        "treasure_cards": box.TREASURE_COPIES * len(box.TREASURES),
        "wilds": box.WILD_COPIES,
        "tables": [_table(players) for players in sorted(box.WILDS_REMOVED)],
        "hand": box.HAND_SIZE,
        "values": list(box.SPACE_VALUES),
        "stalls": list(stalls),
        "wild_cost": box.LEFTOVER_WILD_COST,
        # Stalls and their columns after the example's deal.
        "refill": [(cost, REFILLED[at :: len(stalls)]) for at, cost in enumerate(stalls)],
        "bribe": _moved(BRIBED, sum(BRIBED_CARDS)) | {"wilds": BRIBED_CARDS[1]},
        "curse": _moved(CURSED, -CURSE_STALL),
        "score": _score_example(),
    }


def _table(players: int) -> dict[str, int]:
    """The figures of a game with that many players (ruling sheet, Components and A turn)."""
    cards = sum(box.full_deck(players).values())
    deck = cards - players * box.HAND_SIZE - len(box.STALL_COSTS)
    return {
        "players": players,
        "out": box.WILDS_REMOVED[players],
        "wilds": box.WILD_COPIES - box.WILDS_REMOVED[players],
        "deck": deck,
        "turns": deck + 5 + (cards - 6) // 4,
    }


def _moved(kind: box.Treasure, spaces: int) -> dict[str, Any]:
    after, start, goal = moved(EXAMPLE_TRACK, kind, spaces)
    return {
        "kind": kind,
        "cards": abs(spaces),
        "before": EXAMPLE_TRACK,
        "after": after,
        "was": box.SPACE_VALUES[start],
        "now": box.SPACE_VALUES[goal],
    }


def _score_example() -> dict[str, Any]:
    player = Player(hand={**box.no_cards(), "feather": 1, "axe": 1, box.WILD: 1})
    player.bribes["potion"] = Laid(3, 1)
    player.bribes["feather"] = Laid(2, 0)
    return score_table(scoring.score_sheet(player, EXAMPLE_TRACK))
