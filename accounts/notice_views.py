"""The pages of a person's notices."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import deliveries, notices, unsubscribing
from accounts.models import Delivery, User
from toolbox.paging import LongPaginator

State = Delivery.State
NAMES = {"mail": gettext_lazy("email"), "digest": gettext_lazy("daily email")}  # by mail

PAGE = 30


@login_required
@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """All notices, newest first, a page at a time."""
    user: Any = request.user
    page = LongPaginator(user.notices.all(), PAGE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    sent = deliveries.of(shown)
    rows = [
        {
            "notice": notice,
            "text": notices.sentence(notice),
            "deliveries": [told(delivery) for delivery in sent[notice.pk]],
        }
        for notice in shown
    ]
    any_new = any(notice.read_at is None for notice in shown)
    answer = {"page": page, "rows": rows, "any_new": any_new}
    return render(request, "notices/list.html", answer)


@login_required
@require_safe
def follow(request: HttpRequest, pk: int) -> HttpResponse:
    """Go where a notice leads; it has been read then."""
    user: Any = request.user
    notice = get_object_or_404(user.notices, pk=pk)
    notices.mark_read(user=user, key=notice.key)
    return redirect(notice.link or "notices:list")


@login_required
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """The person has seen what there is."""
    assert isinstance(request.user, User)
    notices.mark_read(user=request.user)
    return redirect("notices:list")


@csrf_exempt  # mail programs post it too (RFC 8058): the token is what allows it
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """The link at the end of a mail: it asks, and what is posted ends those mails."""
    found = unsubscribing.read(token)
    if found is None:
        return render(request, "notices/off.html", {"what": ""}, status=404)
    _user, event = found
    if request.method == "POST":
        unsubscribing.end(token)
    shown = {"what": unsubscribing.name_of(event), "done": request.method == "POST"}
    return render(request, "notices/off.html", shown)


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
