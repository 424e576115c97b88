"""The tables of django-axes in the administration.

Its logs can't be changed or deleted. Deleting counted failures lifts a lock-out, which the audit
log records.
"""

from ipaddress import ip_address
from typing import Any

from axes import admin as axes_admin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts import audit
from accounts.administration import OfficeAdmin
from accounts.models import User
from accounts.selectors import person_of

admin.site.unregister([AccessAttempt, AccessFailureLog, AccessLog])


class Kept:
    """Rows that can't be changed."""

    date_hierarchy = None  # they are filtered by `attempt_time`
    list_filter: Any = ["attempt_time"]
    search_fields = ("=username", "=ip_address")

    def find(self, field: str, sought: str) -> Q:
        """Addresses match only addresses: PostgreSQL can't compare them with other text."""
        if field == "=ip_address" and not _is_address(sought):
            return Q(pk__in=())
        rows: Q = super().find(field, sought)  # type: ignore[misc]  # of `OfficeAdmin`
        return rows

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class KeptForever(Kept):
    """Rows that can't be deleted either."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(AccessAttempt)
class AttemptsAdmin(Kept, axes_admin.AccessAttemptAdmin, OfficeAdmin):
    """Failures that count toward a lock-out."""

    list_filter: Any = ["attempt_time", axes_admin.IsLockedOutFilter]

    actions: list[Any] = []  # rows are deleted one by one, and recorded

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: AccessAttempt) -> None:
        super().delete_model(request, obj)
        _record_lifting(person_of(request), obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[AccessAttempt]) -> None:
        for attempt in queryset:
            self.delete_model(request, attempt)


@admin.register(AccessFailureLog)
class FailureLogAdmin(KeptForever, axes_admin.AccessFailureLogAdmin, OfficeAdmin):
    """The log of failed attempts."""


@admin.register(AccessLog)
class LogInLogAdmin(KeptForever, axes_admin.AccessLogAdmin, OfficeAdmin):
    """The log of successful log-ins."""


def _is_address(text: str) -> bool:
    try:
        return bool(ip_address(text))
    except ValueError:
        return False


def _record_lifting(by: User, attempt: AccessAttempt) -> None:
    """Record the account's name; other input may be an address or a password."""
    user = User.objects.filter(username__iexact=attempt.username or "").first()
    audit.record(
        actor=by,
        action="lockout.lift",
        subject=f"user:{user.pk}" if user else "user:unknown",
        data={"username": user.username if user else "", "failures": attempt.failures_since_start},
    )
