"""The calendar of one's deadlines: its secret address is made, told once, and revoked."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lobby.hours import feed
from lobby.models import CalendarFeed
from lobby.view_helpers import person
from toolbox import links


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """Whether there is an address; a POST makes a new one, in this answer and never again."""
    user = person(request)
    address = ""
    if request.method == "POST":
        path = reverse("lobby:calendar", args=[feed.make(user)])
        address = links.absolute(path)
    made = CalendarFeed.objects.filter(user=user).first()
    shown = {"tab": "hours", "address": address, "made": made}
    return render(request, "people/calendar.html", shown)


@login_required
@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    """Void the address."""
    feed.revoke(person(request))
    return redirect("lobby:own-calendar")


@never_cache
@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The deadlines, for whoever has the address. It logs nobody in and changes nothing."""
    text = feed.calendar(key)
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")
