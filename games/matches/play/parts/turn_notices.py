"""Notices that it is someone's turn, and that their time is running out.

`Seat.tell_at` says when the next notice is due and is stored with each step; every two seconds
`tell_due` reads those that are due. Whether a notice still holds is checked then, and again before
a mail leaves (`still_holds`); after a deadline has moved, its time is computed anew.
`Seat.notified_version` is the decision that the seat was notified of, None once it decides.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from operator import attrgetter
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts import locks, notice_checks, notices, presence, pushes
from accounts.models import Notice
from accounts.notices import Telling
from accounts.prepared_queries import Due
from games.matches.models import Match, Seat, Step
from games.matches.play.parts import downtime
from games.matches.play.parts.attendance import beginning, is_live, place
from games.matches.record import gate, match_names
from games.matches.record.prepared import PreparedUpdate

TURN = gettext_noop("It’s your turn in {game}.")
TURN_AFTER = gettext_noop("{name} has played. It’s your turn in {game}.")
TURN_UNTIL = gettext_noop("It’s your turn in {game}. You have until {deadline} to move.")
TURN_AFTER_UNTIL = gettext_noop(
    "{name} has played. It’s your turn in {game}. You have until {deadline} to move."
)
HALF = gettext_noop("Half of your time in {game} is gone. You have until {deadline} to move.")
NEARLY = gettext_noop("Your time in {game} is nearly gone. You have until {deadline} to move.")

AWAY = timedelta(seconds=20)  # live: a person without the match open is told after that
IDLE = timedelta(minutes=5)  # over days: a person with the match open who does nothing
MARKS = ((0.9, NEARLY), (0.5, HALF))  # parts of the time gone, the latest first
SECONDS = 1.0  # how long one sweep tells people: others need the worker, too
AT_ONCE = 100  # read at a time
TOGETHER = 10  # told in one transaction, for which moves wait on SQLite

_update_told = PreparedUpdate(
    Seat, ("tell_at", "notified_version"), "tell_at", "decision_version", "owes"
)


def schedule(
    match: Match,
    step: Step,
    now: datetime,
    seats: Sequence[Seat],
    changed: Collection[Seat],
    owed: Sequence[bool],
) -> None:
    """Set when these seats are told what they owe after a step. `owed`: who owed before it."""
    people = sum(seat.user_id is not None for seat in seats)
    for seat in changed:
        notified = seat.notified_version
        goes_on = seat.waits_for_person and seat.user_id is not None and match.running
        if not goes_on or match.paused:
            seat.tell_at = seat.notified_version = None
        elif not owed[seat.index]:
            seat.notified_version = None
            seat.tell_at = _first(match, seat, people, now)
        elif seat.index == step.seat and step.actor == "person":  # they are here
            seat.notified_version = None
            seat.tell_at = _next_mark(match, seat, now)
        elif notified is not None or seat.tell_at is None:
            seat.tell_at = _next_mark(match, seat, now)
        if notified is not None and seat.notified_version is None and seat.user_id is not None:
            played = seat.index == step.seat and step.actor == "person"
            past = (f"turn:{match.public_id}", f"match:{match.public_id}:nudge")
            occasions = (*past, beginning(match.public_id)) if played else past
            notices.settle(users=[seat.user_id], occasions=occasions)


def begin(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    people = sum(seat.user_id is not None for seat in seats)
    for seat in seats:
        if seat.waits_for_person and seat.user_id is not None:
            seat.tell_at = _first(match, seat, people, now)


def _first(match: Match, seat: Seat, people: int, now: datetime) -> datetime | None:
    """People who play alone are told only of deadlines: nobody else's move brings their turn."""
    if people < 2:
        return _next_mark(match, seat, now)
    return now + AWAY if is_live(match) else now


def _next_mark(match: Match, seat: Seat, now: datetime) -> datetime | None:
    """When the seat's time reaches the next of `MARKS`."""
    if seat.deadline is None or is_live(match):
        return None
    begun = _begun(seat, seat.deadline)
    coming = [begun + part * (seat.deadline - begun) for part, _text in MARKS]
    return min((at for at in coming if at > now), default=None)


def _begun(seat: Seat, deadline: datetime) -> datetime:
    """The start of the time that ends at `deadline`: the decision, or the seat's last step."""
    running = deadline - (seat.bank or timedelta())
    return running if seat.owes_since is None else max(running, seat.owes_since)


def _settle_earlier(sent: Sequence[Telling]) -> None:
    """Settle the earlier turn notices of the matches in the new notices."""
    unread = Notice.objects.filter(
        user__in={one.user_id for one in sent}, read_at=None, event__in=("turn", "deadline")
    )
    matches = {(one.user_id, one.key.split(":")[1]) for one in sent}
    known = unread.values_list("pk", "user", "key")
    notices.put_away([pk for pk, user, key in known if (user, key.split(":")[1]) in matches])


@Due
def _due(now: datetime) -> QuerySet[Seat]:
    due = Seat.objects.filter(tell_at__lte=now).order_by("tell_at")
    return due.select_related("match").defer("match__state")


_clocks_moved = partial(downtime.clocks_moved, "match__")


def tell_due(now: datetime) -> int:
    """Tell the people who are due, the longest overdue first; return how many were checked."""
    looked_at, until = 0, monotonic() + SECONDS
    while monotonic() < until and (found := _due(now, AT_ONCE, _clocks_moved)):
        one_each = {seat.match_id: seat for seat in reversed(found)}  # the next round has the rest
        ready = _put_off(list(one_each.values()), now)
        for first in range(0, len(ready), TOGETHER):
            _tell(ready[first : first + TOGETHER], now)
        looked_at += len(one_each)
    return looked_at


def _put_off(seats: Sequence[Seat], now: datetime) -> list[Seat]:
    """For each seat that isn't told now, store when to look again; return the others."""
    around = _around(seats)
    ready = []
    for seat in seats:
        decided = _next_notice(seat, now, around)
        if isinstance(decided, Telling):
            ready.append(seat)
        else:
            same = {"tell_at": seat.tell_at, "decision_version": seat.decision_version}
            Seat.objects.filter(pk=seat.pk, **same).update(tell_at=decided)
    return ready


def _tell(seats: Sequence[Seat], now: datetime) -> None:
    """Tell these people, in one short transaction.

    It locks them first, as closing an account does: people renamed before appear in a notice under
    their new name, people who close their account afterwards have their name replaced there. It
    locks at most one seat of a match, so that it can't wait for a move that waits for it.
    """
    with pushes.together(), transaction.atomic():
        locks.lock_people(_at_tables_of(seats))
        around = _around(seats)
        told = []
        for seat in sorted(seats, key=attrgetter("pk")):
            decided = _next_notice(seat, now, around)
            if isinstance(decided, Telling) and _note_told(seat, now):
                told.append(decided)
        _settle_earlier(told)
        notices.tell_all(told)


def _at_tables_of(seats: Iterable[Seat]) -> set[int]:
    there = Seat.objects.filter(match__in={seat.match_id for seat in seats}, user__isnull=False)
    return {pk for pk in there.values_list("user", flat=True) if pk is not None}


def _note_told(seat: Seat, now: datetime) -> bool:
    """Store that the seat is told now; False if it has decided or was told meanwhile."""
    still_owing = seat.tell_at, seat.decision_version, True
    seat.tell_at = _next_mark(seat.match, seat, now)
    seat.notified_version = seat.decision_version
    return _update_told(seat, *still_owing)


@dataclass(frozen=True)
class _Around:
    """The data for the notices of several seats, read at once."""

    people: Mapping[Any, int]  # how many play in each match
    seats: Mapping[Any, Sequence[Seat]]  # of each match, in their order
    steps: Mapping[tuple[Any, int], Step]  # the steps that brought the decisions about
    unwanted: Collection[tuple[int, int]]  # (reader, person they don't want to hear of)


def _around(seats: Sequence[Seat]) -> _Around:
    matches = {seat.match_id for seat in seats}
    columns = ("match", "index", "name", "user", "ai_level")
    there: dict[Any, list[Seat]] = {}
    for one in Seat.objects.filter(match__in=matches).only(*columns).order_by("match", "index"):
        there.setdefault(one.match_id, []).append(one)
    deciding = {"match__seats__in": seats, "index": F("match__seats__decision_version")}
    found = Step.objects.filter(**deciding).only("match", "index", "seat", "user", "kind", "at")
    steps = {(step.match_id, step.index): step for step in found}
    readers = {seat.user_id for seat in seats if seat.user_id is not None}
    people = {key: _people(seated) for key, seated in there.items()}
    return _Around(
        {key: len(found) for key, found in people.items()},
        there,
        steps,
        notice_checks.unwanted_among(readers, set().union(*people.values())),
    )


def _people(seats: Iterable[Seat]) -> set[int]:
    return {seat.user_id for seat in seats if seat.user_id is not None}


def _next_notice(seat: Seat, now: datetime, around: _Around) -> Telling | datetime | None:
    """The notice for the seat's person, or when to look again; None: not before the next step."""
    match = seat.match
    asked = match.running and not match.paused and seat.waits_for_person
    if not asked or seat.user_id is None or gate.is_shut(match):
        return None
    if (mark := _mark_reached(match, seat, now)) is not None:
        text, part = mark
        return _telling(seat, around, text, f"{part:.0%}", notices.Event.DEADLINE)
    if seat.notified_version is not None or around.people[match.pk] < 2:
        return _next_mark(match, seat, now)
    step = around.steps.get((match.pk, seat.decision_version))
    if step is None:  # it has decided meanwhile: that step has scheduled the next notice
        return None
    if seat.user_id in presence.at(place(match.public_id)):  # people who see it aren't told yet
        if is_live(match):
            return None
        if now < step.at + IDLE:
            return step.at + IDLE
    return _telling(seat, around, mover=_mover(seat, step, around))


def _mark_reached(match: Match, seat: Seat, now: datetime) -> tuple[str, float] | None:
    """The latest of `MARKS` that the seat's time has passed, and its text."""
    if seat.deadline is None or is_live(match) or now >= seat.deadline:
        return None
    begun = _begun(seat, seat.deadline)
    whole = seat.deadline - begun
    gone = [(text, part) for part, text in MARKS if begun + part * whole <= now]
    return gone[0] if gone else None


def _telling(
    seat: Seat,
    around: _Around,
    text: str = "",
    mark: str = "",
    event: notices.Event = notices.Event.TURN,
    mover: Seat | None = None,
) -> Telling:
    assert seat.user_id is not None
    match = seat.match
    unwanted = {by for reader, by in around.unwanted if reader == seat.user_id}
    named = None if mover is None else mover.user_id
    name = match_names.name_for(match, around.seats[match.pk], seat.index, unwanted, named)
    params: dict[str, Any] = {"game": name}
    if mover is not None:
        params["name"] = mover.name
    if seat.deadline is not None and not is_live(match):
        params["deadline"] = notices.moment(seat.deadline)
    return Telling(
        user_id=seat.user_id,
        key=f"turn:{match.public_id}:{seat.decision_version}:{mark}",
        text=text or _turn_text(params),
        params=params,
        link=reverse("matches:match", args=[match.public_id]),
        event=event,
        here_alone=is_live(match),
    )


def _turn_text(params: Collection[str]) -> str:
    if "deadline" in params:
        return TURN_AFTER_UNTIL if "name" in params else TURN_UNTIL
    return TURN_AFTER if "name" in params else TURN


def _mover(seat: Seat, step: Step, around: _Around) -> Seat | None:
    """The seat whose action led to the decision; None if its person is unwanted."""
    if step.kind != Step.Kind.ACTION or step.seat is None or step.seat == seat.index:
        return None
    if (seat.user_id, step.user_id) in around.unwanted:
        return None
    return around.seats[seat.match_id][step.seat]


def still_holds(notice: Notice) -> bool:
    """Whether the notice's decision is still to be made (setting NOTICE_CHECKS)."""
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
