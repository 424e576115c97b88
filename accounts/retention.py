"""Deletes data that is older than the settings allow, in small steps that block nobody."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from accounts.models import ClosedName, Message, Notice, Report

CLOSED_NAME_DAYS = 365  # how long nobody can take the name of a closed account
AT_ONCE = 500  # rows of each table


def sweep() -> None:
    _forget_quotes(timezone.now())
    for rows in _kept_too_long(timezone.now()):
        oldest = rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
        rows.model._default_manager.filter(pk__in=list(oldest)).delete()


def _forget_quotes(now: datetime) -> None:
    """Settled reports keep a quoted message as long as the chat itself is kept."""
    if not settings.CHAT_DAYS:
        return
    old = Q(message=None) | Q(message__at__lt=now - timedelta(days=settings.CHAT_DAYS))
    quoting = Report.objects.exclude(status=Report.Status.OPEN).exclude(said="").filter(old)
    oldest = quoting.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
    Report.objects.filter(pk__in=list(oldest)).update(said="")


def _kept_too_long(now: datetime) -> Iterator[QuerySet[Model]]:
    if settings.LOG_IN_DAYS:
        before = now - timedelta(days=settings.LOG_IN_DAYS)
        for log in (AccessLog, AccessFailureLog, AccessAttempt):
            yield log.objects.filter(attempt_time__lt=before)
    if settings.NOTICE_DAYS:
        before = now - timedelta(days=settings.NOTICE_DAYS)
        yield Notice.objects.filter(created_at__lt=before)
    if settings.CHAT_DAYS:
        before = now - timedelta(days=settings.CHAT_DAYS)
        open_reports = Report.objects.filter(status=Report.Status.OPEN, message__isnull=False)
        messages = Message.objects.filter(at__lt=before)
        yield messages.exclude(pk__in=open_reports.values("message"))
    before = now - timedelta(days=CLOSED_NAME_DAYS)
    yield ClosedName.objects.filter(closed_at__lt=before)
    yield Session.objects.filter(expire_date__lt=now)
