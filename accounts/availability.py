"""The stored hours of people, for deadlines and for quiet times."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings

from accounts.hours import Hours, Night
from accounts.models import Availability, User
from accounts.vacations import Vacation

_FIELDS = ("user__time_zone", "night", "free_days", "vacations")


def quiet_until(user: User, now: datetime) -> datetime | None:
    """Return when the person's night ends, or None if it isn't night or they set none."""
    hours = hours_of([user.pk]).get(user.pk)
    return hours.night_until(now) if hours else None


def hours_of(user_ids: Collection[int]) -> dict[int, Hours]:
    """Return the hours of those of these people who set any. One query."""
    rows = Availability.objects.filter(user_id__in=user_ids)
    hours = {pk: _hours(*fields) for pk, *fields in rows.values_list("user_id", *_FIELDS)}
    return {pk: own for pk, own in hours.items() if not own.all_count}


def vacations_of(user_ids: Collection[int]) -> dict[int, list[Vacation]]:
    """Return the vacations of these people, past ones too, in order. One query, if any people."""
    rows = Availability.objects.filter(user_id__in=user_ids).values_list("user_id", "vacations")
    return {pk: read_vacations(stored) for pk, stored in rows}


def read_vacations(stored: Any) -> list[Vacation]:
    """Convert the value of `Availability.vacations`."""
    return msgspec.convert(stored, list[Vacation])


def _hours(zone: str, night: list[int] | None, free: list[int], vacations: Any) -> Hours:
    return Hours(
        zone or settings.TIME_ZONE,
        Night(*night) if night else None,
        tuple(free),
        tuple(one.stretch for one in read_vacations(vacations)),
    )
