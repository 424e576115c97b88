"""Results that administrators name: what can be one, and how it is told.

The rules are asked nothing but who plays with whom. A record shows that the portal's staff named
such a result by its signature alone.
"""

from collections.abc import Sequence

from games.plugin.model import Format, Result, SeatResult
from games.plugin.text import line, msg
from games.protocol.admin_actions import End, NamedResult

ENDING = "decided"
_DECIDED = msg("An administrator decided the result: {reason}")


class Unfitting(Exception):
    """It can't be a result of that match; `code` says why.

    "seats": there are more or fewer. "sides": allies come out otherwise than each other. "ranks":
    a place isn't one more than there are seats before it. "outcomes": they don't follow from the
    places. "points": only they count, and there are none.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def check(form: Format, seats: Sequence[NamedResult], *, scored: bool) -> None:
    """Raise `Unfitting` unless a match of that format can end so. `scored`: see `Meta.scored`."""
    if len(seats) != len(form.teams):
        raise Unfitting("seats")
    sides = {(team, own.outcome, own.rank) for team, own in zip(form.teams, seats, strict=True)}
    if len(sides) != len(set(form.teams)):
        raise Unfitting("sides")
    if any(own.rank != 1 + sum(other.rank < own.rank for other in seats) for own in seats):
        raise Unfitting("ranks")
    told = [own.outcome for own in seats]
    if len(seats) == 1 and scored:
        if told != ["scored"]:
            raise Unfitting("outcomes")
        if seats[0].score is None:
            raise Unfitting("points")
    elif len(sides) == 1:
        if told[0] not in ("won", "lost"):
            raise Unfitting("outcomes")
    elif set(told) != {"lost"} and told != _of_places(form, seats):
        raise Unfitting("outcomes")


def _of_places(form: Format, seats: Sequence[NamedResult]) -> list[str]:
    """Whoever is first has won, or it is a draw between several; all others have lost."""
    first = {team for team, own in zip(form.teams, seats, strict=True) if own.rank == 1}
    best = "won" if len(first) == 1 else "drawn"
    return [best if own.rank == 1 else "lost" for own in seats]


def result(form: Format, deed: End) -> Result:
    """The result that the deed names."""
    seats = tuple(
        SeatResult(own.outcome, own.rank, own.score, team if form.teams.count(team) > 1 else None)
        for team, own in zip(form.teams, deed.seats, strict=True)
    )
    return Result(ENDING, line(_DECIDED, reason=deed.reason), seats)
