"""Resignations and forfeits: when they end a match, and its result then. Rulesets don't see them.

Both are control steps; a forfeit is the clock resigning for someone who stayed away. The result
follows from the last position and the order in which seats gave up, and from nothing else.
"""

from collections.abc import Collection, Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from games.plugin.model import Format, Result, SeatOutcome, SeatResult, Tagged
from games.plugin.registry import AnyGame
from games.plugin.text import Line, SeatName, line, msg
from games.protocol.dealing import same

RESIGN = {"type": "resign"}  # the action of the control step
ENDING = "resigned"


class _Words(msgspec.Struct, frozen=True):
    """A result's sentence about the last one to give up: alone, with one winner, with several."""

    alone: str
    one: str
    several: str


_RESIGNED = _Words(
    msg("{player} resigned."),
    msg("{player} has resigned: {winner} wins."),
    msg("{player} has resigned: {winner} and others share the victory."),
)
_FORFEITED = _Words(
    msg("{player} ran out of time and forfeits."),
    msg("{player} ran out of time and forfeits: {winner} wins."),
    msg("{player} ran out of time and forfeits: {winner} and others share the victory."),
)
_OUT_OF_TIME = msg("Time ran out: the run of {player} is scored as it stands.")


class Forfeit(Tagged, tag="forfeit"):
    """The seat is given up for its person after `missed` deadlines in a row."""

    missed: Annotated[int, msgspec.Meta(ge=1)]


def forfeit_of(action: Any) -> Forfeit | None:
    """The forfeit in an action, if any. Raises `msgspec.ValidationError` if malformed."""
    if not isinstance(action, dict) or action.get("type") != "forfeit":
        return None
    return msgspec.convert(action, Forfeit)


def gives_up(action: Any) -> bool:
    """Whether a control step's action resigns or forfeits its seat."""
    return same(action, RESIGN) or forfeit_of(action) is not None


def is_over(form: Format, gone: Sequence[int]) -> bool:
    """Whether resignations have ended the match: alone at once, else when one side is left.

    A side is a team, or a seat that plays for itself; it has gone when all its seats have. In a
    cooperative game, with a single side, the others play on.
    """
    if not gone:
        return False
    sides = set(form.teams)
    return len(form.teams) == 1 or (len(sides) > 1 and len(sides - _sides_gone(form, gone)) < 2)


def outcome(
    game: AnyGame, form: Format, state: Any, gone: Sequence[int], forfeited: Collection[int] = ()
) -> Result | None:
    """The match's result after `gone` resigned, in that order; None while it goes on.

    Sides that gave up rank last, the first to give up at the very end. A team in which someone is
    left shares its result. A match played alone counts as it stands: lost, or, where only points
    count (`Meta.scored`), scored. `forfeited`, the seats that the clock gave up, is for the words.
    """
    result = game.result(state)
    if result is not None:
        return with_gone_last(form, result, gone, forfeited)
    return _given_up(game, form, state, gone, forfeited) if is_over(form, gone) else None


def _sides_gone(form: Format, gone: Sequence[int]) -> set[int]:
    return set(form.teams) - {team for seat, team in enumerate(form.teams) if seat not in gone}


def _given_up(
    game: AnyGame, form: Format, state: Any, gone: Sequence[int], forfeited: Collection[int]
) -> Result:
    scores = game.scores(state) or [None] * len(form.teams)
    alone = len(form.teams) == 1
    own: SeatOutcome = "won" if not alone else "scored" if game.meta.scored else "lost"
    seats = tuple(
        SeatResult(own, 1, score, team if form.teams.count(team) > 1 else None)
        for team, score in zip(form.teams, scores, strict=True)
    )
    reason = (_FORFEITED if gone[-1] in forfeited else _RESIGNED).alone
    if alone and game.meta.scored and gone[-1] in forfeited:
        reason = _OUT_OF_TIME
    counted = Result(ENDING, line(reason, player=SeatName(gone[-1])), seats)
    return counted if alone else with_gone_last(form, counted, gone, forfeited)


def with_gone_last(
    form: Format, result: Result, gone: Sequence[int], forfeited: Collection[int] = ()
) -> Result:
    """The result with the sides that gave up ranked last; the others move up, unless all lost."""
    if all(seat.outcome == "lost" for seat in result.seats):
        return result
    lost = _sides_gone(form, gone) if len(set(form.teams)) > 1 else set()
    if not lost or lost == set(form.teams):
        return result
    seats = list(result.seats)
    left = [seat for seat, team in enumerate(form.teams) if team not in lost]
    first = min(result.seats[seat].rank for seat in left)
    winners = {form.teams[seat] for seat in left if result.seats[seat].rank == first}
    was_won = any(result.seats[seat].outcome != "lost" for seat in left)
    for seat in left:
        own = result.seats[seat]
        rank = 1 + sum(result.seats[other].rank < own.rank for other in left)
        if not was_won and form.teams[seat] in winners:
            own = replace(own, outcome="won" if len(winners) == 1 else "drawn")
        seats[seat] = replace(own, rank=rank)
    for team, rank in _last_ranks(form, gone, lost).items():
        for seat, of in enumerate(form.teams):
            if of == team:
                seats[seat] = replace(seats[seat], outcome="lost", rank=rank, tie_break=None)
    reason = result.reason if was_won else _reason(seats, gone, forfeited)
    return replace(result, seats=tuple(seats), reason=reason)


def _reason(seats: Sequence[SeatResult], gone: Sequence[int], forfeited: Collection[int]) -> Line:
    words = _FORFEITED if gone[-1] in forfeited else _RESIGNED
    best = [seat for seat, own in enumerate(seats) if own.rank == 1]
    names = {"player": SeatName(gone[-1]), "winner": SeatName(best[0])}
    return line(words.one if len(best) == 1 else words.several, **names)


def _last_ranks(form: Format, gone: Sequence[int], lost: set[int]) -> dict[int, int]:
    """The ranks of the sides that gave up, the last to do so first."""
    went = {form.teams[seat]: place for place, seat in enumerate(gone) if form.teams[seat] in lost}
    ranks = {}
    behind = sum(team not in lost for team in form.teams)
    for team in sorted(went, key=lambda team: -went[team]):
        ranks[team] = behind + 1
        behind += form.teams.count(team)
    return ranks
