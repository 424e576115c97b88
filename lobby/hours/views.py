"""The pages of a person's hours (nights, free weekdays, vacations) and calendar of deadlines."""

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import availability
from accounts.models import Availability, User
from accounts.selectors import person_of
from accounts.settings.hours import set_hours
from accounts.vacations import DAYS_A_YEAR, left_in
from games.matches.play.actions import away
from lobby.hours import feed
from lobby.hours.forms import HoursForm, VacationForm, stored
from lobby.models import CalendarFeed
from toolbox import links
from toolbox.errors import Refusal


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hours(request: HttpRequest) -> HttpResponse:
    """Show the person's hours; a POST sets nights and free weekdays."""
    user = person_of(request)
    if request.method != "POST":
        return _page(request, user)
    form = HoursForm(request.POST)
    if form.is_valid():
        try:
            set_hours(user=user, night=form.night, free_days=form.cleaned_data["free_days"])
        except Refusal as refusal:
            _refuse(form, refusal)
        else:
            messages.success(request, _("Your hours are saved. They apply from your next move on."))
            return redirect("lobby:hours")
    return _page(request, user, form=form)


@login_required
@require_POST
def go_away(request: HttpRequest) -> HttpResponse:
    """Enter a vacation."""
    user = person_of(request)
    form = VacationForm(request.POST)
    if form.is_valid():
        try:
            away.go_away(user=user, **form.cleaned_data)
        except Refusal as refusal:
            _refuse(form, refusal)
        else:
            messages.success(request, _("Your vacation is set. Have a good time!"))
            return redirect("lobby:hours")
    return _page(request, user, vacation=form)


@login_required
@require_POST
def come_back(request: HttpRequest) -> HttpResponse:
    """Cancel a vacation, or end the present one."""
    try:
        first = date.fromisoformat(request.POST.get("first", ""))
    except ValueError:
        return redirect("lobby:hours")
    away.come_back(user=person_of(request), first=first)
    return redirect("lobby:hours")


def _refuse(form: HoursForm | VacationForm, refusal: Refusal) -> None:
    for texts in refusal.extra.get("fields", {"": [refusal.detail]}).values():
        form.add_error(None, texts)


def _page(
    request: HttpRequest,
    user: User,
    form: HoursForm | None = None,
    vacation: VacationForm | None = None,
) -> HttpResponse:
    kept = Availability.objects.filter(user=user).first()
    vacations = availability.read_vacations(kept.vacations) if kept else []
    now = timezone.now()
    context = {
        "tab": "hours",
        "form": form or HoursForm(initial=stored(kept)),
        "vacation": vacation or VacationForm(),
        "zone": user.zone,
        "vacations": [one for one in vacations if one.ends > now],
        "days_left": left_in(now.year, vacations),
        "days": DAYS_A_YEAR,
    }
    return render(request, "people/hours.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """Show whether the person has a feed; a POST makes a new address and shows it only once."""
    user = person_of(request)
    address = ""
    if request.method == "POST":
        address = links.absolute(reverse("lobby:calendar", args=[feed.make(user)]))
    made = CalendarFeed.objects.filter(user=user).first()
    return render(
        request, "people/calendar.html", {"tab": "hours", "address": address, "made": made}
    )


@login_required
@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    """Void the address."""
    feed.revoke(person_of(request))
    return redirect("lobby:own-calendar")


@never_cache
@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The feed. Its address is the only key needed."""
    return HttpResponse(feed.calendar(key), content_type="text/calendar; charset=utf-8")
