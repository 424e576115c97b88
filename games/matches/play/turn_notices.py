"""Telling people that it is their turn, and that their time is running out.

`Seat.tell_at` says when there is something to tell, and is stored with each step: `tell_due`, every
two seconds, reads those that are due and no others. Whether something still holds is asked then,
and once more before a mail leaves (`still_holds`); when a deadline has moved since, the time to
tell it is worked out anew. `Seat.notified_version` is the decision that the seat has been told of,
None from the moment it decides.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from time import monotonic

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts import notice_checks, notices, presence
from accounts.models import Notice
from games.matches.models import Match, Seat, Step
from games.matches.play import clock_kinds
from games.matches.play.here import place
from games.matches.record import gate
from games.plugin import registry

TURN = gettext_noop("It's your turn in {game}.")
TURN_AFTER = gettext_noop("{name} has played. It's your turn in {game}.")
TURN_UNTIL = gettext_noop("It's your turn in {game}. You have until {deadline}.")
TURN_AFTER_UNTIL = gettext_noop(
    "{name} has played. It's your turn in {game}. You have until {deadline}."
)
HALF = gettext_noop("Half of your time in {game} is gone. You have until {deadline}.")
NEARLY = gettext_noop("Your time in {game} is nearly gone. You have until {deadline}.")

AWAY = timedelta(seconds=20)  # in live play: who hasn't the match open by then is told
IDLE = timedelta(minutes=5)  # over days: who has it open and does nothing is told then
MARKS = ((0.9, NEARLY), (0.5, HALF))  # parts of the time gone, the latest first
SECONDS = 1.0  # that one sweep tells people: others need the worker, too
AT_ONCE = 100  # read at a time


# -- with each step --------------------------------------------------------------------------------


def lay_out(
    match: Match, step: Step, seats: Sequence[Seat], changed: Collection[Seat], owed: Sequence[bool]
) -> None:
    """Set when these seats are to be told of what they owe after a step; `owed`: who did before."""
    people = sum(seat.user_id is not None for seat in seats)
    for seat in changed:
        told = seat.notified_version
        goes_on = seat.waits_for_person and seat.user_id is not None and match.running
        if not goes_on or match.paused:
            seat.tell_at = seat.notified_version = None
        elif not owed[seat.index]:
            seat.notified_version = None
            seat.tell_at = _first(match, seat, people, step.at)
        elif seat.index == step.seat and step.actor == "person":  # they are here, and know
            seat.notified_version = None
            seat.tell_at = _next_mark(match, seat, step.at)
        elif told is not None or seat.tell_at is None:
            seat.tell_at = _next_mark(match, seat, step.at)
        if told is not None and seat.notified_version is None and seat.user_id is not None:
            done = partial(_settled, match.public_id, seat.user_id)
            transaction.on_commit(done, robust=True)


def begin(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """The same for a match that begins."""
    people = sum(seat.user_id is not None for seat in seats)
    for seat in seats:
        if seat.waits_for_person and seat.user_id is not None:
            seat.tell_at = _first(match, seat, people, now)


def _first(match: Match, seat: Seat, people: int, now: datetime) -> datetime | None:
    """Who plays alone is told of deadlines only: no turn of theirs comes from anybody else."""
    if people < 2:
        return _next_mark(match, seat, now)
    return now if is_slow(match) else now + AWAY


def is_slow(match: Match) -> bool:
    """Whether its people may be away between two decisions: an hour for each, or no clock."""
    running = clock_kinds.clock_of(match.clock)
    return running is None or clock_kinds.is_long(running)


def _next_mark(match: Match, seat: Seat, now: datetime) -> datetime | None:
    """When the next part of the seat's time will be gone that is worth telling."""
    if seat.deadline is None or not is_slow(match):
        return None
    begun = _begun(seat, seat.deadline)
    coming = [begun + part * (seat.deadline - begun) for part, _text in MARKS]
    return min((at for at in coming if at > now), default=None)


def _begun(seat: Seat, deadline: datetime) -> datetime:
    """Since when the time runs that ends then: with the decision, or with one's last step."""
    running = deadline - (seat.bank or timedelta())
    return running if seat.owes_since is None else max(running, seat.owes_since)


def _settled(public_id: str, user_id: int) -> None:
    """The person has decided: what they were told of it is read."""
    unread = Notice.objects.filter(user=user_id, read_at=None, event__in=("turn", "deadline"))
    unread.filter(key__startswith=_key(public_id)).update(read_at=timezone.now())


def _key(public_id: str) -> str:
    return f"turn:{public_id}:"


# -- when it is due --------------------------------------------------------------------------------


def tell_due(now: datetime) -> int:
    """Tell those who are due, the longest overdue first; how many were looked at. For a sweeper.

    Each in a transaction of its own, which no move waits for longer than a few writes.
    """
    due = Seat.objects.filter(tell_at__lte=now).select_related("match").defer("match__state")
    looked_at, until = 0, monotonic() + SECONDS
    while found := list(due.order_by("tell_at")[:AT_ONCE]):
        for seat in found:
            _tell(seat.match, seat, now)
            looked_at += 1
            if monotonic() > until:
                return looked_at
        if len(found) < AT_ONCE:
            break
    return looked_at


def _tell(match: Match, seat: Seat, now: datetime) -> None:
    asked = match.running and not match.paused and seat.waits_for_person
    if not asked or seat.user_id is None or gate.is_shut(match):
        _put_off(seat, None)
        return
    mark = _mark_reached(match, seat, now)
    if mark:
        text, part = mark
        _tell_once(match, seat, now, text, f"{part:.0%}", notices.Event.DEADLINE)
    elif seat.notified_version is None and _others_play(match, seat):
        _tell_turn(match, seat, now)
    else:
        _put_off(seat, _next_mark(match, seat, now))


def _others_play(match: Match, seat: Seat) -> bool:
    return match.seats.exclude(pk=seat.pk).filter(user__isnull=False).exists()


def _tell_turn(match: Match, seat: Seat, now: datetime) -> None:
    """Who has the match open sees it: in live play they need no notice, else a while later."""
    assert seat.user_id is not None
    slow = is_slow(match)
    if seat.user_id in presence.at(place(match.public_id)):
        since = match.steps.values_list("at", flat=True).get(index=seat.decision_version)
        if not slow:
            _put_off(seat, None)
            return
        if now < since + IDLE:
            _put_off(seat, since + IDLE)
            return
    _tell_once(match, seat, now, "", "", notices.Event.TURN)


def _mark_reached(match: Match, seat: Seat, now: datetime) -> tuple[str, float] | None:
    """The part of the seat's time that is gone and wasn't when it was last looked at."""
    if seat.deadline is None or not is_slow(match) or now >= seat.deadline:
        return None
    begun = _begun(seat, seat.deadline)
    whole = seat.deadline - begun
    gone = [(text, part) for part, text in MARKS if begun + part * whole <= now]
    return gone[0] if gone else None


def _put_off(seat: Seat, then: datetime | None) -> None:
    _same(seat).update(tell_at=then)


def _same(seat: Seat) -> QuerySet[Seat]:
    """The seat, if it still owes what it owed when it was read."""
    return Seat.objects.filter(
        pk=seat.pk, owes=True, tell_at=seat.tell_at, decision_version=seat.decision_version
    )


def _tell_once(
    match: Match, seat: Seat, now: datetime, text: str, mark: str, event: notices.Event
) -> None:
    assert seat.user_id is not None
    mover = "" if text else _mover(match, seat)
    params: dict[str, object] = {"game": notices.message(registry.title_of(match.game))}
    if mover:
        params["name"] = mover
    if seat.deadline is not None and is_slow(match):
        params["deadline"] = notices.moment(seat.deadline)
    with transaction.atomic():
        later = {"tell_at": _next_mark(match, seat, now), "notified_version": seat.decision_version}
        if not _same(seat).update(**later):
            return
        _settled(match.public_id, seat.user_id)  # what this one takes the place of
        notices.tell(
            user_id=seat.user_id,
            key=f"{_key(match.public_id)}{seat.decision_version}:{mark}",
            text=text or _turn_text(params),
            params=params,
            link=reverse("matches:match", args=[match.public_id]),
            event=event,
            here_alone=not is_slow(match),
        )


def _turn_text(params: Collection[str]) -> str:
    if "deadline" in params:
        return TURN_AFTER_UNTIL if "name" in params else TURN_UNTIL
    return TURN_AFTER if "name" in params else TURN


def _mover(match: Match, seat: Seat) -> str:
    """Who brought the decision about; nobody whom the reader doesn't want to hear of."""
    step = match.steps.filter(index=seat.decision_version, kind=Step.Kind.ACTION).first()
    if step is None or step.seat is None or step.seat == seat.index:
        return ""
    if notice_checks.is_unwanted(seat.user_id or 0, step.user_id):
        return ""
    return match.seats.get(index=step.seat).name


def still_holds(notice: Notice) -> bool:
    """Whether the decision that a notice tells of is still to be made (setting NOTICE_CHECKS)."""
    _turn, public_id, version, _mark = notice.key.split(":")
    return Seat.objects.filter(
        match__public_id=public_id,
        match__status=Match.Status.ACTIVE,
        match__paused="",
        user=notice.user_id,
        owes=True,
        caretaker=False,
        notified_version=int(version),
    ).exists()
