"""The pages of a person's notices."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import deliveries, delivery_log, notices, unsubscribing
from accounts.models import User
from toolbox.paging import LongPaginator

PAGE = 30


@login_required
@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """All notices, newest first, a page at a time."""
    user: Any = request.user
    page = LongPaginator(user.notices.all(), PAGE).get_page(request.GET.get("page"))
    told = list(page.object_list)
    sent = deliveries.of(told)
    rows = [
        {
            "notice": notice,
            "text": notices.sentence(notice),
            "deliveries": [delivery_log.told(delivery) for delivery in sent[notice.pk]],
        }
        for notice in told
    ]
    any_new = any(notice.read_at is None for notice in told)
    shown = {"page": page, "rows": rows, "any_new": any_new}
    return render(request, "notices/list.html", shown)


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
