"""Monsters on the board: moving, striking, dying (ruling sheet, A turn, 5 and 6).

All moving monsters move at once. Monsters that attack a wall or reach a tower together form a
group; groups strike one after another: walls before the Castle ring, arcs 1 to 6.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from games.castle_panic import components as box
from games.castle_panic.actions import Target, target_of
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Damage, Group, March, Monster, State
from games.plugin import bags


def find(state: State, target: Target) -> Monster:
    return next(monster for monster in state.monsters if target_of(monster) == target)


def where(one: Monster | Target) -> dict[str, Any]:
    return {"kind": one.kind, "points": one.points, "ring": one.ring, "arc": one.arc}


# -- moving ---------------------------------------------------------------------------------------

Space = tuple[int, int]  # ring and arc
Goals = list[tuple[Monster, Space]]  # monsters and their destinations


def inward(monster: Monster, walls: Sequence[bool]) -> Space:
    """Return a monster's next space, or its own if it attacks a wall."""
    if monster.ring < box.SWORDSMAN:
        return monster.ring + 1, monster.arc
    if monster.ring == box.CASTLE:
        return box.CASTLE, box.clockwise(monster.arc)
    return (box.SWORDSMAN if walls[monster.arc - 1] else box.CASTLE), monster.arc


def march(monsters: Iterable[Monster], walls: Sequence[bool]) -> Goals:
    """Return the next step of these monsters, except tarred ones."""
    return [(monster, inward(monster, walls)) for monster in monsters if not monster.tarred]


def sent(token: str, monsters: Iterable[Monster], walls: Sequence[bool]) -> Goals:
    """Return a token's moves: all one arc on or back, or one color inward."""
    if token in box.TURNS:
        steps = box.TURNS[token]
        return [(m, (m.ring, box.clockwise(m.arc, steps))) for m in monsters if not m.tarred]
    return march(of_color(monsters, box.MOVES[token]), walls)


def of_color(monsters: Iterable[Monster], color: box.Color) -> list[Monster]:
    return [monster for monster in monsters if box.color_of(monster.arc) == color]


def move(run: Run, goals: Goals) -> int:
    """Move the monsters, and queue the groups that strike a wall or reach a tower.

    The event has each monster's kind, its old ring and arc, the new ones, and its points. Returns
    how many moved.
    """
    attackers, steps = [], []
    for monster, goal in goals:
        if goal == (monster.ring, monster.arc):
            attackers.append(monster)
        else:
            steps.append([monster.kind, monster.ring, monster.arc, *goal, monster.points])
        monster.ring, monster.arc = goal
    if steps:
        run.tell("move", steps=steps)
    towers = run.state.towers
    arrivals = [m for m, _goal in goals if m.ring == box.CASTLE and towers[m.arc - 1]]
    groups = [*_groups("wall", attackers), *_groups("tower", arrivals)]
    if groups:
        run.state.pending.append(March(groups))
    return len(steps)


def _groups(line: Literal["wall", "tower"], monsters: list[Monster]) -> Iterator[Group]:
    for arc in sorted({monster.arc for monster in monsters}):
        members = {(monster.kind, monster.points) for monster in monsters if monster.arc == arc}
        yield Group(line, arc, sorted(members))


# -- striking -------------------------------------------------------------------------------------


def strike(run: Run, group: Group, later: Sequence[Group]) -> None:
    """Break the group's wall or tower and hurt one of the group, chosen if they differ.

    Nobody is asked if the castle falls to the `later` groups anyway.
    """
    state = run.state
    (_break_wall if group.line == "wall" else topple)(run, group.arc)
    if run.over:
        return
    # Each later group reaches its tower: none of its monsters can die before it strikes.
    felled = {other.arc for other in later if other.line == "tower"}
    standing = {arc for arc in box.ARCS if state.towers[arc - 1]}
    owned = {state.players[seat].tower for seat in state.in_play}
    if len(group.members) == 1:
        hurt_one(run, group, *group.members[0])
    elif not (standing <= felled or owned <= felled):
        state.pending.append(Damage(group))


def hurt_one(run: Run, group: Group, kind: box.MonsterKind, points: int) -> None:
    """Damage such a monster of the group by a point. If it dies, it is nobody's trophy."""
    monster = find(run.state, Target(group.arc, group.ring, kind, points))
    run.tell("hurt", by=group.line, **where(monster))
    monster.points -= 1
    if not monster.points:
        die(run, monster)


def _break_wall(run: Run, arc: int) -> None:
    state = run.state
    if state.fortified[arc - 1]:
        state.fortified[arc - 1] = False
        run.tell("fortify-lost", arc=arc)
    else:
        state.walls[arc - 1] = False
        run.tell("wall-lost", arc=arc)


def topple(run: Run, arc: int) -> None:
    """Fell a tower; its owner is out, and the last one loses the game at once."""
    state = run.state
    state.towers[arc - 1] = False
    run.tell("tower-lost", arc=arc)
    for seat in state.castle_seats:
        player = state.players[seat]
        if player.tower == arc and not player.out:
            player.out = True
            run.spend(seat, list(Counter(player.hand).elements()))
            run.tell("out", seat=seat, arc=arc)
    run.check_lost()


# -- dying ----------------------------------------------------------------------------------------


def die(run: Run, monster: Monster, slayer: int | None = None) -> None:
    """Remove a monster from the board, to the slayer's trophies or the spent tokens."""
    _remove(run, monster, slayer)
    run.check_won()


def _remove(run: Run, monster: Monster, slayer: int | None = None) -> None:
    state = run.state
    state.monsters[:] = [other for other in state.monsters if other is not monster]
    if slayer is not None and state.keeps_trophies:
        bags.put(state.players[slayer].trophies, monster.kind)
    else:
        bags.put(state.spent, monster.kind)
    run.tell("slain", seat=slayer, **where(monster))


# -- boulders -------------------------------------------------------------------------------------


def roll_boulder(run: Run, arc: int) -> None:
    """Roll across the board until a Fortify token, wall or tower stops the boulder.

    Crushing the last monster doesn't stop it: a win is checked after the whole token.
    """
    path, stopped = _course(run.state, arc)
    run.tell("boulder", arc=arc, path=path, stopped=stopped)
    for ring, passed in path:
        for monster in [m for m in run.state.monsters if (m.ring, m.arc) == (ring, passed)]:
            _remove(run, monster)
    if stopped == "wall":
        _break_wall(run, path[-1][1])
    elif stopped == "tower":
        topple(run, path[-1][1])


def _course(state: State, arc: int) -> tuple[list[list[int]], str | None]:
    """The spaces of its course as `[ring, arc]`, and the piece that stops it at the end, if any."""
    path = [[ring, arc] for ring in range(box.FOREST, box.SWORDSMAN + 1)]
    if state.walls[arc - 1]:
        return path, "wall"
    far = box.opposite(arc)
    for one in (arc, far):
        path.append([box.CASTLE, one])
        if state.towers[one - 1]:
            return path, "tower"
    if state.walls[far - 1]:
        return path, "wall"
    path += [[ring, far] for ring in range(box.SWORDSMAN, box.FOREST - 1, -1)]
    return path, None
