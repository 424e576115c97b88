"""Whether people stay to the end of their matches: profiles show it, and tables may require it.

Only a person's latest matches with a clock and other people count. They stayed unless a computer
player had their seat for more than a day or to the end, or the clock gave it up. Resigning counts
as staying. Forks don't count, nor do matches that ended without a result, except those to which
nobody came back.
"""

from datetime import timedelta

from django.db.models import F

from accounts.models import User
from games.matches.models import Match, Seat, Step
from games.protocol.admin_actions import taken_back_to
from games.protocol.caretakers import HandOver, Return, change_of
from games.protocol.resignation import forfeit_of

LAST = 50  # matches that count
FEWEST = 5  # with fewer a person is new
FORGIVEN = timedelta(days=1)  # of being away


def note(match: Match) -> None:
    """Store who stayed to the end of a finished match. Calling it twice does no harm."""
    seats = list(match.seats.all())
    people = [seat for seat in seats if seat.user_id is not None and seat.replaced is None]
    ended = match.status == Match.Status.FINISHED or match.settled is not None
    among_people = bool(match.clock) and len(people) > 1
    counts = ended and among_people and match.origin_step is None
    left = _leavers(match) if counts else set()
    changed = []
    for seat in seats:
        stayed = seat.index not in left if counts and seat in people else None
        if seat.stayed != stayed:
            seat.stayed = stayed
            changed.append(seat)
    if not (counts or changed):
        return  # most matches have no clock
    Seat.objects.bulk_update(changed, ["stayed"])
    for person in sorted({seat.user_id for seat in seats if seat.user_id is not None}):
        count_again(person)


def count_again(user_id: int) -> None:
    User.objects.filter(pk=user_id).update(reliability=share_of(user_id))


def share_of(user_id: int) -> int | None:
    """The percentage of a person's last matches in which they stayed; None: too few."""
    seats = Seat.objects.filter(user=user_id, stayed__isnull=False)
    newest = seats.order_by(F("match__finished_at").desc(), "-pk")
    stayed = list(newest.values_list("stayed", flat=True)[:LAST])
    return None if len(stayed) < FEWEST else 100 * stayed.count(True) // len(stayed)


def _leavers(match: Match) -> set[int]:
    """The seats whose people were away too long, or forfeited and didn't get the seat back."""
    left: set[int] = set()
    away: dict[int, Step] = {}
    forfeits: dict[int, int] = {}
    changes = match.steps.filter(kind__in=(Step.Kind.CONTROL, Step.Kind.ADMIN))
    for step in changes.order_by("index"):
        if (to := taken_back_to(step.kind, step.action)) is not None:
            forfeits = {seat: at for seat, at in forfeits.items() if at <= to}
        if step.seat is None:
            continue
        change = change_of(step.kind, step.action)
        if isinstance(change, HandOver):
            away[step.seat] = step
        elif isinstance(change, Return) and step.seat in away:
            if step.at - away.pop(step.seat).at > FORGIVEN:
                left.add(step.seat)
        elif forfeit_of(step.action) is not None:
            forfeits[step.seat] = step.index
    return left | forfeits.keys() | away.keys()
