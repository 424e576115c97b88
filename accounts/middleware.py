"""Middleware for time zones, bans and guests."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _

from accounts import appeals, sanctions
from accounts.guests import arrival
from accounts.guests.gate import Members, NotForGuests, is_guest
from accounts.models import Appeal
from accounts.moderation.forms import AppealForm
from toolbox.return_address import back
from toolbox.zones import in_zone_of


class ReaderTimeZoneMiddleware:
    """Shows times in the reader's own zone, or UTC if they chose none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with in_zone_of(request.user):
            return self.get_response(request)


class BanMiddleware:
    """Answers 403 with the reason and the end to a banned person.

    Pages in `OPEN_TO_BANNED` stay open: to appeal, and to take their data and leave.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            sanctions.refuse_banned(request.user)
        except sanctions.Banned as banned:
            request.banned = True  # type: ignore[attr-defined]  # for templates
            if not _is_open_to_banned(request):
                return banned_answer(request, banned)
        return self.get_response(request)


def _is_open_to_banned(request: HttpRequest) -> bool:
    try:
        return resolve(request.path_info).view_name in settings.OPEN_TO_BANNED
    except Resolver404:
        return False


class GuestMiddleware:
    """Stores guests' visits and keeps guests from pages that need an account.

    Guests may sign up and log in, other logged-in people may not. allauth's pages about email
    addresses and passwords are refused to guests, who have neither.
    """

    ENTRANCES = frozenset({"account_login", "account_signup"})
    PAGES_OF_ACCOUNTS = frozenset(
        f"account_{name}" for name in ("change_password", "email", "reauthenticate", "set_password")
    )

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        arrival.note_visit(request)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        name = request.resolver_match.url_name if request.resolver_match else None
        guest = is_guest(request.user)
        if guest and name in self.PAGES_OF_ACCOUNTS:
            return not_for_guests(request, NotForGuests(Members.ACCOUNT))
        if guest and name == "account_confirm_email":
            request.user = AnonymousUser()  # else allauth logs out everyone but the link's owner
        if name in self.ENTRANCES and request.user.is_authenticated and not guest:
            return redirect(back(request, reverse(settings.LOGIN_REDIRECT_URL)))
        return None


def takes_json(request: HttpRequest) -> bool:
    """Whether the client takes JSON: the API's callers and scripts of our pages."""
    by_script = "HX-Request" in request.headers or not request.accepts("text/html")
    return request.path_info.startswith("/api/") or by_script


def not_for_guests(request: HttpRequest, refusal: NotForGuests) -> HttpResponse:
    """Answer a guest with the reason and the way to an account instead of a page."""
    if takes_json(request):
        return JsonResponse(refusal.as_data(), status=refusal.status)
    page = {"title": _("For people with an account"), "text": refusal.detail, "for_guest": True}
    return render(request, "error.html", page, status=refusal.status)


def banned_answer(
    request: HttpRequest,
    banned: sanctions.Banned,
    *,
    form: Form | None = None,
    status: int = sanctions.Banned.status,
) -> HttpResponse:
    """Answer a banned person: programs with a typed refusal, people with a page for an appeal.

    `form`: their appeal, as far as it is filled in.
    """
    if takes_json(request):
        return JsonResponse(banned.as_data(), status=banned.status)
    last = appeals.newest(banned.user)
    waits = last is not None and last.status == Appeal.Status.OPEN
    next_at = appeals.next_at(last)
    page = {
        "reason": banned.reason,
        "until": banned.ends_at,
        "appeal": last,
        "next_at": next_at,
        "form": None if waits or next_at else form or AppealForm(),
    }
    with in_zone_of(banned.user):
        return render(request, "moderation/banned.html", page, status=status)
