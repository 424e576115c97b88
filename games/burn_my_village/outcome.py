"""The result, and the sentences that explain it (ruling sheet, End and score)."""

from collections.abc import Sequence

from games.burn_my_village import words
from games.burn_my_village.scoring import ScoreRow, Standing, standings
from games.burn_my_village.state import State
from games.plugin import Line, Result, SeatName, SeatResult, line, names_of, outcomes


def result(state: State) -> Result | None:
    """How the game ended for every seat; None while it goes on."""
    if state.ending is None:
        return None
    table = standings(state)
    told = outcomes([one.rank for one in table])
    seats = {
        seat: SeatResult(told[place], rank, sheet.total, tie_break=_tie_break(table, place))
        for place, (rank, seat, sheet) in enumerate(table)
    }
    by_seat = tuple(seats[seat] for seat in sorted(seats))
    return Result(state.ending, _reason(table), by_seat)


def _reason(table: Sequence[Standing]) -> Line:
    """Who won and why, in one sentence."""
    best, second = table[0], table[1]
    points = best.sheet.total
    if second.rank == 1:
        return line(
            "{names} share the victory: {points} points each and tied in every bribe.",
            names=names_of(one.seat for one in table if one.rank == 1),
            points=points,
        )
    parting = _parting(best, second)
    if second.sheet.total < points or parting is None:
        return line(
            "{name} wins with {points} points to {second}.",
            name=SeatName(best.seat),
            points=points,
            second=second.sheet.total,
        )
    return line(
        "{name} wins: tied with {rival} on {points} points, but ahead in bribed {treasures}.",
        name=SeatName(best.seat),
        rival=SeatName(second.seat),
        points=points,
        treasures=words.plural(parting[0].treasure),
    )


def _tie_break(table: Sequence[Standing], place: int) -> Line | None:
    """What parts a seat from the next better (or next worse) one that is level on points."""
    for other in (place - 1, place + 1):
        if 0 <= other < len(table) and table[other].sheet.total == table[place].sheet.total:
            return _comparison(table[place], table[other])
    return None


def _comparison(one: Standing, other: Standing) -> Line:
    name = SeatName(other.seat)
    parting = _parting(one, other)
    if parting is None:
        return line("Tied with {name} on points and in every bribe.", name=name)
    mine, theirs = parting
    return line(
        "Tied on points with {name}; bribed {treasures}: {mine} against {theirs}.",
        name=name,
        treasures=words.plural(mine.treasure),
        mine=mine.cards,
        theirs=theirs.cards,
    )


def _parting(one: Standing, other: Standing) -> tuple[ScoreRow, ScoreRow] | None:
    """The rows of the rightmost space where the bribes differ in size; None if they nowhere do."""
    pairs = zip(reversed(one.sheet.rows), reversed(other.sheet.rows), strict=True)
    return next((pair for pair in pairs if pair[0].cards != pair[1].cards), None)
