"""The effects of choices, as plain data for `board.js`, from public knowledge.

| field | meaning |
|---|---|
| `left`, `worth` | the touched monster's points afterwards; its trophy's worth if it dies |
| `goes` | `[ring, arc]`: where the touched monster or token would stand |
| `tarred` | the touched monster would be held by tar |
| `moves` | `[ring, arc, to ring, to arc]` of all that would move, once for each way |
| `walls`, `shields`, `towers` | the arcs in which these would be lost |
| `partner`, `reach`, `theirs` | a trade: how many monsters both could hit, `[now, then]` |
| `builds` | a trade: who could build a wall only then (`you` or `partner`), or None |

Choices with the same preview share one dictionary.
"""

from functools import cache
from itertools import product
from typing import Any

from games.castle_panic import actions as do, components as box
from games.castle_panic.actions import Action, Target
from games.castle_panic.rules.monsters import Goals, march, sent
from games.castle_panic.rules.plays import reach
from games.castle_panic.state import State, Table
from games.plugin import bags

Preview = dict[str, Any]


def preview(state: State, seat: int, action: Action) -> Preview | None:
    """Return the action's effects, or None if the board has none to show."""
    match action:
        case do.Hit():
            left = 0 if action.nice_shot else action.target.points - 1
            return _struck(left, _worth(state, action.target))
        case do.AllForOne() | do.Barbarian():
            return _struck(0, _worth(state, action.target))
        case do.TakeDamage():
            return _struck(action.points - 1, None)  # nobody's trophy
        case do.DriveBack():
            return _goes(box.FOREST, action.target.arc)
        case do.Place():
            return _goes(box.FOREST, action.arc)
        case do.TarIt():
            return _TARRED
        case do.EndPlay():
            return threats(state)
        case do.Play(token=token) if token in box.MOVES or token in box.TURNS:
            return _moved(state, sent(token, state.monsters, state.walls))
        case do.OfferTrade():
            return _trade(state, seat, action.partner, action.give, action.take)
        case do.Counter():
            return _trade(state, seat, state.active, action.take, action.give)
        case do.Accept():
            offer = state.open_offer
            if seat == state.active:
                return _trade(state, seat, offer.partner, offer.give, offer.take)
            return _trade(state, seat, state.active, offer.take, offer.give)
    return None


def _worth(state: State, target: Target) -> int | None:
    return box.VICTORY_POINTS[target.kind] if state.keeps_trophies else None


@cache
def _struck(left: int, worth: int | None) -> Preview:
    return {"left": left, "worth": None if left else worth}


@cache
def _goes(ring: int, arc: int) -> Preview:
    return {"goes": [ring, arc]}


_TARRED: Preview = {"tarred": True}

# -- all moves ------------------------------------------------------------------------------------


def threats(seen: Table) -> Preview:
    """Return the monsters' next moves, and the things that they strike, by arc."""
    return _moved(seen, march(seen.monsters, seen.walls))


def _moved(state: Table, goals: Goals) -> Preview:
    moves = {(m.ring, m.arc, *goal) for m, goal in goals if goal != (m.ring, m.arc)}
    struck = sorted({m.arc for m, goal in goals if goal == (m.ring, m.arc)})
    entered = {arc for _ring, _arc, ring, arc in moves if ring == box.CASTLE}
    return {
        "moves": [list(move) for move in sorted(moves)],
        "walls": [arc for arc in struck if not state.fortified[arc - 1]],
        "shields": [arc for arc in struck if state.fortified[arc - 1]],
        "towers": sorted(arc for arc in entered if state.towers[arc - 1]),
    }


def _trade(state: State, seat: int, partner: int, give: str, take: str) -> Preview:
    """The effects of a trade in which this seat gives one card for the other."""
    mine, theirs = state.players[seat].hand, state.players[partner].hand
    mine_then = bags.swapped(mine, [give], [take])
    theirs_then = bags.swapped(theirs, [take], [give])
    builds = None
    if not all(state.walls):
        you, they = _builds(mine_then) > _builds(mine), _builds(theirs_then) > _builds(theirs)
        builds = "you" if you else "partner" if they else None
    return {
        "partner": partner,
        "reach": [reached(state, mine), reached(state, mine_then)],
        "theirs": [reached(state, theirs), reached(state, theirs_then)],
        "builds": builds,
    }


def reached(state: Table, hand: box.Cards) -> int:
    """Return how many monsters the cards of a hand could hit or slay, one by one."""
    spaces: set[tuple[int, str]] = set()
    for card in hand:
        if card in box.HITS or card == box.BARBARIAN:
            spaces.update(product(*reach(state.options, card)))
    return sum((monster.ring, box.color_of(monster.arc)) in spaces for monster in state.monsters)


def _builds(hand: box.Cards) -> bool:
    return box.BRICK in hand and box.MORTAR in hand
