"""Matches in which someone gives up: when they are over by that, and how they are counted.

Rulesets know nothing of it. A resignation is a control step of the record, and so is a forfeit, by
which the clock resigns for someone who stayed away; the result of a match follows from its last
position and from who gave up, in the record's order, and from nothing else.
"""

from collections.abc import Collection, Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from games.plugin.chance import same
from games.plugin.model import Format, Result, SeatOutcome, SeatResult
from games.plugin.registry import AnyGame
from games.plugin.text import Line, SeatName, line, msg

RESIGN = {"type": "resign"}  # the action of the control step
ENDING = "resigned"


class _Words(msgspec.Struct, frozen=True):
    """What a result says of the last one who gave up: alone, and where one or several win."""

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


class Forfeit(msgspec.Struct, frozen=True, tag="forfeit", forbid_unknown_fields=True):
    """The seat is given up for its person, who had missed so many deadlines in a row."""

    missed: Annotated[int, msgspec.Meta(ge=1)]


def forfeit_of(action: Any) -> Forfeit | None:
    """The forfeit that a control step's action (plain values) names; None if it names none.

    Raises `msgspec.ValidationError` for one that isn't written as it should be.
    """
    if not isinstance(action, dict) or action.get("type") != "forfeit":
        return None
    return msgspec.convert(action, Forfeit)


def gives_up(action: Any) -> bool:
    """Whether a control step's action gives its seat up: by its person, or by the clock."""
    return same(action, RESIGN) or forfeit_of(action) is not None


def is_over(form: Format, gone: Sequence[int]) -> bool:
    """Whether resignations have ended the match: alone at once, else when one side is left.

    A side is a team, or a seat that plays for itself; it is left when all its seats are gone.
    Allies of nobody's opponents (a cooperative game) play on, whoever is gone.
    """
    if not gone:
        return False
    sides = set(form.teams)
    return len(form.teams) == 1 or (len(sides) > 1 and len(sides - _sides_gone(form, gone)) < 2)


def outcome(
    game: AnyGame,
    form: Format,
    state: Any,
    gone: Sequence[int],
    forfeited: Collection[int] = (),
) -> Result | None:
    """The match's result after `gone` resigned, in that order; None while it goes on.

    Sides that gave up rank last, who gave up first at the very end. A team in which someone is
    left shares its result. Alone, the match is counted as it stands: lost, or, where only points
    count (`Meta.scored`), scored. `forfeited`: which of them didn't resign themselves, to say so.
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
        SeatResult(own, 1, score, team if _is_team(form, team) else None)
        for team, score in zip(form.teams, scores, strict=True)
    )
    said = (_FORFEITED if gone[-1] in forfeited else _RESIGNED).alone
    if alone and game.meta.scored and gone[-1] in forfeited:
        said = _OUT_OF_TIME
    counted = Result(ENDING, line(said, player=SeatName(gone[-1])), seats)
    return counted if alone else with_gone_last(form, counted, gone, forfeited)


def _is_team(form: Format, team: int) -> bool:
    return form.teams.count(team) > 1


def with_gone_last(
    form: Format, result: Result, gone: Sequence[int], forfeited: Collection[int] = ()
) -> Result:
    """The result with the sides that gave up behind all others, who move up.

    Where the game beat everybody, nobody moves up.
    """
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
        for seat in [seat for seat, of in enumerate(form.teams) if of == team]:
            seats[seat] = replace(seats[seat], outcome="lost", rank=rank, tie_break=None)
    if was_won:
        return replace(result, seats=tuple(seats))
    return replace(result, seats=tuple(seats), reason=_reason(seats, gone, forfeited))


def _reason(seats: Sequence[SeatResult], gone: Sequence[int], forfeited: Collection[int]) -> Line:
    """Who won instead of someone who had resigned, or whose seat was forfeited."""
    said = _FORFEITED if gone[-1] in forfeited else _RESIGNED
    best = [seat for seat, own in enumerate(seats) if own.rank == 1]
    names = {"player": SeatName(gone[-1]), "winner": SeatName(best[0])}
    if len(best) == 1:
        return line(said.one, **names)
    return line(said.several, **names)


def _last_ranks(form: Format, gone: Sequence[int], lost: set[int]) -> dict[int, int]:
    """The ranks of the sides that gave up: who held out longest is the best of them."""
    went = {form.teams[seat]: place for place, seat in enumerate(gone) if form.teams[seat] in lost}
    ranks = {}
    behind = sum(team not in lost for team in form.teams)
    for team in sorted(went, key=lambda team: -went[team]):
        ranks[team] = behind + 1
        behind += form.teams.count(team)
    return ranks
