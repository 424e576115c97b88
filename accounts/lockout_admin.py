"""What django-axes keeps about log-ins, in the administration.

Its logs can't be changed or erased. To delete counted failures is to lift a lock-out: the audit log
says who did.
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
from accounts.administration import OfficeAdmin, administrator
from accounts.models import User

admin.site.unregister([AccessAttempt, AccessFailureLog, AccessLog])


class Kept:
    """Rows that stay as they were written."""

    date_hierarchy = None  # `attempt_time`, by which they are filtered, will do
    list_filter: Any = ["attempt_time"]
    search_fields = ("=username", "=ip_address")

    def find(self, field: str, sought: str) -> Q:
        """Addresses by what is one: to others PostgreSQL wouldn't compare it."""
        if field == "=ip_address" and not _is_address(sought):
            return Q(pk__in=())
        found: Q = super().find(field, sought)  # type: ignore[misc]  # of `OfficeAdmin`
        return found

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class KeptForever(Kept):
    """Rows that nobody deletes, either."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(AccessAttempt)
class AttemptsAdmin(Kept, axes_admin.AccessAttemptAdmin, OfficeAdmin):
    """Failures that count toward a lock-out."""

    list_filter: Any = ["attempt_time", axes_admin.IsLockedOutFilter]

    actions: list[Any] = []  # deleting is done to rows that were chosen, and written down

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: AccessAttempt) -> None:
        super().delete_model(request, obj)
        _record_lifting(administrator(request), obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[AccessAttempt]) -> None:
        for attempt in queryset:
            self.delete_model(request, attempt)


@admin.register(AccessFailureLog)
class FailureLogAdmin(KeptForever, axes_admin.AccessFailureLogAdmin, OfficeAdmin):
    """The log of failed attempts."""


@admin.register(AccessLog)
class LogInLogAdmin(KeptForever, axes_admin.AccessLogAdmin, OfficeAdmin):
    """The log of those who logged in."""


def _is_address(text: str) -> bool:
    try:
        return bool(ip_address(text))
    except ValueError:
        return False


def _record_lifting(by: User, attempt: AccessAttempt) -> None:
    """Tell the account by its name; what else was typed may have been an address or a password."""
    user = User.objects.filter(username__iexact=attempt.username or "").first()
    audit.record(
        actor=by,
        action="lockout.lift",
        subject=f"user:{user.pk}" if user else "user:unknown",
        data={
            "username": user.username if user else "",
            "failures": attempt.failures_since_start,
        },
    )
