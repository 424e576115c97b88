"""Vacations, which move the deadlines of a person's matches over days, and back if cut short."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import availability
from accounts.hours import Hours
from accounts.models import Availability, User
from accounts.vacations import DAYS_A_YEAR, Vacation, left_in, vacation
from games.matches.models import Match, Seat
from games.matches.play.parts import announcements, clock, reckoning
from games.matches.play.parts.clock_kinds import clock_of, heeds_vacations
from games.plugin.codec import plain
from toolbox.commits import after_commit
from toolbox.errors import Conflict
from toolbox.request_json import malformed

TOO_LATE = timedelta(hours=1)  # before a deadline, from when no vacation may begin
AHEAD = timedelta(days=365)


def go_away(*, user: User, first: date, last: date) -> None:
    """Enter a vacation of whole days, both included, in the person's zone.

    It may begin on the day on which another one was cut short. Raises Refusal 400 `malformed` with
    its field, and 409 `deadline_near` if it would begin in the last hour before a deadline.
    """
    now = timezone.now()
    with transaction.atomic():
        kept = _locked(user)
        zone = user.zone
        taken = _until(first, availability.read_vacations(kept.vacations), now)
        _check_days(first, last, taken, now.astimezone(ZoneInfo(zone)).date())
        new = vacation(zone, first, last, now)
        matches = _matches_of(user)
        _check_no_deadline(user, matches, new)
        _keep(kept, [*taken, new])
        _move_deadlines(user, matches, zone, [*taken, new], now)


def come_back(*, user: User, first: date) -> None:
    """Cancel the vacation that begins on that day, or end it now; unused days are free again."""
    now = timezone.now()
    with transaction.atomic():
        kept = _locked(user)
        zone = user.zone
        taken = availability.read_vacations(kept.vacations)
        left = [_cut(one, zone, now) if one.first == first else one for one in taken]
        still = [one for one in left if one is not None]
        _keep(kept, still)
        _move_deadlines(user, _matches_of(user), zone, still, now)


def _cut(one: Vacation, zone: str, now: datetime) -> Vacation | None:
    if one.ends <= now:
        return one
    if one.begins >= now:
        return None
    today = now.astimezone(ZoneInfo(zone)).date()
    return Vacation(one.first, min(max(today, one.first), one.last), one.begins, now)


def _until(first: date, taken: Sequence[Vacation], now: datetime) -> list[Vacation]:
    """These vacations, without the day `first` if one was cut short on that day."""
    ended = [one for one in taken if one.ends <= now and one.last == first]
    shorter = [
        msgspec.structs.replace(one, last=first - timedelta(days=1))
        for one in ended
        if one.first < first
    ]
    return [one for one in taken if one not in ended] + shorter


def _locked(user: User) -> Availability:
    Availability.objects.get_or_create(user=user)
    return Availability.objects.select_for_update().get(user=user)


def _keep(kept: Availability, vacations: Sequence[Vacation]) -> None:
    kept.vacations = plain(sorted(vacations, key=lambda one: one.begins))
    kept.save(update_fields=["vacations"])


def _check_days(first: date, last: date, taken: Sequence[Vacation], today: date) -> None:
    if not today <= first <= last <= today + AHEAD:
        raise malformed("last", _("Choose days from today on, within a year."))
    new = {first + timedelta(days=n) for n in range((last - first).days + 1)}
    if any(new & set(one.days) for one in taken):
        raise malformed("first", _("You are away on one of these days already."))
    for year in {day.year for day in new}:
        if len([day for day in new if day.year == year]) > left_in(year, taken):
            text = _("You can be away for {n} days a year, and have used too many of them.")
            raise malformed("last", text.format(n=DAYS_A_YEAR))


def _matches_of(user: User) -> list[Match]:
    """The matches whose deadlines may move, locked."""
    own = Seat.objects.filter(user=user, owes=True, deadline__isnull=False)
    found = Match.objects.select_for_update(of=("self",)).filter(
        pk__in=own.values("match"), status=Match.Status.ACTIVE, paused=""
    )
    matches = found.defer("state").prefetch_related("seats").order_by("pk")
    return [match for match in matches if heeds_vacations(clock_of(match.clock))]


def _own(match: Match, user: User) -> Seat | None:
    seats = (seat for seat in match.seats.all() if seat.user_id == user.pk)
    return next((seat for seat in seats if seat.waits_for_person and seat.deadline), None)


def _check_no_deadline(user: User, matches: Sequence[Match], new: Vacation) -> None:
    for match in matches:
        seat = _own(match, user)
        due = seat.deadline if seat else None
        if due is not None and due - TOO_LATE <= new.begins < due:
            raise Conflict(
                _("You have a move due within an hour of that: make it first."),
                code="deadline_near",
            )


def _move_deadlines(
    user: User, matches: Sequence[Match], zone: str, vacations: Sequence[Vacation], now: datetime
) -> None:
    stretches = tuple(sorted(one.stretch for one in vacations))
    for match in matches:
        seat = _own(match, user)
        if seat is None or seat.deadline is None or seat.deadline <= now:
            continue
        kept = reckoning.of(seat)
        before = kept.hours or Hours(zone)
        after = msgspec.structs.replace(before, vacations=stretches)
        due = after.deadline(now, before.between(now, seat.deadline))
        if due == seat.deadline:
            continue
        seat.deadline, seat.reckoned = due, reckoning.reckoned(after, answer=kept.answer)
        seat.save(update_fields=["deadline", "reckoned"])
        seats = [seat if one.pk == seat.pk else one for one in match.seats.all()]
        wake_at = clock.next_wake(seats, now)
        Match.objects.filter(pk=match.pk).update(wake_at=wake_at)
        after_commit(announcements.push, match.public_id, match.version, fresh=True)
