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

from collections.abc import Callable
from functools import cache
from typing import Any

from games.castle_panic.actions import (
    Accept,
    AllForOne,
    Barbarian,
    Counter,
    DriveBack,
    EndPlay,
    Hit,
    OfferTrade,
    Place,
    Play,
    TakeDamage,
    Target,
    TarIt,
)
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


class Previews:
    """The previews of one position, each made once."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._keeps = state.keeps_trophies
        self._moved: dict[Any, Preview] = {}
        self._traded: dict[tuple[int, str, str], Preview] = {}

    def of(self, action: Any) -> Preview | None:
        """What would follow from the action; None where the board has nothing to show of it."""
        made = _MADE.get(type(action))
        return made(self, action) if made else None

    # -- monsters -------------------------------------------------------------------------------

    def hit(self, action: Hit) -> Preview:
        target = action.target
        left = 0 if action.nice_shot else target.points - 1
        return _struck(left, self._worth(target))

    def slay(self, action: AllForOne | Barbarian) -> Preview:
        return _struck(0, self._worth(action.target))

    def hurt(self, action: TakeDamage) -> Preview:
        return _struck(action.points - 1, None)  # nobody's trophy

    def _worth(self, target: Target) -> int | None:
        return VICTORY_POINTS[target.kind] if self._keeps else None

    def drive(self, action: DriveBack) -> Preview:
        return _goes(FOREST, action.target.arc)

    def tar(self, action: TarIt) -> Preview:
        return _TARRED

    def place(self, action: Place) -> Preview:
        return _goes(FOREST, action.arc)

    # -- all that move --------------------------------------------------------------------------

    def march(self, action: EndPlay) -> Preview:
        return self._all("march", lambda monster: _inward(self._state, monster))

    def play(self, action: Play) -> Preview | None:
        """What a token of the Overlord moves; where the die decides nothing is known yet."""
        if action.token in (CLOCKWISE, COUNTER):
            steps = 1 if action.token == CLOCKWISE else -1
            return self._all(
                action.token, lambda monster: (monster.ring, clockwise(monster.arc, steps))
            )
        if action.token not in MOVES:
            return None
        colour = MOVES[action.token]
        return self._all(
            action.token,
            lambda monster: (
                _inward(self._state, monster) if colour_of(monster.arc) == colour else None
            ),
        )

    def _all(self, name: str, goal_of: Callable[[Monster], tuple[int, int] | None]) -> Preview:
        if name not in self._moved:
            goals = [(m, goal_of(m)) for m in self._state.monsters if not m.tarred]
            self._moved[name] = self._forecast([(m, goal) for m, goal in goals if goal])
        return self._moved[name]

    def _forecast(self, goals: list[tuple[Monster, tuple[int, int]]]) -> Preview:
        state = self._state
        struck = {m.arc for m, goal in goals if goal == (m.ring, m.arc)}
        reached = {goal[1] for m, goal in goals if goal[0] == CASTLE and goal != (m.ring, m.arc)}
        moves = {(m.ring, m.arc, *goal) for m, goal in goals if goal != (m.ring, m.arc)}
        return {
            "moves": [list(move) for move in sorted(moves)],
            "walls": sorted(arc for arc in struck if not state.fortified[arc - 1]),
            "shields": sorted(arc for arc in struck if state.fortified[arc - 1]),
            "towers": sorted(arc for arc in reached if state.towers[arc - 1]),
        }

    # -- trades ---------------------------------------------------------------------------------

    def offer(self, action: OfferTrade) -> Preview:
        return self._trade(action.partner, action.give, action.take)

    def counter(self, action: Counter) -> Preview:
        return self._trade(self._state.active, action.take, action.give)

    def accept(self, action: Accept) -> Preview:
        offer = self._state.pending[-1]
        assert isinstance(offer, Offer)
        if self._seat == self._state.active:
            return self._trade(offer.partner, offer.give, offer.take)
        return self._trade(self._state.active, offer.take, offer.give)

    def _trade(self, partner: int, give: str, take: str) -> Preview:
        """What it means that this seat gives one card and gets the other."""
        key = (partner, give, take)
        if key not in self._traded:
            state = self._state
            mine, theirs = state.players[self._seat].hand, state.players[partner].hand
            mine_then, theirs_then = _swapped(mine, give, take), _swapped(theirs, take, give)
            self._traded[key] = {
                "partner": partner,
                "reach": [reached(state, mine), reached(state, mine_then)],
                "theirs": [reached(state, theirs), reached(state, theirs_then)],
                "builds": _builder(state, (mine, mine_then), (theirs, theirs_then)),
            }
        return self._traded[key]


def _inward(state: State, monster: Monster) -> tuple[int, int]:
    """Where a monster goes when it moves; its own place where it strikes a wall instead."""
    if monster.ring < SWORDSMAN:
        return monster.ring + 1, monster.arc
    if monster.ring == CASTLE:
        return CASTLE, clockwise(monster.arc)
    return (SWORDSMAN if state.walls[monster.arc - 1] else CASTLE), monster.arc


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


@cache
def _struck(left: int, worth: int | None) -> Preview:
    return {"left": left, "worth": None if left else worth}


@cache
def _goes(ring: int, arc: int) -> Preview:
    return {"goes": [ring, arc]}


_TARRED: Preview = {"tarred": True}

_MADE: dict[type, Callable[[Previews, Any], Preview | None]] = {
    Hit: Previews.hit,
    AllForOne: Previews.slay,
    Barbarian: Previews.slay,
    TakeDamage: Previews.hurt,
    DriveBack: Previews.drive,
    TarIt: Previews.tar,
    Place: Previews.place,
    EndPlay: Previews.march,
    Play: Previews.play,
    OfferTrade: Previews.offer,
    Counter: Previews.counter,
    Accept: Previews.accept,
}
