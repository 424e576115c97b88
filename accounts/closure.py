"""Closing an account: the person's data is erased or kept under another name."""

import json
import secrets
from typing import Any

from allauth.account.models import EmailAddress
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import audit, names, notice_text, pushes, services
from accounts.models import Availability, ClosedName, Notice, NoticeChoices, User
from toolbox.commits import after_commit
from toolbox.errors import Forbidden

ERASED: dict[str, Any] = {
    **dict.fromkeys(("email", "first_name", "last_name", "shown_name", "time_zone", "theme"), ""),
    "last_login": None,
    "reliability": None,
    "seen_at": None,
    "guest_address": None,
    "show_presence": False,
    "is_active": False,
}


def check_may_close(user: User) -> None:
    """Raises Forbidden `staff`: a person with special rights gives them back first."""
    if user.is_staff or user.is_superuser:
        raise Forbidden(
            _("This is a staff account. Ask to have its staff rights removed first."), code="staff"
        )


def new_name(user: User) -> str:
    """Return a name that reveals nothing about the person, except that they were a guest."""
    left = f"left-{secrets.token_hex(5)}"
    return f"guest-{left}" if user.is_guest else left


def naming(user: User) -> QuerySet[Notice]:
    """Return the notices to others that may name the person."""
    held = Q()
    for known in _names(user):
        escaped = json.dumps(known)[1:-1]  # SQLite holds letters beyond ASCII like this
        held |= Q(params__icontains=known) | Q(params__icontains=escaped)
    return Notice.objects.filter(held)


def _names(user: User) -> set[str]:
    return {user.username, user.shown_name} - {""}


def erase(*, user: User, name: str) -> None:
    """Remove all data that identifies the person and every way in. `name` replaces their names.

    Chat messages stay, under that name; so do moderators' decisions, and entries of the audit log
    and of reports, which can't be changed. Guests come and go, so the audit log gets no entry for
    them. Inside a transaction.
    """
    services.revoke_tokens(user=user)
    if not user.is_guest:  # guests never logged in, and their names reveal nothing
        _forget_log_ins({*_names(user), user.email} - {""})
        _rename_in_notices(user, name)
        _rename_in_administration(user, name)
        _keep_from_others(_names(user))
    EmailAddress.objects.filter(user=user).delete()
    for own in (user.notices, user.blocks, user.mutes, user.appeals):
        own.all().delete()
    for follows in (user.follows, user.followers):
        follows.all().delete()
    Availability.objects.filter(user=user).delete()
    NoticeChoices.objects.filter(user=user).delete()
    user.username = name
    for field, nothing in ERASED.items():
        setattr(user, field, nothing)
    user.set_unusable_password()
    user.save()
    if not user.is_guest:
        audit.record(actor=user, action="account.close", subject=f"user:{user.pk}")
    after_commit(pushes.log_out, user.pk)


def _keep_from_others(known: set[str]) -> None:
    """Reserve the names, so that nobody poses as the person who left."""
    digests = {digest for name in known for digest in names.digests_of(name)}
    ClosedName.objects.bulk_create(
        [ClosedName(digest=digest, closed_at=timezone.now()) for digest in digests],
        update_conflicts=True,
        update_fields=["closed_at"],
        unique_fields=["digest"],
    )


def _forget_log_ins(names: set[str]) -> None:
    """Delete the log of log-ins, which holds network addresses."""
    named = Q()
    for name in names:
        named |= Q(username__iexact=name) | Q(username=name.casefold())
    for log in (AccessAttempt, AccessFailureLog, AccessLog):
        log.objects.filter(named).delete()


def _rename_in_notices(user: User, name: str) -> None:
    for notice in naming(user):
        params = notice.params
        for known in _names(user):
            params = notice_text.renamed(params, known, name)
        if params != notice.params:
            Notice.objects.filter(pk=notice.pk).update(params=params)


def _rename_in_administration(user: User, name: str) -> None:
    """Django's log of administrators' changes names accounts as they were called."""
    changed = LogEntry.objects.filter(object_id=str(user.pk))
    account = ContentType.objects.get_for_model(User)
    changed.filter(content_type=account).update(object_repr=name)
