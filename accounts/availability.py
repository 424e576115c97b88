"""The hours of people as they are kept: for deadlines, and for when not to disturb anybody."""

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
    """When the person's night ends; None: it isn't night for them, or they set none."""
    found = hours_of([user.pk]).get(user.pk)
    return found.night_until(now) if found else None


def hours_of(user_ids: Collection[int]) -> dict[int, Hours]:
    """The hours of those people; who set none isn't in it. One query."""
    rows = Availability.objects.filter(user_id__in=user_ids)
    found = {pk: _hours(*fields) for pk, *fields in rows.values_list("user_id", *_FIELDS)}
    return {pk: hours for pk, hours in found.items() if not hours.all_count}


def vacations_of(user_ids: Collection[int]) -> dict[int, list[Vacation]]:
    """The vacations that those people entered, past ones too, in order.

    One query; no query if there is nobody to ask about.
    """
    rows = Availability.objects.filter(user_id__in=user_ids).values_list("user_id", "vacations")
    return {pk: read_vacations(stored) for pk, stored in rows}


def read_vacations(stored: Any) -> list[Vacation]:
    """What `Availability.vacations` holds."""
    return msgspec.convert(stored, list[Vacation])


def _hours(zone: str, night: list[int] | None, free: list[int], vacations: Any) -> Hours:
    return Hours(
        zone or settings.TIME_ZONE,
        Night(*night) if night else None,
        tuple(free),
        tuple(one.stretch for one in read_vacations(vacations)),
    )
