"""The game in numbers, with a pictured position, for the rules page: all made from the rules."""

from typing import Any

from games.castle_panic import board, catalog
from games.castle_panic.components import (
    ARCS,
    BOSSES,
    DECK,
    FORTIFY_TOKENS,
    HAND_SIZES,
    MAX_SEATS,
    MIN_SEATS,
    MONSTERS,
    OPENING,
    OVERLORD_HAND,
    OVERLORD_PLAYS,
    PILE,
    POINTS,
    REFUSALS_IN_A_TURN,
    REMOVED_WHEN_EASIER,
    TOKENS_A_TURN,
    TRADES,
    VICTORY_POINTS,
    tokens_in_play,
)
from games.castle_panic.observation import observe
from games.castle_panic.state import Monster, Options, Player, State
from games.plugin import SPECTATOR

# Any other position would do; this one has a bit of everything.
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
BROKEN, FORTIFIED, FALLEN = 3, 4, 3  # arcs of it: a wall, a shield, a tower


def figures(version: int) -> dict[str, Any]:
    """Counts and values of the components, and a position to look at."""
    cards, pile = catalog.cards(DECK), catalog.tokens(PILE)
    return {
        "least": MIN_SEATS,
        "most": MAX_SEATS,
        "cards": sum(DECK.values()),
        "fighters": [entry for entry in cards if entry[0]["data"]["tone"] != "plain"],
        "others": [entry for entry in cards if entry[0]["data"]["tone"] == "plain"],
        "tokens": sum(PILE.values()),
        "monsters": [_monster(*entry) for entry in pile if entry[0]["token"] in MONSTERS],
        "events": [entry for entry in pile if entry[0]["token"] not in MONSTERS],
        "boss_points": VICTORY_POINTS[BOSSES[0]],
        "left": sum(PILE.values()) - len(OPENING),
        "easier": sum(REMOVED_WHEN_EASIER.values()),
        "easier_left": sum(tokens_in_play(easier=True).values()) - len(OPENING),
        "opening": [
            [catalog.TOKENS[kind].face, OPENING.count(kind)]
            for kind in MONSTERS
            if OPENING.count(kind)
        ],
        "tables": [
            {"players": n, "hand": HAND_SIZES[n], "trades": TRADES[n]} for n in sorted(HAND_SIZES)
        ],
        "new": TOKENS_A_TURN,
        "refusals": REFUSALS_IN_A_TURN,
        "shields": FORTIFY_TOKENS,
        "overlord_hand": OVERLORD_HAND,
        "overlord_plays": OVERLORD_PLAYS,
        "picture": board.board(observe(_pictured(version), SPECTATOR)),
    }


def _monster(face: dict[str, Any], count: int) -> dict[str, Any]:
    kind = face["token"]
    return {"face": face, "n": count, "points": POINTS[kind], "worth": VICTORY_POINTS[kind]}


def _pictured(version: int) -> State:
    return State(
        options=Options(),
        players=[Player(), Player()],
        overlord=None,
        first=0,
        active=0,
        hand_size=HAND_SIZES[2],
        deck=dict(DECK),
        pile=dict(PILE),
        monsters=list(PICTURED),
        walls=[arc != BROKEN for arc in ARCS],
        fortified=[arc == FORTIFIED for arc in ARCS],
        towers=[arc != FALLEN for arc in ARCS],
        phase="play",
        turn=1,
        rules_version=version,
    )
