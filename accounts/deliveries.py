"""The outbox of notices: written with the notice, emptied by whoever comes first.

A delivery is claimed by one conditional write, which is also its lease: whoever dies sending leaves
a row that is due again a minute later, and the mail goes out once more under the same message id.
Sending happens outside of every transaction.
"""

import logging
import time
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from uuid import uuid4

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

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
BACKOFF = tuple(
    timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 6 * 60, 12 * 60, 24 * 60)
)
REST = timedelta(minutes=1)  # for everybody's, while the mail server is away
TOO_LONG = timedelta(days=3)  # after which even what was never tried is given up
FAULT = gettext_noop("something went wrong here")
GIVEN_UP = gettext_noop("it couldn’t be sent for days")
TURN_SECONDS = 1.0  # that one task sends: the worker has other things to do
SLOW_SECONDS = 2.0  # an attempt that takes longer is followed by a rest
_SENDING = "notices/sending"  # in the cache: who sends, so that it is one task alone
_KEPT = 15  # seconds; longer than a task may run

log = logging.getLogger(__name__)


# -- into the outbox -------------------------------------------------------------------------------


def put(notices: Iterable[Notice], readers: dict[int, Reader]) -> None:
    """Note by which channels these new notices are to leave. In their transaction.

    Twice does no harm. Nothing is told of people whom the reader has blocked or muted.
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
    """Have a notice sent at once, whatever the person chose for its kind. In its transaction."""
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
    """Drop the queued deliveries of these notices, which were settled."""
    waiting = Delivery.objects.filter(notice__in=notices, state=State.QUEUED)
    past = {"state": State.DROPPED, "said": notice_checks.PAST, "settled_at": timezone.now()}
    waiting.update(**past)


# -- out of it -------------------------------------------------------------------------------------


def any_due(now: datetime) -> bool:
    """Whether there is something to send."""
    return Delivery.objects.filter(state__in=Delivery.OPEN, due_at__lte=now).exists()


def send_due(seconds: float = TURN_SECONDS) -> int:
    """Send what is due for so long, one after another; how many were tried.

    One task alone does so: what comes meanwhile is in its loop, or the sweeper's next finding.
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
        settle(delivery, outcome)
        if outcome.away or time.monotonic() - begun > SLOW_SECONDS:
            _rest()
            break
    return tried


def claim(now: datetime) -> Delivery | None:
    """Take what has been due for longest: nobody else sends it until the lease has run out."""
    due = Delivery.objects.filter(state__in=Delivery.OPEN, due_at__lte=now)
    for found in due.select_related("notice__user").order_by("due_at", "pk")[:10]:
        if _take(found, now):
            found.refresh_from_db(fields=["state", "attempts", "due_at", "sent_at"])
            return found
    return None


def _take(found: Delivery, now: datetime) -> bool:
    changed = {
        "state": State.SENT,
        "attempts": found.attempts + 1,
        "sent_at": now,
        "due_at": now + LEASE,
    }
    with transaction.atomic():
        together = CHANNELS[found.channel].together if found.channel in CHANNELS else False
        if together:  # whoever gathers for a person gathers alone
            User.objects.select_for_update(no_key=True).get(pk=found.notice.user_id)
        same = Delivery.objects.filter(pk=found.pk, state__in=Delivery.OPEN, due_at=found.due_at)
        if not same.update(**changed):
            return False
        if together:
            _gather(found, now, changed)
    return True


def _gather(found: Delivery, now: datetime, changed: dict[str, object]) -> None:
    """Whatever else is due for the person goes along: once put together, it stays together."""
    others = Delivery.objects.filter(
        channel=found.channel, notice__user=found.notice.user_id, state__in=Delivery.OPEN
    ).exclude(pk=found.pk)
    others.filter(message_id=found.message_id).update(**changed)
    if found.attempts == 0:
        fresh = others.filter(attempts=0, due_at__lte=now)
        fresh.update(**changed, message_id=found.message_id)


def _attempt(delivery: Delivery) -> Outcome:
    channel = CHANNELS.get(delivery.channel)
    if channel is None:
        return Outcome("dropped", notice_checks.NOTHING_LEFT)
    if delivery.attempts > 2 * len(BACKOFF):  # whoever tries it dies of it
        return Outcome("failed", FAULT)
    try:
        return channel.deliver(delivery)
    except Exception:  # one that can't be sent mustn't keep the others waiting
        log.exception("%s could not be sent", delivery)
        return Outcome("again", FAULT)


def settle(delivery: Delivery, outcome: Outcome) -> None:
    """Keep what came of an attempt, for all that went as one."""
    now = timezone.now()
    rows = Delivery.objects.filter(
        channel=delivery.channel, message_id=delivery.message_id, state=State.SENT
    )
    if outcome.kind != "again":
        state = State(outcome.kind)
        rows.update(state=state, said=outcome.said, settled_at=now)
    elif delivery.attempts > len(BACKOFF) or now - delivery.queued_at > TOO_LONG:
        rows.update(state=State.FAILED, said=outcome.said or GIVEN_UP, settled_at=now)
    else:
        later = now + BACKOFF[delivery.attempts - 1]
        later = availability.quiet_until(delivery.notice.user, later) or later
        rows.update(state=State.QUEUED, said=outcome.said, due_at=later)


def _rest() -> None:
    """Nothing else would go through now: whatever is due waits until one may have."""
    then = timezone.now() + REST
    Delivery.objects.filter(state=State.QUEUED, due_at__lt=then).update(due_at=then)


# -- reading ---------------------------------------------------------------------------------------


def of(notices: Sequence[Notice]) -> dict[int, list[Delivery]]:
    """What came of these notices, by their keys."""
    found: dict[int, list[Delivery]] = {notice.pk: [] for notice in notices}
    for row in Delivery.objects.filter(notice__in=found).order_by("pk"):
        found[row.notice_id].append(row)
    return found
