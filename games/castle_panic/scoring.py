"""Trophies and the result (ruling sheet, End)."""

from typing import Any

from games.castle_panic.components import VICTORY_POINTS
from games.castle_panic.state import CASTLE_TEAM, OVERLORD_TEAM, State, Table
from games.plugin import Line, Result, SeatName, SeatResult, line, lines, names_of, places


def points(state: Table, seat: int) -> int:
    return sum(VICTORY_POINTS[kind] * n for kind, n in state.players[seat].trophies.items())


def scores(state: State) -> list[int | None]:
    """Return every seat's points, or None without trophies and for an Overlord."""
    kept = state.keeps_trophies
    return [
        points(state, seat) if kept and seat != state.overlord else None
        for seat in range(len(state.players))
    ]


def slain(state: State, seat: int) -> int:
    return sum(state.players[seat].trophies.values())


def result(state: State) -> Result | None:
    """Return the result of every seat, or None while the game goes on.

    The castle's seats win or lose together; trophies, if kept, rank the winners. For a lone player
    they are a score without a title.
    """
    if state.ending is None:
        return None
    seats = tuple(_seat(state, seat, score) for seat, score in enumerate(scores(state)))
    return Result(state.ending, _reason(state), seats)


def _seat(state: State, seat: int, score: int | None) -> SeatResult:
    match state.ending, seat == state.overlord:
        case "won", True:
            return SeatResult("lost", len(state.players), None, OVERLORD_TEAM)
        case "won", False:
            rank, tie = _ranks(state)[seat], _tie_break(state, seat)
            return SeatResult("won", rank, score, CASTLE_TEAM, tie)
        case _, True:
            return SeatResult("won", 1, None, OVERLORD_TEAM)
    return SeatResult("lost", 1 if state.overlord is None else 2, score, CASTLE_TEAM)


def _standing(state: State, seat: int) -> tuple[bool, int, int]:
    """The seat's standing for the title: still in play, points, monsters slain."""
    return (not state.players[seat].out, points(state, seat), slain(state, seat))


def _ranks(state: State) -> dict[int, int]:
    castle = state.castle_seats
    if not state.keeps_trophies:
        return dict.fromkeys(castle, 1)
    return dict(zip(castle, places(_standing(state, seat) for seat in castle), strict=True))


def masters(state: State) -> list[int]:
    """Return the Master Slayers: none without trophies or when playing alone."""
    if state.ending != "won" or not state.keeps_trophies or len(state.castle_seats) < 2:
        return []
    return [seat for seat, rank in _ranks(state).items() if rank == 1]


def _reason(state: State) -> Line:
    if state.ending == "lost":
        if state.overlord is not None:
            lord = SeatName(state.overlord)
            return line("The castle has fallen: {name} wins as the Overlord.", name=lord)
        if any(state.towers):
            return line("Everyone’s tower has fallen: the castle is lost.")
        return line("The last tower has fallen: the castle is lost.")
    best = masters(state)
    if not best:
        return lines(
            "Every monster is slain and {n} tower stands: the castle is saved.",
            "Every monster is slain and {n} towers stand: the castle is saved.",
            sum(state.towers),
        )
    if len(best) == 1:
        return lines(
            "The castle is saved, and {name} is the Master Slayer with {n} point.",
            "The castle is saved, and {name} is the Master Slayer with {n} points.",
            points(state, best[0]),
            name=SeatName(best[0]),
        )
    return lines(
        "The castle is saved, and {names} share the title of Master Slayer with {n} point each.",
        "The castle is saved, and {names} share the title of Master Slayer with {n} points each.",
        points(state, best[0]),
        names=names_of(best),
    )


def _tie_break(state: State, seat: int) -> Line | None:
    still_in, own, kills = _standing(state, seat)
    castle = [_standing(state, other)[:2] for other in state.castle_seats]
    if not own or not state.keeps_trophies or castle.count((still_in, own)) < 2:
        return None
    return lines("Tied on points: {n} monster slain.", "Tied on points: {n} monsters slain.", kills)


def statistics(state: State) -> dict[str, Any]:
    """Return the statistics of profiles: the castle's state, and each seat's trophies if kept."""
    standing = {"towers": sum(state.towers), "walls": sum(state.walls), "turns": state.turn}
    return {
        "seats": [
            standing if score is None else {**standing, "slain": slain(state, seat)}
            for seat, score in enumerate(scores(state))
        ]
    }
