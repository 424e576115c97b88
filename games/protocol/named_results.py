"""Results that administrators name: which are valid, and their wording.

Only the teams come from the rules. A record's signature proves that staff named its result.
"""

from collections.abc import Sequence

from games.plugin.model import Format, Result, SeatResult
from games.plugin.text import line, msg
from games.protocol.admin_actions import End, NamedResult

ENDING = "decided"
_DECIDED = msg("An administrator decided the result: {reason}")


class Unfitting(Exception):
    """It can't be a result of that match; `code` says why.

    "seats": the number is wrong. "sides": allies differ. "ranks": a place isn't one more than the
    seats before it. "outcomes": they don't follow from the places. "points": only they count, and
    they are missing.
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
    outcomes = [own.outcome for own in seats]
    if len(seats) == 1 and scored:
        fits = outcomes == ["scored"]
        if fits and seats[0].score is None:
            raise Unfitting("points")
    elif len(sides) == 1:
        fits = outcomes[0] in ("won", "lost")
    else:
        fits = set(outcomes) == {"lost"} or outcomes == _outcomes_of_places(form, seats)
    if not fits:
        raise Unfitting("outcomes")


def _outcomes_of_places(form: Format, seats: Sequence[NamedResult]) -> list[str]:
    first = {team for team, own in zip(form.teams, seats, strict=True) if own.rank == 1}
    best = "won" if len(first) == 1 else "drawn"
    return [best if own.rank == 1 else "lost" for own in seats]


def result(form: Format, deed: End) -> Result:
    seats = tuple(
        SeatResult(own.outcome, own.rank, own.score, team if form.teams.count(team) > 1 else None)
        for team, own in zip(form.teams, deed.seats, strict=True)
    )
    return Result(ENDING, line(_DECIDED, reason=deed.reason), seats)
