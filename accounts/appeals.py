"""Appeals of banned people to the moderators, and the answers."""

import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from accounts import audit, notices, sanctions
from accounts.locks import lock_person
from accounts.models import Appeal, Sanction, User
from toolbox.errors import Conflict, Refusal, TooMany
from toolbox.request_json import is_blank

LONGEST = 1_000  # characters of an appeal
LONGEST_ANSWER = 500
EVERY = datetime.timedelta(days=7)
_LIFTED = gettext_noop("A moderator has lifted your ban: {reason}")


def newest(user: User) -> Appeal | None:
    """Return the person's last appeal, except those of a ban that ended unanswered."""
    return user.appeals.exclude(status=Appeal.Status.ENDED).first()


def next_at(last: Appeal | None) -> datetime.datetime | None:
    """Return when the person may appeal again after that appeal; None means now."""
    again = last.created_at + EVERY if last else None
    return again if again and again > timezone.now() else None


@transaction.atomic
def appeal(*, by: User, text: str) -> Appeal:
    """Ask the moderators to reconsider the person's ban.

    Raises Refusal: 400 for a text without words or a long one, 409 `not_banned`, 409 `appealed`
    while an appeal waits, 429 less than a week after the last one.
    """
    text = text.strip()
    if is_blank(text) or "\0" in text:
        raise Refusal(_("Say in a few words why the ban should end."))
    if len(text) > LONGEST:
        raise Refusal(_("At most {n} characters, please.").format(n=LONGEST))
    lock_person(by.pk)
    if not sanctions.is_banned(by):
        raise Conflict(_("You aren’t banned."), code="not_banned")
    last = newest(by)
    if last is not None and last.status == Appeal.Status.OPEN:
        raise Conflict(_("Your appeal is still waiting for a moderator."), code="appealed")
    if again := next_at(last):
        wait = (again - timezone.now()).total_seconds()
        raise TooMany(_("You can appeal once a week."), wait=wait)
    return Appeal.objects.create(by=by, text=text, created_at=timezone.now())


def queue() -> QuerySet[Appeal]:
    """Return the waiting appeals of people who are still banned, oldest first."""
    banned = User.objects.filter(sanctions.banned())
    waiting = Appeal.objects.filter(status=Appeal.Status.OPEN, by__in=banned)
    return waiting.select_related("by").order_by("pk")


@transaction.atomic
def settle(*, appeal: Appeal, by: User, lift: bool, answer: str) -> None:
    """Answer an open appeal. `lift`: all bans of the person end now.

    Raises Refusal: 409 `settled`, 403 if this moderator may not judge the person, 400 for an answer
    without words.
    """
    sanctions.check_may_judge(by, appeal.by)
    answer = answer.strip()
    if is_blank(answer) or "\0" in answer:
        raise Refusal(_("Give a reason: the person will read it."))
    if len(answer) > LONGEST_ANSWER:
        raise Refusal(_("At most {n} characters, please.").format(n=LONGEST_ANSWER))
    settled = Appeal.objects.filter(pk=appeal.pk, status=Appeal.Status.OPEN).update(
        status=Appeal.Status.LIFTED if lift else Appeal.Status.KEPT,
        answer=answer,
        handled_by=by,
        handled_at=timezone.now(),
    )
    if not settled:
        raise Conflict(_("This appeal has been answered, or its ban is over."), code="settled")
    audit.record(
        actor=by,
        action="appeal.lift" if lift else "appeal.keep",
        subject=f"user:{appeal.by_id}",
        reason=answer,
        data={"appeal": appeal.pk, "username": appeal.by.username},
    )
    if lift:
        for ban in sanctions.in_force(appeal.by).filter(kind=Sanction.Kind.BAN):
            sanctions.lift(sanction=ban, by=by, reason=answer)
        params = {"reason": answer[:200]}
        notices.tell(user_id=appeal.by_id, key=f"appeal:{appeal.pk}", text=_LIFTED, params=params)
