"""Calls about the challenge of the day."""

from datetime import date, datetime
from typing import Any

import msgspec
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.people import person
from accounts.selectors import is_program
from lobby.api.leaderboards import PlaceShown, places_shown
from lobby.api.shapes import Nothing, PercentileShown, percentile_shown
from lobby.daily import selectors, services
from lobby.leaderboards.spans import day_of
from lobby.models import Challenge, Try
from toolbox.api.documentation import PageQuery, call, page_of, shape
from toolbox.api.pagination import Pages


class TryShown(msgspec.Struct):
    """Your only try. `score` is null until it is over, and if it doesn't count."""

    match: str
    running: bool
    score: int | None


class PromiseShown(msgspec.Struct):
    """A challenge that hasn't begun, and the commitment that its deal will fit."""

    day: date
    commitment: str


class ChallengeShown(msgspec.Struct):
    """The challenge of a day.

    A try can begin until `ends_at`, in `ends_in` seconds; all tries open at `opens_at`, in
    `opens_in` seconds; either is 0 once past. `rules_version` and `options` are the same for
    everyone. `you` is null if you haven't played it, and for programs until it is over; `streak`
    counts your days in a row; `percentile` is yours, null for fewer than five days with at least
    three others. `upcoming` is empty except for today's challenge.
    """

    game: str
    day: date
    commitment: str
    rules_version: int
    options: Any
    begins_at: datetime
    ends_at: datetime
    ends_in: int
    opens_at: datetime
    opens_in: int
    you: TryShown | None
    streak: int
    percentile: PercentileShown | None
    upcoming: list[PromiseShown]


class TodayView(APIView):
    @call("show_daily", tag="daily", answer=shape(ChallengeShown), refuses=[401, 404])
    def get(self, request: Request, slug: str) -> Response:
        """Today's challenge: its commitment, its end, and your try."""
        return Response(_challenge(slug, None, request.user))


class DayView(APIView):
    @call("show_daily_on", tag="daily", answer=shape(ChallengeShown), refuses=[401, 404])
    def get(self, request: Request, slug: str, day: str) -> Response:
        """The challenge of a day (`2026-05-01`) that has begun."""
        return Response(_challenge(slug, day, request.user))


class BeginView(APIView):
    throttle_scope = "tables"

    @call(
        "begin_daily",
        tag="daily",
        body=Nothing,
        answer=shape(TryShown),
        refuses=[401, 403, 404, 409],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Begin your only try at today's challenge, or get it again. Not with a token."""
        game = selectors.daily_game(slug)
        return Response(_try(services.begin(user=person(request), game=game)))


class PlacesView(APIView):
    @call(
        "list_daily_places",
        tag="daily",
        query=[PageQuery],
        answer=page_of(PlaceShown),
        refuses=[401, 404],
    )
    def get(self, request: Request, slug: str, day: str) -> Response:
        """Everyone's tries at that day's challenge, best first; none before it opens."""
        challenge = _challenge_on(slug, day)
        pages = Pages()
        tries = pages.paginate_queryset(selectors.standing(challenge), request) or []
        return pages.get_paginated_response(places_shown(pages, tries, request.user))


def _challenge_on(slug: str, day: str | None) -> Challenge:
    game, today = selectors.daily_game(slug), day_of(timezone.now())
    return selectors.challenge_on(game, today if day is None else selectors.read_day(day), today)


def _challenge(slug: str, day: str | None, user: Any) -> ChallengeShown:
    now, challenge = timezone.now(), _challenge_on(slug, day)
    today = day_of(now)
    game = selectors.daily_game(slug)
    upcoming, share = selectors.upcoming(game, today), selectors.percentile(user, game)
    own = selectors.own(user, challenge)
    mine = own.mine if own and not (own.running and is_program(user)) else None
    return ChallengeShown(
        game=challenge.game,
        day=challenge.day,
        commitment=challenge.deal.commitment,
        rules_version=challenge.rules_version,
        options=challenge.options,
        begins_at=challenge.begins_at,
        ends_at=challenge.ends_at,
        ends_in=_seconds(now, challenge.ends_at),
        opens_at=challenge.opens_at,
        opens_in=_seconds(now, challenge.opens_at),
        you=_try(mine) if mine else None,
        streak=own.streak if own else 0,
        percentile=percentile_shown(challenge.game, share) if share else None,
        upcoming=[PromiseShown(one.day, one.deal.commitment) for one in upcoming]
        if challenge.day == today
        else [],
    )


def _seconds(now: datetime, until: datetime) -> int:
    return max(0, int((until - now).total_seconds()))


def _try(mine: Try) -> TryShown:
    return TryShown(mine.match.public_id, mine.match.running, mine.score)
