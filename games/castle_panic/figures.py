"""The numbers and the pictured position of the rules page, computed from the rules."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from games.castle_panic import board, catalog, components as box
from games.castle_panic.catalog import TOKENS, TOKENS_A_TURN
from games.castle_panic.observation import observe
from games.castle_panic.rules import setup
from games.castle_panic.state import Monster, Options
from games.plugin import SPECTATOR, FastChance, Seating, line, rules_of

# An arbitrary position with a bit of everything.
PICTURED = (
    Monster("troll", 3, 1, 1),
    Monster("orc", 1, 3, 1),
    Monster("goblin", 1, 0, 2),
    Monster("orc", 2, 0, 2),
    Monster("troll", 2, 4, 3, tarred=True),
    Monster("goblin-king", 2, 2, 4),
    Monster("goblin", 1, 3, 4),
    Monster("healer", 1, 2, 5),
)
BROKEN, FORTIFIED, FALLEN = 3, 4, 3  # its arcs without a wall, with a shield, without a tower

_TABLE_COLUMNS = (line("Players in the castle"), line("Cards in hand"), line("Trades per turn"))
_MONSTER_COLUMNS = (line("Monster"), line("Tokens"), line("Damage it takes"), line("Trophy points"))


def figures() -> dict[str, Any]:
    cards, pile = catalog.faces(box.DECK), catalog.faces(box.PILE)
    pictured = replace(
        setup(Options(), Seating(2, first=0), FastChance(0)),  # chance isn't used
        monsters=list(PICTURED),
        walls=[arc != BROKEN for arc in box.ARCS],
        fortified=[arc == FORTIFIED for arc in box.ARCS],
        towers=[arc != FALLEN for arc in box.ARCS],
        phase="play",
        turn=1,
    )
    return {
        "least": box.MIN_SEATS,
        "most": box.MAX_SEATS,
        "cards": sum(box.DECK.values()),
        "fighters": [[face, n] for face, n in cards if face["mark"]],
        "others": [[face, n] for face, n in cards if not face["mark"]],
        "tokens": sum(box.PILE.values()),
        "monsters": {
            "columns": _MONSTER_COLUMNS,
            "rows": [
                [one.face, [one.count, one.points, one.worth]]
                for one in TOKENS.values()
                if one.points
            ],
        },
        "events": [[face, n] for face, n in pile if face["key"] not in box.MONSTERS],
        "bosses": [TOKENS[boss].rule for boss in box.BOSSES],
        "rules": rules_of(catalog.CARDS.values()),
        "left": sum(box.PILE.values()) - len(box.OPENING),
        "easier": sum(box.REMOVED_WHEN_EASIER.values()),
        "easier_left": sum(box.tokens_in_play(easier=True).values()) - len(box.OPENING),
        "opening": catalog.faces(Counter[str](box.OPENING)),
        "tables": {
            "columns": _TABLE_COLUMNS,
            "rows": [[n, [hand, box.TRADES[n]]] for n, hand in sorted(box.HAND_SIZES.items())],
        },
        "new": TOKENS_A_TURN,
        "refusals": box.REFUSALS_IN_A_TURN,
        "shields": box.FORTIFY_TOKENS,
        "overlord_hand": box.OVERLORD_HAND,
        "overlord_plays": box.OVERLORD_PLAYS,
        "picture": board.board(observe(pictured, SPECTATOR)),
    }
