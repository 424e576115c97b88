"""Reports about people and messages, and how moderators settle them."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from accounts import audit, notices, sanctions
from accounts.models import Message, Report, User
from accounts.talk import services as talk
from toolbox import limits
from toolbox.errors import Conflict, Refusal, TooMany
from toolbox.request_json import is_blank

LONGEST_REASON = 500
_THANKS = gettext_noop("A moderator has looked at your report. Thank you.")


def report(
    *,
    by: User,
    about: User,
    reason: str,
    message: Message | None = None,
    place: str = "",
    said: str = "",
) -> Report:
    """Report a person, and perhaps one of their messages, or what they `said` at another place.

    Raises Refusal: 400 for a report about oneself or a reason without words, 409 for a second
    report of the same message, 429 for too many.
    """
    if by.pk == about.pk:
        raise Refusal(_("You can’t report yourself."), code="yourself")
    if message is not None and message.author_id != about.pk:
        raise Refusal(_("Someone else said that."))
    _check_reason(reason)
    bucket = limits.bucket("report", by.pk)
    if bucket is not None and not bucket.take():
        text = _("You have sent many reports already. Moderators will look at them.")
        raise TooMany(text, wait=bucket.wait())
    try:
        with transaction.atomic():
            return Report.objects.create(
                by=by,
                about=about,
                message=message,
                said=message.text if message else said,
                place=message.conversation.key if message else place,
                reason=reason.strip(),
            )
    except IntegrityError:
        raise Conflict(_("You have already reported this message."), code="reported") from None


def _check_reason(reason: str) -> None:
    if is_blank(reason) or "\0" in reason:
        raise Refusal(_("Say in a few words what happened."))
    if len(reason) > LONGEST_REASON:
        raise Refusal(_("At most {n} characters, please.").format(n=LONGEST_REASON))


def queue(status: str = Report.Status.OPEN) -> QuerySet[Report]:
    """Return the reports of that status, open ones oldest first, settled ones newest first."""
    people = ("about", "by", "shares_with", "handled_by")
    reports = Report.objects.filter(status=status).select_related(*people)
    return reports.order_by("pk" if status == Report.Status.OPEN else "-handled_at")


def context(message: Message, around: int = 5) -> list[Message]:
    """Return the message and those just before and after it, even hidden ones, oldest first."""
    near = Message.objects.filter(conversation=message.conversation_id).select_related("author")
    before = near.filter(pk__lte=message.pk).order_by("-pk")[: around + 1]
    after = near.filter(pk__gt=message.pk).order_by("pk")[:around]
    return [*reversed(before), *after]


@transaction.atomic
def settle(
    *,
    report: Report,
    by: User,
    upheld: bool,
    decision: str,
    hide: bool = False,
    measure: dict[str, Any] | None = None,
) -> None:
    """Settle an open report. Moderators can read `decision` later.

    `hide` hides the message; `measure` (`kind`, `reason`, `ends_at`) is imposed on the person. The
    reporter gets a notice. Raises Refusal: 409 if it is settled already, 403 if this moderator may
    not judge the person, 400 for a decision without words.
    """
    for person in filter(None, (report.about, report.shares_with)):
        sanctions.check_may_judge(by, person)
    _check_reason(decision)
    if measure is not None and not upheld:
        raise Refusal(_("A dismissed report has no consequences."))
    settled = Report.objects.filter(pk=report.pk, status=Report.Status.OPEN).update(
        status=Report.Status.UPHELD if upheld else Report.Status.DISMISSED,
        handled_by=by,
        handled_at=timezone.now(),
        decision=decision.strip(),
    )
    if not settled:
        raise Conflict(_("This report has already been settled."), code="settled")
    hides = hide and upheld and report.message is not None
    audit.record(
        actor=by,
        action="report.uphold" if upheld else "report.dismiss",
        subject=f"user:{report.about_id}",
        reason=decision.strip(),
        data={"report": report.pk, "username": report.about.username, "hidden": hides},
    )
    if hides and report.message is not None:
        talk.hide(message=report.message)
    if measure is not None:
        sanctions.impose(user=report.about, by=by, report=report, **measure)
    if report.by_id is not None:
        notices.tell(user_id=report.by_id, key=f"report:{report.pk}", text=_THANKS)
