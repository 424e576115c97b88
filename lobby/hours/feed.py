"""A person's deadlines as a calendar feed at a secret address."""

import secrets

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.models import User
from accounts.sanctions import is_banned
from accounts.services import digest_of
from games.matches.models import Seat
from games.matches.record import match_names
from games.matches.record.turns import waiting
from lobby.models import CalendarFeed
from toolbox import links
from toolbox.errors import NotFound

KEY_BYTES = 24
MOST = 200  # deadlines in the feed


def make(user: User) -> str:
    """Return a new secret key for the person's feed; it replaces the old one and isn't stored."""
    key = secrets.token_urlsafe(KEY_BYTES)
    CalendarFeed.objects.update_or_create(
        user=user, defaults={"digest": digest_of(key), "created_at": timezone.now()}
    )
    return key


def revoke(user: User) -> None:
    """Void the address of the person's feed."""
    CalendarFeed.objects.filter(user=user).delete()


def calendar(key: str) -> bytes:
    """The iCalendar text of a feed. Raises `NotFound`, even for banned and closed accounts."""
    feed = CalendarFeed.objects.select_related("user").filter(digest=digest_of(key)).first()
    if feed is None or not feed.user.is_active or is_banned(feed.user):
        raise NotFound(_("There is no such calendar."))
    made = Calendar()
    made.add("version", "2.0")
    made.add("prodid", "-//hearth-and-dragon//deadlines//EN")
    made.add("x-wr-calname", settings.SITE_NAME)
    due = waiting(feed.user).filter(deadline__isnull=False).order_by("deadline")
    for seat in due.select_related("match")[:MOST]:
        made.add_component(_event(seat))
    return bytes(made.to_ical())


def _event(seat: Seat) -> Event:
    name = match_names.without_people(seat.match)  # calendars are shared: nobody is named
    event = Event()
    # The uid stays the same when the deadline moves, so that calendars move the event.
    event.add("uid", f"{seat.match.public_id}-{seat.decision_version}@hearth-and-dragon")
    event.add("dtstamp", timezone.now())
    event.add("dtstart", seat.deadline)
    event.add("summary", _("{game}: your move is due").format(game=name))
    event.add("url", links.absolute(reverse("matches:match", args=[seat.match.public_id])))
    event.add("transp", "TRANSPARENT")
    return event
