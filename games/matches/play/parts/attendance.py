"""The people at a match, and those who have been silent for too long.

A person is here while their page or program is connected to the match, and for three minutes after
their page was last seen. The cache holds that; if it is lost, people count as away.
"""

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from typing import Any

from django.core.cache import cache

from accounts import availability, notices, presence
from accounts.vacations import away_until
from games.matches.models import Match, Seat, Step
from games.matches.play.parts import clock_kinds
from games.matches.play.parts.clock_kinds import Clock, MoveClock, heeds_vacations, is_long
from games.protocol.requests import SILENCE

PAST_DUE = timedelta(days=1)  # then a seat that owes an action counts as silent
GONE = timedelta(days=7)  # without a step; then a match over days may end without the person


def place(public_id: str) -> str:
    return f"match/{public_id}"


def beginning(public_id: str) -> str:
    """The occasion of the notice that the match has begun."""
    return f"match:{public_id}:begun"


def note(public_id: str, user_id: int) -> None:
    """Note that the person has the match's page open, and settle the notice that it has begun."""
    if not cache.get(_key(public_id, user_id)):
        notices.settle(users=[user_id], occasions=[beginning(public_id)])
    cache.set(_key(public_id, user_id), True, SILENCE.total_seconds())


def is_here(public_id: str, user_id: int) -> bool:
    """Whether the person is at the match, or was within three minutes."""
    connected = user_id in presence.at(place(public_id))
    return connected or bool(cache.get(_key(public_id, user_id)))


def _key(public_id: str, user_id: int) -> str:
    return f"here/{public_id}/{user_id}"


def is_live(match: Match) -> bool:
    """Whether people should stay at the table: it has a bank, or under an hour for a step."""
    clock = clock_kinds.clock_of(match.clock)
    return clock is not None and not is_long(clock)


def is_silent(match: Match, seat: Seat, now: datetime) -> bool:
    """Whether the others may act against a seat that keeps them waiting.

    Its person has done nothing for three minutes, and has been away from a live match for as long,
    or is a day past due: past the first deadline missed since they last acted, or without a clock
    since the turn began. A vacation that counts there excuses them.
    """
    if seat.user_id is None or not _may_be_silent(match, seat, now):
        return False
    acted = last_acted(match, seat)
    if now - acted < SILENCE:
        return False
    if is_live(match) and not is_here(match.public_id, seat.user_id):
        return True
    due = _due(match, seat, acted)
    if due is None or now - due < PAST_DUE:
        return False
    return not (heeded_in(match) and last_days_away([seat.user_id], now))


def _may_be_silent(match: Match, seat: Seat, now: datetime) -> bool:
    """A check without a query that settles most seats: False means not silent."""
    if not seat.waits_for_person:
        return False
    if match.clock:
        away = is_live(match) and seat.user_id and not is_here(match.public_id, seat.user_id)
        return bool(away or seat.missed)
    return now - (seat.owes_since or match.started_at) >= PAST_DUE


def silent_at(public_ids: Collection[str], now: datetime) -> dict[str, set[int]]:
    """The silent seats of these matches. One query, and more where some may be silent."""
    waiting = Seat.objects.filter(
        match__public_id__in=public_ids,
        match__status=Match.Status.ACTIVE,
        match__paused="",
        owes=True,
        caretaker=False,
        user__isnull=False,
    ).select_related("match")
    found: dict[str, set[int]] = {}
    for seat in waiting.defer("match__state"):
        if is_silent(seat.match, seat, now):
            found.setdefault(seat.match.public_id, set()).add(seat.index)
    return found


def is_gone(match: Match, seat: Seat, now: datetime) -> bool:
    """Whether the others may end the match without the person of this seat.

    They are silent or a computer player stands in, and over days they have done nothing for a week.
    """
    if not seat.looked_after and not is_silent(match, seat, now):
        return False
    return is_live(match) or now - last_acted(match, seat) >= GONE


def _due(match: Match, seat: Seat, acted: datetime) -> datetime | None:
    """When the person, who last acted at `acted`, should have acted next."""
    if not match.clock:
        return max(seat.owes_since or match.started_at, acted)
    if not seat.missed:
        return seat.deadline
    missed = match.steps.filter(seat=seat.index, kind=Step.Kind.TIME_OUT, at__gte=acted)
    return missed.order_by("index").values_list("at", flat=True).first()


def last_acted(match: Match, seat: Seat) -> datetime:
    """When the seat's person last acted in the match; its start if never."""
    own = match.steps.filter(seat=seat.index, actor="person").order_by("-index")
    at: datetime | None = own.values_list("at", flat=True).first()
    return at or match.started_at


def heeded_in(match: Match) -> bool:
    """Whether a vacation stops time in this match; False for an unknown kind of clock."""
    stored: Any = match.clock or {}
    long = stored.get("type") == "move" and is_long(MoveClock(stored.get("seconds", 0)))
    return long and bool(stored.get("vacation", True))


def last_days_away(user_ids: Collection[int], now: datetime) -> dict[int, date]:
    """The last day away of each of these users who is on vacation. One query if there are any."""
    taken = availability.vacations_of(user_ids)
    days = {pk: away_until(vacations, now) for pk, vacations in taken.items()}
    return {pk: last for pk, last in days.items() if last is not None}


def seats_away(clock: Clock | None, seats: Iterable[Seat], now: datetime) -> dict[int, date]:
    """The last day away of each seat whose vacation counts. A query if the clock is long."""
    if not heeds_vacations(clock):
        return {}
    seated = [seat for seat in seats if not seat.plays_itself]
    people = {seat.user_id: seat.index for seat in seated if seat.user_id is not None}
    return {people[pk]: last for pk, last in last_days_away(people, now).items()}
