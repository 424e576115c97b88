"""What came of a notice by each channel, in words for the person it was for."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Delivery

State = Delivery.State
NAMES = {"mail": gettext_lazy("email"), "digest": gettext_lazy("daily email")}  # by mail


@dataclass(frozen=True)
class Line:
    """One thing that happened, and when; None: no particular time."""

    text: str
    at: datetime | None = None


@dataclass(frozen=True)
class Told:
    """A channel, and what happened by it."""

    channel: str
    lines: list[Line]
    failed: bool


def told(delivery: Delivery) -> Told:
    """The history of a delivery, oldest first, in the active language."""
    lines = [Line(_("queued"), delivery.queued_at)]
    if delivery.sent_at is not None and delivery.state != State.DROPPED:
        lines.append(Line(_("sent"), delivery.sent_at))
    lines += _end(delivery)
    channel = str(NAMES.get(delivery.channel, delivery.channel))
    return Told(channel, lines, delivery.state == State.FAILED)


def _end(delivery: Delivery) -> list[Line]:
    why = _(delivery.said) if delivery.said else ""
    if delivery.state == State.ACCEPTED:
        by_mail = delivery.channel in NAMES
        said = _("accepted by the mail server") if by_mail else _("accepted")
        return [Line(said, delivery.settled_at)]
    if delivery.state == State.FAILED:
        return [Line(_("failed for good: {why}").format(why=why), delivery.settled_at)]
    if delivery.state == State.DROPPED:
        return [Line(_("not sent: {why}").format(why=why), delivery.settled_at)]
    if delivery.state == State.QUEUED and delivery.attempts:
        return [Line(_("not accepted: {why}").format(why=why)), _next(delivery)]
    return [_next(delivery)] if delivery.due_at > delivery.queued_at and not why else []


def _next(delivery: Delivery) -> Line:
    again = delivery.attempts and delivery.state == State.QUEUED
    return Line(_("next try") if again else _("to be sent"), delivery.due_at)
