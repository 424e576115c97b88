"""Calls of matches for something besides a move: to return, or to answer a request."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.prepared_queries import MOMENT, PreparedQuery
from games.matches.models import Match, Seat
from games.matches.play.engine.request_times import still_asked
from games.matches.play.parts import open_request
from games.matches.record import match_names, request_lines
from games.matches.record.results import running_seats
from games.matches.record.text import sentence
from games.protocol.requests import STILL_PLAYING
from lobby.home import own_seats

MOST = 50  # matches read


@dataclass(frozen=True)
class Call:
    """The question of a match, and the label of the button that leads there."""

    match: Match
    title: str
    words: str
    button: str
    until: datetime | None = None  # when it runs out
    back: bool = False  # a computer player looks after the person's own seat


def calls_of(user: Any) -> list[Call]:
    """The calls: first those to return, then the others by time. Three queries, or one."""
    now = timezone.now()
    seats = own_seats.of_keys([pk for (pk,) in _wanting(user.pk, now - STILL_PLAYING)])
    own_seats.bring_everybody(seats)
    calls = [call for seat in seats for call in _calls(seat, now)]
    return sorted(calls, key=lambda call: (not call.back, (call.until or now) - now))


def _seats(key: int, before: datetime) -> QuerySet[Seat, tuple[int]]:
    """The person's seats in matches that may ask something."""
    untouched = Q(match__acted_at__lte=before, match__clock__isnull=True)
    wanted = Q(caretaker=True) | Q(match__request__isnull=False) | untouched
    seats = running_seats(User(pk=key), private=True)
    return seats.filter(wanted, resigned=None, replaced=None).values_list("pk")[:MOST]


_wanting = PreparedQuery(_seats, -1, MOMENT)


def _calls(seat: Seat, now: datetime) -> Iterator[Call]:
    match = seat.match
    title = match_names.name_of(match, match.seats.all(), seat.index)
    if seat.looked_after:
        words = _("A computer player looks after your seat.")
        yield Call(match, title, words, _("I’m back"), back=True)
        return
    request = open_request.open_one(match, now)
    if request is not None and seat.index in request.unanswered:
        names = [one.name for one in match.seats.all()]
        words = sentence(request_lines.asked_by(request.seat, request), names)
        yield Call(match, title, words, _("Answer"), request.until)
    if still_asked(match, now):
        words = _("Nobody has played for two weeks. Are you still playing?")
        yield Call(match, title, words, _("Answer"))
