"""Power, lands and the result (ruling sheet, End)."""

from typing import Any

from games.burnt_to_ashes.state import State
from games.plugin import Line, Result, SeatName, SeatResult, line, lines, names_of, outcomes, places


def points(state: State, seat: int) -> int:
    return state.players[seat].power * state.times(seat)


def standing_of(state: State, seat: int) -> tuple[int, int]:
    """Return the order of ranks: points, then lands."""
    return (points(state, seat), len(state.standing(seat)))


def tied_for_first(state: State) -> list[int]:
    """Return the seats that nobody surpasses."""
    standings = [standing_of(state, seat) for seat in range(state.count)]
    return [seat for seat, standing in enumerate(standings) if standing == max(standings)]


def winner(state: State) -> int:
    """Return the seat that is crowned once the dragon is dead."""
    return tied_for_first(state)[0] if state.named is None else state.named


def scores(state: State) -> list[int | None]:
    """Return the lands of a team, everyone's points under a crown, 0 if the dragon won."""
    if state.crown and state.ending in (None, "slain"):
        return [points(state, seat) for seat in range(state.count)]
    return [len(state.standing()) if state.ending in (None, "slain") else 0] * state.count


def result(state: State) -> Result | None:
    if state.ending is None:
        return None
    seats = [SeatResult("won", 1, score, 0) for score in scores(state)]
    if state.ending != "slain":
        teams = range(state.count) if state.crown else [0] * state.count
        seats = [SeatResult("lost", 1, 0, team) for team in teams]
    elif state.crown:
        first = winner(state)
        ranks = places([(*standing_of(state, n), n == first) for n in range(state.count)])
        seats = [  # there is one winner; other equal seats share a rank
            SeatResult(outcome, rank, points(state, seat), seat, _tie_break(state, seat))
            for seat, (outcome, rank) in enumerate(zip(outcomes(ranks), ranks, strict=True))
        ]
    return Result(state.ending, _reason(state), tuple(seats))


def _tie_break(state: State, seat: int) -> Line | None:
    others = [other for other in range(state.count) if other != seat]
    alike = [other for other in others if points(state, other) == points(state, seat)]
    if not alike:
        return None
    tied = tied_for_first(state)
    if state.named is not None and seat in tied:
        names = names_of(other for other in tied if other != seat)
        return line("Tied with {names} on points and lands; the regent chose.", names=names)
    rival = max(alike, key=lambda other: standing_of(state, other))
    own, theirs = len(state.standing(seat)), len(state.standing(rival))
    if own == theirs:
        return line("Tied with {name} on points and lands.", name=SeatName(rival))
    return line(
        "Tied on points with {name}; lands: {mine} against {theirs}.",
        name=SeatName(rival),
        mine=own,
        theirs=theirs,
    )


def _reason(state: State) -> Line:
    if state.ending == "no-land":
        return line("The last land is burnt to ashes: the dragon wins.")
    if state.ending == "no-knight":
        return line("No knight is left to face it: the dragon wins.")
    if not state.crown:
        return lines(
            "The dragon is dead, and {n} land is saved.",
            "The dragon is dead, and {n} lands are saved.",
            len(state.standing()),
        )
    return line("The dragon is dead, and {name} is crowned.", name=SeatName(winner(state)))


def statistics(state: State) -> dict[str, Any]:
    """Return the statistics of profiles. If the dragon won, no land is saved."""
    saved = state.ending == "slain"
    return {
        "seats": [
            {
                "lands": len(state.standing(seat)) if saved else 0,
                "strikes": state.wounds.count(seat),
                "power": player.power,
                "rounds": state.round,
            }
            for seat, player in enumerate(state.players)
        ]
    }
