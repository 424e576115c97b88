"""Monsters on the board: placing, moving, striking, dying (ruling sheet, A turn, 5 and 6).

All that move do so at once. Those that then attack a wall or reach a tower together form a group;
groups strike one after another: walls before the Castle ring, arc 1 to 6.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from games.castle_panic.actions import Target, target_of
from games.castle_panic.components import (
    CASTLE,
    FOREST,
    POINTS,
    SWORDSMAN,
    Colour,
    MonsterKind,
    clockwise,
    colour_of,
    opposite,
)
from games.castle_panic.rules import cards, endings
from games.castle_panic.rules.run import Run, put
from games.castle_panic.state import Damage, Group, March, Monster, State
from games.castle_panic.versions import falls_unasked


def place(run: Run, kind: MonsterKind, arc: int, *, by_die: bool) -> None:
    """A monster comes out of the Forest."""
    run.state.monsters.append(Monster(kind, POINTS[kind], FOREST, arc))
    run.tell("monster", kind=kind, arc=arc, rolled=by_die)


def find(state: State, target: Target) -> Monster:
    """The first monster that is as the target says."""
    return next(monster for monster in state.monsters if target_of(monster) == target)


def where(one: Monster | Target) -> dict[str, Any]:
    """A monster as events tell of it."""
    return {"kind": one.kind, "points": one.points, "ring": one.ring, "arc": one.arc}


# -- moving ---------------------------------------------------------------------------------------


def move_in(run: Run, movers: Iterable[Monster]) -> None:
    """One ring inward; at a standing wall they attack, in the castle they go clockwise."""
    state = run.state
    attackers: dict[int, list[Monster]] = {}
    arrivals: dict[int, list[Monster]] = {}
    moved = []
    for monster in movers:
        if monster.tarred:
            continue
        start = (monster.ring, monster.arc)
        if monster.ring < SWORDSMAN:
            monster.ring += 1
        elif monster.ring == SWORDSMAN and state.walls[monster.arc - 1]:
            attackers.setdefault(monster.arc, []).append(monster)
            continue
        else:
            monster.arc = clockwise(monster.arc) if monster.ring == CASTLE else monster.arc
            monster.ring = CASTLE
            arrivals.setdefault(monster.arc, []).append(monster)
        moved.append([monster.kind, *start, monster.ring, monster.arc, monster.points])
    _tell_moves(run, moved)
    _strike_later(state, attackers, arrivals)


def move_round(run: Run, steps: int) -> None:
    """Every monster one arc clockwise (1) or back (-1), in its ring."""
    arrivals: dict[int, list[Monster]] = {}
    moved = []
    for monster in run.state.monsters:
        if monster.tarred:
            continue
        start = monster.arc
        monster.arc = clockwise(start, steps)
        moved.append([monster.kind, monster.ring, start, monster.ring, monster.arc, monster.points])
        if monster.ring == CASTLE:
            arrivals.setdefault(monster.arc, []).append(monster)
    _tell_moves(run, moved)
    _strike_later(run.state, {}, arrivals)


def of_colour(state: State, colour: Colour) -> list[Monster]:
    """The monsters in both arcs of a color."""
    return [monster for monster in state.monsters if colour_of(monster.arc) == colour]


def _tell_moves(run: Run, steps: list[list[Any]]) -> None:
    """Tell of each the kind, the ring and arc it left, those it came to, and its points."""
    if steps:
        run.tell("move", steps=steps)


def _strike_later(
    state: State, attackers: dict[int, list[Monster]], arrivals: dict[int, list[Monster]]
) -> None:
    groups = [_group("wall", arc, attackers[arc]) for arc in sorted(attackers)]
    reached = [arc for arc in sorted(arrivals) if state.towers[arc - 1]]
    groups += [_group("tower", arc, arrivals[arc]) for arc in reached]
    if groups:
        state.pending.append(March(groups))


def _group(line: Literal["wall", "tower"], arc: int, monsters: list[Monster]) -> Group:
    return Group(line, arc, sorted({(monster.kind, monster.points) for monster in monsters}))


# -- striking -------------------------------------------------------------------------------------


def strike(run: Run, group: Group, later: Sequence[Group]) -> None:
    """The wall or tower takes the blow; one of the group is hurt, chosen where they differ.

    Where the castle falls to the groups that strike `later`, whoever is hurt, nobody is asked.
    """
    if group.line == "wall":
        _break_wall(run, group.arc)
    else:
        topple(run, group.arc)
    if run.over:
        return
    if len(group.members) == 1:
        hurt_one(run, group, *group.members[0])
    elif not (falls_unasked(run.state) and endings.falls_to(run.state, later)):
        run.state.pending.append(Damage(group))


def hurt_one(run: Run, group: Group, kind: MonsterKind, points: int) -> None:
    """A point of damage for one of the group like this. Who dies of it is nobody's trophy."""
    ring = SWORDSMAN if group.line == "wall" else CASTLE
    monster = find(run.state, Target(group.arc, ring, kind, points))
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
    """A tower falls, and with it whoever owns it. The last one loses the game at once."""
    state = run.state
    state.towers[arc - 1] = False
    run.tell("tower-lost", arc=arc)
    for seat in state.castle_seats:
        player = state.players[seat]
        if player.tower == arc and not player.out:
            player.out = True
            cards.spend_all(run, seat)
            run.tell("out", seat=seat, arc=arc)
    endings.check_lost(run)


# -- dying ----------------------------------------------------------------------------------------


def die(run: Run, monster: Monster, slayer: int | None = None) -> None:
    """A monster leaves the board, for the slayer's trophies or for the discarded tokens."""
    _remove(run, monster, slayer)
    endings.check_won(run)


def _remove(run: Run, monster: Monster, slayer: int | None = None) -> None:
    state = run.state
    state.monsters[:] = [other for other in state.monsters if other is not monster]
    if slayer is not None and state.keeps_trophies:
        put(state.players[slayer].trophies, monster.kind)
    else:
        put(state.spent, monster.kind)
    run.tell("slain", seat=slayer, **where(monster))


# -- boulders -------------------------------------------------------------------------------------


def roll_boulder(run: Run, arc: int) -> None:
    """It rolls across the board until a Fortify token, wall or tower stops it.

    Crushing the last monster doesn't stop it: what the whole token did is looked at afterwards.
    """
    path, stopped = _course(run.state, arc)
    run.tell("boulder", arc=arc, path=path, stopped=stopped)
    for ring, passed in path:
        _crush(run, ring, passed)
    if stopped == "wall":
        _break_wall(run, path[-1][1])
    elif stopped == "tower":
        topple(run, path[-1][1])


def _course(state: State, arc: int) -> tuple[list[list[int]], str | None]:
    """The spaces it rolls over as `[ring, arc]`, and what stops it in or behind the last one."""
    path = [[ring, arc] for ring in range(FOREST, SWORDSMAN + 1)]
    if state.walls[arc - 1]:
        return path, "wall"
    far = opposite(arc)
    for one in (arc, far):
        path.append([CASTLE, one])
        if state.towers[one - 1]:
            return path, "tower"
    if state.walls[far - 1]:
        return path, "wall"
    path += [[ring, far] for ring in range(SWORDSMAN, FOREST - 1, -1)]
    return path, None


def _crush(run: Run, ring: int, arc: int) -> None:
    for monster in [m for m in run.state.monsters if (m.ring, m.arc) == (ring, arc)]:
        _remove(run, monster)
