"""The pages of a person's notices."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import deliveries, notices, unsubscribing
from accounts.models import Delivery
from accounts.selectors import person_of
from toolbox.paging import LongPaginator

State = Delivery.State
NAMES = {"mail": gettext_lazy("email"), "digest": gettext_lazy("daily email")}  # by mail

PAGE = 30


@login_required
@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """List all notices, newest first."""
    page = LongPaginator(person_of(request).notices.all(), PAGE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    sent = deliveries.by_notice(shown)
    rows = [
        {
            "notice": notice,
            "text": notices.sentence(notice),
            "deliveries": [history(delivery) for delivery in sent[notice.pk]],
        }
        for notice in shown
    ]
    any_new = any(notice.read_at is None for notice in shown)
    context = {"page": page, "rows": rows, "any_new": any_new}
    return render(request, "notices/list.html", context)


@login_required
@require_safe
def follow(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a notice as read and redirect to its page."""
    user = person_of(request)
    notice = get_object_or_404(user.notices, pk=pk)
    notices.mark_read(user=user, key=notice.key)
    return redirect(notice.link or "notices:list")


@login_required
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark all notices as read."""
    notices.mark_read(user=person_of(request))
    return redirect("notices:list")


@csrf_exempt  # mail programs post it, too (RFC 8058), and the token authorizes it
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to end the mails of that kind, and end them on POST."""
    grant = unsubscribing.read(token)
    if grant is None:
        return render(request, "notices/off.html", {"what": ""}, status=404)
    _user, event = grant
    if request.method == "POST":
        unsubscribing.end(token)
    context = {"what": unsubscribing.name_of(event), "done": request.method == "POST"}
    return render(request, "notices/off.html", context)


@dataclass(frozen=True)
class Line:
    """An event in a delivery's history; `at` None: no particular time."""

    text: str
    at: datetime | None = None


@dataclass(frozen=True)
class History:
    """The history of a delivery."""

    channel: str
    lines: list[Line]
    failed: bool


def history(delivery: Delivery) -> History:
    """Return the history of a delivery, oldest first, in the active language."""
    lines = [Line(_("queued"), delivery.queued_at)]
    if delivery.sent_at is not None and delivery.state != State.DROPPED:
        lines.append(Line(_("sent"), delivery.sent_at))
    lines += _end(delivery)
    channel = str(NAMES.get(delivery.channel, delivery.channel))
    return History(channel, lines, delivery.state == State.FAILED)


def _end(delivery: Delivery) -> list[Line]:
    why = _(delivery.said) if delivery.said else ""
    if delivery.state == State.ACCEPTED:
        by_mail = delivery.channel in NAMES
        text = _("accepted by the mail server") if by_mail else _("accepted")
        return [Line(text, delivery.settled_at)]
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
