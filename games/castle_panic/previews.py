"""What a choice would do, as plain data for `board.js`, from what everyone at the table knows.

| field | says |
|---|---|
| `left`, `worth` | the points the touched monster keeps; what its trophy counts if it dies |
| `goes` | `[ring, arc]`: where the touched monster or token would stand |
| `tarred` | the touched monster would be held by tar |
| `moves` | `[ring, arc, to ring, to arc]` of all that would move, once for each way |
| `walls`, `shields`, `towers` | the arcs in which these would go |
| `partner`, `reach`, `theirs` | a trade: how many monsters both could hit, `[now, then]` |
| `builds` | a trade: who could build a wall only then (`you` or `partner`), or None |

The same dictionary stands in every choice with the same preview.
"""

from functools import cache
from typing import Any

from games.castle_panic import actions
from games.castle_panic.actions import Action, Target
from games.castle_panic.components import (
    BARBARIAN,
    BRICK,
    CASTLE,
    CLOCKWISE,
    COLOURS,
    COUNTER,
    FOREST,
    HITS,
    MORTAR,
    MOVES,
    RINGS,
    SWORDSMAN,
    VICTORY_POINTS,
    Cards,
    clockwise,
    colour_of,
)
from games.castle_panic.observation import Observation
from games.castle_panic.rules.plays import reach
from games.castle_panic.state import Monster, Offer, State
from games.plugin import Line, line, msg

Preview = dict[str, Any]


def _gaps(text: str, *names: str) -> Line:
    """The sentence with its gaps left open, for `board.js` to fill."""
    return line(text, **{name: f"{{{name}}}" for name in names})


# What `board.js` says of these in the action bar.
WORDS = {
    "left": _gaps(msg("It stays with {left} left."), "left"),
    "trophy": _gaps(msg("It dies: a trophy worth {worth}."), "worth"),
    "dies": line("It dies."),
    "walls": _gaps(msg("Walls that break: {arcs}."), "arcs"),
    "shields": _gaps(msg("Shields that are lost: {arcs}."), "arcs"),
    "towers": _gaps(msg("Towers that fall: {arcs}."), "arcs"),
    "calm": line("No wall or tower is struck."),
    "reach": _gaps(msg("Monsters in reach: you {you}, {name} {them}."), "you", "name", "them"),
    "you-build": line("You could build a wall."),
    "they-build": _gaps(msg("{name} could build a wall."), "name"),
}


def preview(state: State, seat: int, action: Action) -> Preview | None:
    """What would follow from the action; None where the board has nothing to show of it."""
    match action:
        case actions.Hit():
            left = 0 if action.nice_shot else action.target.points - 1
            return _struck(left, _worth(state, action.target))
        case actions.AllForOne() | actions.Barbarian():
            return _struck(0, _worth(state, action.target))
        case actions.TakeDamage():
            return _struck(action.points - 1, None)  # nobody's trophy
        case actions.DriveBack():
            return _goes(FOREST, action.target.arc)
        case actions.Place():
            return _goes(FOREST, action.arc)
        case actions.TarIt():
            return _TARRED
        case actions.EndPlay():
            return _march(state, [m for m in state.monsters if not m.tarred])
        case actions.Play():
            return _by_token(state, action.token)
        case actions.OfferTrade():
            return _trade(state, seat, action.partner, action.give, action.take)
        case actions.Counter():
            return _trade(state, seat, state.active, action.take, action.give)
        case actions.Accept():
            return _accepted(state, seat)
    return None


# -- monsters -------------------------------------------------------------------------------------


def _worth(state: State, target: Target) -> int | None:
    return VICTORY_POINTS[target.kind] if state.keeps_trophies else None


@cache
def _struck(left: int, worth: int | None) -> Preview:
    return {"left": left, "worth": None if left else worth}


@cache
def _goes(ring: int, arc: int) -> Preview:
    return {"goes": [ring, arc]}


_TARRED: Preview = {"tarred": True}

# -- all that move --------------------------------------------------------------------------------

Space = tuple[int, int]  # ring and arc


def _by_token(state: State, token: str) -> Preview | None:
    """What a token of the Overlord moves; where the die decides nothing is known yet."""
    free = [monster for monster in state.monsters if not monster.tarred]
    if token in (CLOCKWISE, COUNTER):
        steps = 1 if token == CLOCKWISE else -1
        return _moved(state, [(m, (m.ring, clockwise(m.arc, steps))) for m in free])
    if token not in MOVES:
        return None
    return _march(state, [m for m in free if colour_of(m.arc) == MOVES[token]])


def threats(seen: Observation) -> dict[str, list[int]]:
    """Where the monsters strike when they next move: walls, shields and towers by arc."""
    return _march(seen, [monster for monster in seen.monsters if not monster.tarred])


def _march(state: State | Observation, monsters: list[Monster]) -> Preview:
    return _moved(state, [(monster, _inward(state, monster)) for monster in monsters])


def _inward(state: State | Observation, monster: Monster) -> Space:
    """Where a monster goes when it moves; its own place where it strikes a wall instead."""
    if monster.ring < SWORDSMAN:
        return monster.ring + 1, monster.arc
    if monster.ring == CASTLE:
        return CASTLE, clockwise(monster.arc)
    return (SWORDSMAN if state.walls[monster.arc - 1] else CASTLE), monster.arc


def _moved(state: State | Observation, goals: list[tuple[Monster, Space]]) -> Preview:
    moves = {(m.ring, m.arc, *goal) for m, goal in goals if goal != (m.ring, m.arc)}
    struck = sorted({m.arc for m, goal in goals if goal == (m.ring, m.arc)})
    entered = {arc for _ring, _arc, ring, arc in moves if ring == CASTLE}
    return {
        "moves": [list(move) for move in sorted(moves)],
        "walls": [arc for arc in struck if not state.fortified[arc - 1]],
        "shields": [arc for arc in struck if state.fortified[arc - 1]],
        "towers": sorted(arc for arc in entered if state.towers[arc - 1]),
    }


# -- trades ---------------------------------------------------------------------------------------


def _accepted(state: State, seat: int) -> Preview:
    offer = state.pending[-1]
    assert isinstance(offer, Offer)
    if seat == state.active:
        return _trade(state, seat, offer.partner, offer.give, offer.take)
    return _trade(state, seat, state.active, offer.take, offer.give)


def _trade(state: State, seat: int, partner: int, give: str, take: str) -> Preview:
    """What it means that this seat gives one card and gets the other."""
    mine, theirs = state.players[seat].hand, state.players[partner].hand
    mine_then, theirs_then = _swapped(mine, give, take), _swapped(theirs, take, give)
    return {
        "partner": partner,
        "reach": [reached(state, mine), reached(state, mine_then)],
        "theirs": [reached(state, theirs), reached(state, theirs_then)],
        "builds": _builder(state, (mine, mine_then), (theirs, theirs_then)),
    }


def _swapped(hand: Cards, give: str, take: str) -> Cards:
    return {**hand, give: hand[give] - 1, take: hand.get(take, 0) + 1}


def reached(state: State | Observation, hand: Cards) -> int:
    """How many monsters the cards of a hand could hit or slay, each of them one by one."""
    spaces = set()
    for card, count in hand.items():
        if count and card in HITS:
            rings, colours = reach(state.options, card)
            spaces |= {(ring, colour) for ring in rings for colour in colours}
    if hand.get(BARBARIAN):
        spaces |= {(ring, colour) for ring in RINGS if ring != FOREST for colour in COLOURS}
    return sum((monster.ring, colour_of(monster.arc)) in spaces for monster in state.monsters)


def _builder(state: State, mine: tuple[Cards, Cards], theirs: tuple[Cards, Cards]) -> str | None:
    if all(state.walls):
        return None
    for who, (now, then) in (("you", mine), ("partner", theirs)):
        if _both(then) and not _both(now):
            return who
    return None


def _both(hand: Cards) -> bool:
    return bool(hand.get(BRICK) and hand.get(MORTAR))
