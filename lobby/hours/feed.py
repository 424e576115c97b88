"""A person's deadlines as a calendar that programs subscribe to, at an address only they know."""

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import links
from accounts.errors import NotFound
from accounts.models import User
from accounts.sanctions import is_banned
from accounts.services import digest_of
from games.matches.models import Seat
from games.matches.record import match_names
from games.matches.record.turns import waiting
from lobby.models import CalendarFeed

KEY_BYTES = 24
MOST = 200  # deadlines in the feed
LINE = 75  # octets of a line, RFC 5545 3.1


def make(user: User) -> str:
    """A new secret key for the person's feed, told this once; the one before is void."""
    key = secrets.token_urlsafe(KEY_BYTES)
    CalendarFeed.objects.update_or_create(
        user=user, defaults={"digest": digest_of(key), "created_at": timezone.now()}
    )
    return key


def revoke(user: User) -> None:
    """No address leads to the person's deadlines any more."""
    CalendarFeed.objects.filter(user=user).delete()


def calendar(key: str) -> str:
    """The iCalendar text that the key opens.

    Raises `NotFound` for a key that isn't, or is no more, and for people who may not come in.
    """
    found = CalendarFeed.objects.select_related("user").filter(digest=digest_of(key)).first()
    if found is None or not found.user.is_active or is_banned(found.user):
        raise NotFound(_("There is no such calendar."))
    due = waiting(found.user).filter(deadline__isnull=False).order_by("deadline")
    events = [
        line for seat in due.select_related("match")[:MOST] for line in _event(seat, timezone.now())
    ]
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//hearth-and-dragon//deadlines//EN",
        f"X-WR-CALNAME:{_escaped(settings.SITE_NAME)}",
        *events,
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(seat: Seat, now: datetime) -> Iterator[str]:
    """One deadline. It keeps its name while it moves, so that calendars move it along."""
    assert seat.deadline is not None
    name = match_names.without_people(seat.match)  # calendars are shared: nobody is named
    summary = _("{game}: your move is due").format(game=name)
    yield "BEGIN:VEVENT"
    yield f"UID:{seat.match.public_id}-{seat.decision_version}@hearth-and-dragon"
    yield f"DTSTAMP:{_moment(now)}"
    yield f"DTSTART:{_moment(seat.deadline)}"
    yield f"SUMMARY:{_escaped(summary)}"
    yield f"URL:{links.absolute(reverse('matches:match', args=[seat.match.public_id]))}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    """RFC 5545 3.3.11."""
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, escaped)
    return text


def _folded(line: str) -> Iterator[str]:
    """The line in pieces that are short enough, of whole characters; all but the first indented."""
    piece = ""
    for character in line:
        if len((piece + character).encode()) > LINE:
            yield piece
            piece = " "
        piece += character
    yield piece
