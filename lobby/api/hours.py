"""Calls about the caller's hours: nights, free weekdays, vacations."""

from datetime import date
from typing import Annotated

import msgspec
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import availability
from accounts.api.people import person
from accounts.hours import Night
from accounts.models import Availability, User
from accounts.settings.hours import set_hours
from accounts.vacations import left_in
from games.matches.play.actions import away
from toolbox.api.documentation import call, shape
from toolbox.request_json import shaped

ClockTime = Annotated[str, msgspec.Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Weekday = Annotated[int, msgspec.Meta(ge=0, le=6, description="0 is Monday.")]


class NightSaid(msgspec.Struct, forbid_unknown_fields=True):
    """From one time of day to another, in your zone; at most ten hours."""

    begins: ClockTime
    ends: ClockTime


class NewHours(msgspec.Struct, forbid_unknown_fields=True):
    """Your night, or null, and at most two free weekdays. They count from your next deadline on."""

    night: NightSaid | None = None
    free_days: list[Weekday] = []


class NewVacation(msgspec.Struct, forbid_unknown_fields=True):
    """Whole days, both included."""

    first: date
    last: date


class EndedVacation(msgspec.Struct, forbid_unknown_fields=True):
    """The first day of the vacation to cancel, or to end now."""

    first: date


class VacationShown(msgspec.Struct):
    """Whole days, both included."""

    first: date
    last: date


class HoursShown(msgspec.Struct):
    """Your own hours. You set `zone` on the page of your settings.

    `vacations`: those that aren't over. `days_left`: days that you may still be away this year.
    """

    zone: str
    night: NightSaid | None
    free_days: list[int]
    vacations: list[VacationShown]
    days_left: int


class HoursView(APIView):
    @call("show_hours", tag="hours", answer=shape(HoursShown), refuses=[401])
    def get(self, request: Request) -> Response:
        """Your nights, free weekdays and vacations."""
        return Response(_shown(person(request)))

    @call("set_hours", tag="hours", body=NewHours, answer=shape(HoursShown), refuses=[401])
    def post(self, request: Request) -> Response:
        """Set nights and free weekdays; missing ones are removed."""
        user, wanted = person(request), shaped(request.data, NewHours)
        asked = wanted.night
        night = Night(_minute(asked.begins), _minute(asked.ends)) if asked else None
        set_hours(user=user, night=night, free_days=wanted.free_days)
        return Response(_shown(user))


class VacationsView(APIView):
    @call("go_away", tag="hours", body=NewVacation, answer=shape(HoursShown), refuses=[401, 409])
    def post(self, request: Request) -> Response:
        """Enter a vacation. Deadlines over days move by it."""
        user, wanted = person(request), shaped(request.data, NewVacation)
        away.go_away(user=user, first=wanted.first, last=wanted.last)
        return Response(_shown(user))


class EndVacationView(APIView):
    @call("end_vacation", tag="hours", body=EndedVacation, answer=shape(HoursShown), refuses=[401])
    def post(self, request: Request) -> Response:
        """Cancel a vacation, or end your current one. Does nothing if there is none."""
        user = person(request)
        away.come_back(user=user, first=shaped(request.data, EndedVacation).first)
        return Response(_shown(user))


def _minute(time: str) -> int:
    hours, minutes = map(int, time.split(":"))
    return hours * 60 + minutes


def _time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _shown(user: User) -> HoursShown:
    kept = Availability.objects.filter(user=user).first()
    vacations = availability.read_vacations(kept.vacations) if kept else []
    now = timezone.now()
    night = NightSaid(*map(_time, kept.night)) if kept and kept.night else None
    return HoursShown(
        zone=user.zone,
        night=night,
        free_days=list(kept.free_days) if kept else [],
        vacations=[VacationShown(one.first, one.last) for one in vacations if one.ends > now],
        days_left=left_in(now.year, vacations),
    )
