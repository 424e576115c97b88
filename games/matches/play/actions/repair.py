"""How administrators repair a match, inside its lock: back to an earlier step, or to its end.

The caller has checked permissions and writes the audit log.
"""

from collections.abc import Sequence

from games.matches.models import Match, Seat
from games.matches.play.engine import same_position, steps
from games.matches.play.engine.decision import Accepted, Decision, Following
from games.matches.play.parts import clock
from games.matches.record import states
from games.plugin import Result
from games.plugin.codec import plain
from games.protocol import take_backs
from games.protocol.admin_actions import TakeBack

_TAKEN_BACK = ("resigned", "forfeited", "replaced", "missed", "order")
_CLOCKS = ("bank", "deadline", "reckoned")


def take_back(match: Match, seats: Sequence[Seat], decision: Decision, to: int) -> Accepted:
    """Continue the running match from the position after step `to`.

    The clocks go back, standing orders end, missed deadlines are forgiven. People who gave up since
    then are away and may return, unless their accounts are closed. A pause for lack of people is
    decided anew; other pauses stay. The present position isn't read: the rules may fail on it.
    """
    with steps.blaming_the_rules():
        state = states.state_at(match, to)
    for seat in seats:
        _give_back(seat, to)
    clock.set_back(match, seats, match.steps.values_list("banks", flat=True).get(index=to))
    Seat.objects.bulk_update(seats, [*_TAKEN_BACK, *_CLOCKS])
    if match.paused == Match.Paused.SUSPENDED:
        match.paused = ""
    same_position.suspend_without_people(match, seats)
    if len(seats) == 1:
        match.unranked = match.unranked or Match.Unranked.UNDO
    following = Following(
        state=state,
        asked=[(None, None) for _seat in seats],  # every decision is a new one
        chance=steps.chance_of(match),
        base=to,
        reach=take_backs.after_barrier(match.version + 1),
    )
    return steps.commit_step(match, seats, decision, following)


def _give_back(seat: Seat, to: int) -> None:
    if gave_up_since(seat, to) and not seat.erased:
        seat.resigned, seat.forfeited, seat.replaced = None, False, None
    seat.missed, seat.order = 0, None


def gave_up_since(seat: Seat, to: int) -> bool:
    """Whether the seat's person resigned, abandoned or forfeited it after that step."""
    left = seat.replaced if seat.abandoned else seat.resigned
    return left is not None and left > to


def take_back_deed(seats: Sequence[Seat], to: int, reason: str) -> TakeBack:
    """The action that records a take-back to that step."""
    closed = (seat.index for seat in seats if gave_up_since(seat, to) and seat.erased)
    return TakeBack(to, reason, tuple(closed))


def end(match: Match, seats: Sequence[Seat], decision: Decision, result: Result) -> Accepted:
    """Give the match that result, whether it runs or is over; its follow-ups run (again).

    The time of its first end stays. A run ended like this isn't ranked; a run that was over before
    is, with its new points.
    """
    waiting = [seat.user_id for seat in seats if seat.owes and seat.user_id]
    if match.running and len(seats) == 1:
        match.unranked = match.unranked or Match.Unranked.STAFF
    for seat, own in zip(seats, result.seats, strict=True):
        seat.owes, seat.outcome, seat.rank, seat.score = False, own.outcome, own.rank, own.score
    match.status, match.paused, match.result = Match.Status.FINISHED, "", plain(result)
    match.decided = match.version + 1
    match.save(update_fields=["decided"])
    return steps.stand_still(match, seats, decision, waiting)
