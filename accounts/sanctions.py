"""Warnings, mutes and bans, and their effects.

A mute or ban ends by itself: readers compare times, and no job runs. The end of a ban and the flag
of an unread warning are also on the user's row, which every request reads anyway.
"""

import datetime
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _, gettext_noop

from accounts import audit, notices, pushes
from accounts.locks import lock_person
from accounts.models import Appeal, Report, Sanction, User
from toolbox.commits import after_commit
from toolbox.errors import Forbidden, Refusal
from toolbox.request_json import is_blank
from toolbox.task_queue import queue
from toolbox.zones import in_zone_of, with_zone

FOR_EVER = datetime.datetime(9999, 1, 1, tzinfo=datetime.UTC)  # stored for bans without an end
LONGEST_REASON = 500

_NOTICES = {
    Sanction.Kind.WARNING: gettext_noop("A moderator has warned you: {reason}"),
    Sanction.Kind.MUTE: gettext_noop("A moderator has muted you: {reason}"),
}


class Banned(Forbidden):
    """The person is banned. The answer has the reason and the end.

    For programs, `more` is the address of the page to read about it and appeal.
    """

    code = "banned"

    def __init__(self, user: Any, sanction: Sanction | None) -> None:
        self.user = user
        self.reason = sanction.reason if sanction else ""
        self.ends_at = sanction.ends_at if sanction else None
        with in_zone_of(user):
            text = sentence(_("You are banned"), self.reason, self.ends_at)
        until = self.ends_at.isoformat() if self.ends_at else None
        super().__init__(text, until=until, more=reverse("moderation:ban"))


def sentence(what: str, reason: str, ends_at: datetime.datetime | None) -> str:
    """Return a sanction in words: its kind, its end, its reason."""
    if ends_at is None:
        return _("{what}: {reason}").format(what=what, reason=reason)
    text = _("{what} until {end}: {reason}")
    return text.format(what=what, end=moment(ends_at), reason=reason)


def moment(at: datetime.datetime) -> str:
    """Return a time in the active zone, with the zone."""
    local = timezone.localtime(at)
    return with_zone(formats.date_format(local, "DATETIME_FORMAT"), local)


# -- asking ----------------------------------------------------------------------------------------


def in_force(user: Any) -> QuerySet[Sanction]:
    """Return the person's current mutes and bans, newest first."""
    return lasting().filter(user=user)


def lasting() -> QuerySet[Sanction]:
    """Return everyone's current mutes and bans."""
    now = timezone.now()
    holds = Q(ends_at=None) | Q(ends_at__gt=now)
    return Sanction.objects.filter(holds, lifted_at=None).exclude(kind=Sanction.Kind.WARNING)


def is_banned(user: Any) -> bool:
    """Whether the person is banned, by their loaded row. No query."""
    until = getattr(user, "banned_until", None)
    return until is not None and until > timezone.now()


def banned() -> Q:
    """The condition of `is_banned`, for queries of users."""
    return Q(banned_until__gt=timezone.now())


def active_ban(user: Any) -> Sanction | None:
    """Return the person's current ban that ends last."""
    return _last(in_force(user).filter(kind=Sanction.Kind.BAN))


def _last(sanctions: Iterable[Sanction]) -> Sanction | None:
    return max(sanctions, key=lambda sanction: sanction.ends_at or FOR_EVER, default=None)


def refuse_banned(user: Any) -> None:
    """Raise `Banned` for a banned person. No query for others."""
    if is_banned(user):
        raise Banned(user, active_ban(user))


def refuse_silenced(user: Any) -> None:
    """Raise `Forbidden`, with reason and end, for a person who may not chat."""
    current = list(in_force(user))
    bans = [sanction for sanction in current if sanction.kind == Sanction.Kind.BAN]
    if bans:
        raise Banned(user, _last(bans))
    if mute := _last(current):
        with in_zone_of(user):
            text = sentence(_("You can’t chat"), mute.reason, mute.ends_at)
        raise Forbidden(text, code="muted")


def silence_of(user: Any) -> str:
    """Return why and until when this person may not chat, or "" if they may."""
    if not user.is_authenticated:
        return ""
    try:
        refuse_silenced(user)
    except Forbidden as refusal:
        return refusal.detail
    return ""


# -- deciding --------------------------------------------------------------------------------------


@transaction.atomic
def impose(
    *,
    user: User,
    by: User,
    kind: str,
    reason: str,
    ends_at: datetime.datetime | None = None,
    report: Report | None = None,
) -> Sanction:
    """Warn, mute or ban a person. They get a notice; a ban closes their sockets at once.

    Raises Refusal: 403 for the moderator themselves, for superusers, and for staff unless a
    superuser decides; 400 for a reason without words or an end that has passed.
    """
    check_may_judge(by, user)
    _check(kind, reason, ends_at)
    lock_person(user.pk)
    _end_appeals(user)
    sanction = Sanction.objects.create(
        user=user,
        by=by,
        kind=kind,
        reason=reason.strip(),
        report=report,
        created_at=timezone.now(),
        ends_at=None if kind == Sanction.Kind.WARNING else ends_at,
    )
    audit.record(
        actor=by,
        action=f"sanction.{kind}",
        subject=f"user:{user.pk}",
        reason=sanction.reason,
        data={
            "sanction": sanction.pk,
            "username": user.username,
            "ends_at": sanction.ends_at.isoformat() if sanction.ends_at else None,
            "report": report.pk if report else None,
        },
    )
    _remember(user)
    _tell(sanction)
    return sanction


@transaction.atomic
def lift(*, sanction: Sanction, by: User, reason: str) -> None:
    """Lift a sanction before its end; no effect if lifted already. Raises like `impose`."""
    check_may_judge(by, sanction.user)
    _check_reason(reason)
    lock_person(sanction.user_id)
    current = Sanction.objects.filter(pk=sanction.pk, lifted_at=None)
    if not current.update(lifted_at=timezone.now()):
        return
    audit.record(
        actor=by,
        action="sanction.lift",
        subject=f"user:{sanction.user_id}",
        reason=reason.strip(),
        data={"sanction": sanction.pk, "kind": sanction.kind, "username": sanction.user.username},
    )
    _remember(sanction.user)
    _end_appeals(sanction.user)


@transaction.atomic
def acknowledge(*, user: User) -> None:
    """Mark the person's warnings as read."""
    lock_person(user.pk)
    unseen = user.sanctions.filter(kind=Sanction.Kind.WARNING, seen_at=None)
    for warning in unseen:
        notices.mark_read(user=user, key=_key(warning))
    unseen.update(seen_at=timezone.now())
    _remember(user)


def check_may_judge(by: User, user: User) -> None:
    """Raise `Forbidden` if this moderator may not decide about that person."""
    if by.pk == user.pk:
        raise Forbidden(_("You can’t moderate yourself."), code="yourself")
    if user.is_superuser or (user.is_staff and not by.is_superuser):
        raise Forbidden(_("Only a superuser can moderate staff."), code="staff")


def may_judge(by: User, user: User) -> bool:
    """Whether `check_may_judge` raises nothing."""
    try:
        check_may_judge(by, user)
    except Forbidden:
        return False
    return True


def _check(kind: str, reason: str, ends_at: datetime.datetime | None) -> None:
    if kind not in Sanction.Kind.values:
        raise Refusal(_("There is no such measure."))
    if ends_at is not None and ends_at <= timezone.now():
        raise Refusal(_("This end time has already passed."))
    _check_reason(reason)


def _check_reason(reason: str) -> None:
    if is_blank(reason):
        raise Refusal(_("Give a reason: others will read it later."))
    if len(reason) > LONGEST_REASON or "\0" in reason:
        raise Refusal(_("This reason is too long."))


def _remember(user: User) -> None:
    """Store the current ban and warnings on the user's row."""
    ban = active_ban(user)
    unseen = Sanction.objects.filter(
        user=user, kind=Sanction.Kind.WARNING, seen_at=None, lifted_at=None
    )
    user.banned_until = (ban.ends_at or FOR_EVER) if ban else None
    user.warned = unseen.exists()
    user.save(update_fields=["banned_until", "warned"])


def _end_appeals(user: User) -> None:
    if active_ban(user) is None:
        waiting = user.appeals.filter(status=Appeal.Status.OPEN)
        waiting.update(status=Appeal.Status.ENDED, handled_at=timezone.now())


def _key(sanction: Sanction) -> str:
    return f"sanction:{sanction.pk}"


def _tell(sanction: Sanction) -> None:
    user_id = sanction.user_id
    if sanction.kind == Sanction.Kind.BAN:
        after_commit(pushes.push, user_id, {"type": "person.banned"})
        for follow_up in settings.BAN_FOLLOWUPS:
            after_commit(queue, follow_up, user_id)
        return
    text, params = _NOTICES[Sanction.Kind(sanction.kind)], {"reason": sanction.reason[:200]}
    notices.tell(user_id=user_id, key=_key(sanction), text=text, params=params)
