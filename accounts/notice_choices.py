"""How people are notified: the default of each event, and people's own choices."""

import zoneinfo
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import Notice, NoticeChoices, User

Event = Notice.Event
Mail = Literal["now", "digest", "never"]

MAILS: tuple[Mail, ...] = ("now", "digest", "never")
DIGEST_HOUR = 18
_PRESSING = (
    *(Event.TURN, Event.DEADLINE, Event.CARETAKER, Event.INVITATION),
    *(Event.UNDO, Event.VOTE, Event.NUDGE),
)
_SILENT_BACKENDS = ("console", "dummy")


@dataclass(frozen=True)
class Choice:
    """How a person is notified of an event: on open pages (toast and count), and by mail."""

    page: bool
    mail: Mail


def usual(event: str) -> Choice:
    """Return the default choice for an event."""
    if event == Event.FOLLOWED:  # the table has mostly begun by the next digest
        return Choice(page=True, mail="never")
    return Choice(page=True, mail="now" if event in _PRESSING else "digest")


@dataclass(frozen=True)
class Reader:
    """A person with their choices. `confirmed`: they have a confirmed email address."""

    user: User
    choices: Mapping[str, Choice]
    digest_hour: int = DIGEST_HOUR
    confirmed: bool = False

    def choice(self, event: str) -> Choice:
        return self.choices.get(event) or usual(event)

    def next_digest(self, now: datetime) -> datetime:
        """Return the next time of the person's digest hour, in their zone."""
        zone = zoneinfo.ZoneInfo(self.user.zone)
        local = now.astimezone(zone)
        today = local.replace(hour=self.digest_hour, minute=0, second=0, microsecond=0)
        coming = today if today > local else today + timedelta(days=1)
        return coming.astimezone(now.tzinfo)


def portal_sends_mail() -> bool:
    """Whether a mail server is set up; otherwise mails are printed or discarded."""
    return not any(f".{kind}." in settings.EMAIL_BACKEND for kind in _SILENT_BACKENDS)


def readers(user_ids: Collection[int]) -> dict[int, Reader]:
    """Return these people, if active, by key. One query."""
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    people = User.objects.filter(pk__in=user_ids, is_active=True)
    rows = people.select_related("notice_choices").annotate(has_address=Exists(confirmed))
    return {user.pk: _reader(user) for user in rows}


def reader(user: User) -> Reader:
    """Return one person, who must be active."""
    return readers([user.pk])[user.pk]


def _reader(user: Any) -> Reader:
    stored: NoticeChoices | None = getattr(user, "notice_choices", None)
    if stored is None:
        return Reader(user, {}, confirmed=user.has_address)
    choices = {event: Choice(**choice) for event, choice in stored.events.items()}
    return Reader(user, choices, stored.digest_hour, user.has_address)


def change(*, user: User, choices: Mapping[str, Choice], digest_hour: int) -> None:
    """Store how the person is notified of each event, and the hour of their digest."""
    events = {event: {"page": one.page, "mail": one.mail} for event, one in choices.items()}
    columns = {"events": events, "digest_hour": digest_hour}
    NoticeChoices.objects.update_or_create(user=user, defaults=columns)


def turn_mail_off(*, user: User, event: str) -> None:
    """End mails about that event, or about all events of the digest if it is "digest"."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = reader(user)
        every = {known: now.choice(known) for known in Event.values}
        off = {
            known: Choice(one.page, "never")
            for known, one in every.items()
            if known == event or (event == "digest" and one.mail == "digest")
        }
        change(user=user, choices=every | off, digest_hour=now.digest_hour)
