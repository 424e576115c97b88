"""Checks whether a notice is still worth sending, made just before it is sent."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop

from accounts.models import Block, Mute, Notice, User

READ = gettext_noop("you had already read it")
PAST = gettext_noop("it was already settled")
UNWANTED = gettext_noop("it was about someone who is blocked or muted")
LEFT = gettext_noop("you can’t log in")
NOTHING_LEFT = gettext_noop("nothing was left to tell")


def why_not(notice: Notice) -> str:
    """Return the reason not to send the notice, a marked message id, or ""."""
    if not _may_log_in(notice.user):
        return LEFT
    if notice.read_at is not None:
        return READ
    if is_unwanted(notice.user_id, notice.by_id):
        return UNWANTED
    return "" if _still_true(notice) else PAST


def _may_log_in(user: User) -> bool:
    # A ban that is over stays on the person's row.
    banned = user.banned_until is not None and user.banned_until > timezone.now()
    return user.is_active and not banned


def is_unwanted(user_id: int, by: int | None) -> bool:
    """Whether the reader has blocked or muted its originator, or was blocked by them."""
    if by is None:
        return False
    blocked = Q(blocker=user_id, blocked=by) | Q(blocker=by, blocked=user_id)
    muted = Mute.objects.filter(by=user_id, muted=by)
    return Block.objects.filter(blocked).exists() or muted.exists()


def unwanted_among(readers: Collection[int], by: Collection[int]) -> set[tuple[int, int]]:
    """Return the pairs of reader and originator for which that holds. Two queries."""
    blocked = Block.objects.filter(
        Q(blocker__in=readers, blocked__in=by) | Q(blocker__in=by, blocked__in=readers)
    )
    muted = Mute.objects.filter(by__in=readers, muted__in=by)
    pairs = set(blocked.values_list("blocker_id", "blocked_id"))
    return pairs | {(b, a) for a, b in pairs} | set(muted.values_list("by_id", "muted_id"))


def _still_true(notice: Notice) -> bool:
    """Ask the layer that owns the event (setting NOTICE_CHECKS)."""
    name: Any = settings.NOTICE_CHECKS.get(notice.event)
    return name is None or bool(import_string(name)(notice))
