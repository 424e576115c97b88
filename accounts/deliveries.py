"""The outbox of notices, written with the notice and emptied by one task.

A delivery is claimed by a conditional write, which is also its lease: if the sender dies, the row
is due again a minute later, and the mail is sent once more under the same message id. Mails are
sent outside of every transaction.
"""

import logging
import time
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from uuid import uuid4

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop
from prometheus_client import Counter

from accounts import availability, notice_checks
from accounts.channels import CHANNELS, Outcome
from accounts.models import Delivery, Notice, User
from accounts.notice_choices import Reader, portal_sends_mail
from toolbox import links
from toolbox.commits import after_commit
from toolbox.task_queue import queue

State = Delivery.State
SEND = "accounts.tasks.send_due"
LEASE = timedelta(minutes=1)  # longer than an attempt may take
_MINUTES = (1, 5, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60)
BACKOFF = tuple(timedelta(minutes=minutes) for minutes in _MINUTES)
REST = timedelta(minutes=1)  # for all deliveries, while the mail server is away
TOO_LONG = timedelta(days=3)  # then even deliveries that were never tried fail
FAULT = gettext_noop("something went wrong here")
GIVEN_UP = gettext_noop("it couldn’t be sent for days")
TURN_SECONDS = 1.0  # how long one task sends: the worker has other work
SLOW_SECONDS = 2.0  # a rest follows an attempt that takes longer
_SENDING = "notices/sending"  # cache key: the one task that sends
_KEPT = 15  # seconds; longer than a task may run

log = logging.getLogger(__name__)
ATTEMPTS = Counter("portal_notices", "Attempts to send a notice", ["channel", "outcome"])


# -- into the outbox -------------------------------------------------------------------------------


def put(notices: Iterable[Notice], readers: dict[int, Reader]) -> None:
    """Queue these new notices for their channels, in the notices' transaction.

    Repeating it does no harm. Notices about people whom the reader has blocked or muted are
    skipped.
    """
    now = timezone.now()
    rows = [
        row
        for notice in notices
        if notice.user_id in readers
        for row in _rows(notice, readers[notice.user_id], now)
    ]
    _store(rows, now)


def try_out(notice: Notice, reader: Reader) -> None:
    """Send a notice at once, whatever the person chose for its kind. In its transaction."""
    now = timezone.now()
    if reader.confirmed and portal_sends_mail():
        _store([_row(notice, "mail", now, now)], now)


def _store(rows: Sequence[Delivery], now: datetime) -> None:
    if not rows:
        return
    Delivery.objects.bulk_create(rows, ignore_conflicts=True)
    if any(row.due_at <= now for row in rows):
        after_commit(queue, SEND)


def _rows(notice: Notice, reader: Reader, now: datetime) -> list[Delivery]:
    if notice_checks.is_unwanted(notice.user_id, notice.by_id):
        return []
    due = {name: channel.when(reader, notice, now) for name, channel in CHANNELS.items()}
    return [_row(notice, name, now, at) for name, at in due.items() if at is not None]


def _row(notice: Notice, channel: str, now: datetime, due: datetime) -> Delivery:
    message_id = links.message_id(uuid4().hex)
    return Delivery(
        notice=notice, channel=channel, queued_at=now, due_at=due, message_id=message_id
    )


def drop(notices: Collection[int]) -> None:
    """Drop the queued deliveries of these settled notices."""
    waiting = Delivery.objects.filter(notice__in=notices, state=State.QUEUED)
    past = {"state": State.DROPPED, "said": notice_checks.PAST, "settled_at": timezone.now()}
    waiting.update(**past)


# -- out of it -------------------------------------------------------------------------------------


def due(now: datetime) -> QuerySet[Delivery]:
    return Delivery.objects.filter(state__in=Delivery.OPEN, due_at__lte=now)


def any_due(now: datetime) -> bool:
    return due(now).exists()


def send_due(seconds: float = TURN_SECONDS) -> int:
    """Send due deliveries for that many seconds and return how many were tried.

    Only one task sends at a time; its loop or the next sweep finds later deliveries.
    """
    mine = uuid4().hex
    if not cache.add(_SENDING, mine, _KEPT):
        return 0
    try:
        return _send_for(seconds)
    finally:
        if cache.get(_SENDING) == mine:
            cache.delete(_SENDING)


def _send_for(seconds: float) -> int:
    tried, until = 0, time.monotonic() + seconds
    while time.monotonic() < until and (delivery := claim(timezone.now())) is not None:
        tried += 1
        begun = time.monotonic()
        outcome = _attempt(delivery)
        store_outcome(delivery, outcome)
        if outcome.away or time.monotonic() - begun > SLOW_SECONDS:
            _rest()
            break
    return tried


def claim(now: datetime) -> Delivery | None:
    """Lease the delivery that has been due longest: nobody else sends it until the lease ends."""
    for delivery in due(now).select_related("notice__user").order_by("due_at", "pk")[:10]:
        if _take(delivery, now):
            delivery.refresh_from_db(fields=["state", "attempts", "due_at", "sent_at"])
            return delivery
    return None


def _take(delivery: Delivery, now: datetime) -> bool:
    lease = {
        "state": State.SENT,
        "attempts": delivery.attempts + 1,
        "sent_at": now,
        "due_at": now + LEASE,
    }
    with transaction.atomic():
        together = delivery.channel in CHANNELS and CHANNELS[delivery.channel].together
        if together:  # only one task gathers for a person
            User.objects.select_for_update(no_key=True).get(pk=delivery.notice.user_id)
        same = Delivery.objects.filter(
            pk=delivery.pk, state__in=Delivery.OPEN, due_at=delivery.due_at
        )
        if not same.update(**lease):
            return False
        if together:
            _gather(delivery, now, lease)
    return True


def _gather(delivery: Delivery, now: datetime, lease: dict[str, object]) -> None:
    """Add everything else that is due for the person; once gathered, a digest stays together."""
    others = Delivery.objects.filter(
        channel=delivery.channel, notice__user=delivery.notice.user_id, state__in=Delivery.OPEN
    ).exclude(pk=delivery.pk)
    others.filter(message_id=delivery.message_id).update(**lease)
    if delivery.attempts == 0:
        fresh = others.filter(attempts=0, due_at__lte=now)
        fresh.update(**lease, message_id=delivery.message_id)


def _attempt(delivery: Delivery) -> Outcome:
    channel = CHANNELS.get(delivery.channel)
    if channel is None:
        return Outcome("dropped", notice_checks.NOTHING_LEFT)
    if delivery.attempts > 2 * len(BACKOFF):  # every attempt kills its worker
        return Outcome("failed", FAULT)
    try:
        return channel.deliver(delivery)
    except Exception:  # one faulty delivery mustn't hold up the others
        log.exception("%s could not be sent", delivery)
        return Outcome("again", FAULT)


def store_outcome(delivery: Delivery, outcome: Outcome) -> None:
    """Store the result of an attempt for everything that was sent as one."""
    ATTEMPTS.labels(delivery.channel, outcome.kind).inc()
    now = timezone.now()
    rows = Delivery.objects.filter(
        channel=delivery.channel, message_id=delivery.message_id, state=State.SENT
    )
    if outcome.kind != "again":
        rows.update(state=State(outcome.kind), said=outcome.said, settled_at=now)
    elif delivery.attempts > len(BACKOFF) or now - delivery.queued_at > TOO_LONG:
        rows.update(state=State.FAILED, said=outcome.said or GIVEN_UP, settled_at=now)
    else:
        later = now + BACKOFF[delivery.attempts - 1]
        later = availability.quiet_until(delivery.notice.user, later) or later
        rows.update(state=State.QUEUED, said=outcome.said, due_at=later)


def _rest() -> None:
    """Postpone everything due: nothing else would get through now."""
    then = timezone.now() + REST
    Delivery.objects.filter(state=State.QUEUED, due_at__lt=then).update(due_at=then)


# -- reading ---------------------------------------------------------------------------------------


def by_notice(notices: Sequence[Notice]) -> dict[int, list[Delivery]]:
    """Return the deliveries of these notices, by the notices' keys."""
    found: dict[int, list[Delivery]] = {notice.pk: [] for notice in notices}
    for row in Delivery.objects.filter(notice__in=found).order_by("pk"):
        found[row.notice_id].append(row)
    return found
