"""Middleware about the person who reads."""

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
    """Shows times in the reader's own zone; UTC where they named none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with in_zone_of(request.user):
            return self.get_response(request)


class BanMiddleware:
    """Answers 403 with the reason and the end to a banned person.

    Only the pages in `OPEN_TO_BANNED` are theirs: to appeal, to take their data and leave.
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
    """Notes guests' visits; lets them, and nobody else who is logged in, sign up and log in.

    And answers for allauth's own pages about email addresses and passwords, which guests have not.
    """

    ENTRANCES = frozenset({"account_login", "account_signup"})
    PAGES_OF_ACCOUNTS = frozenset(
        {
            "account_change_password",
            "account_email",
            "account_reauthenticate",
            "account_set_password",
        }
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
            request.user = AnonymousUser()  # whose link it is: it would log out anyone else
        if name in self.ENTRANCES and request.user.is_authenticated and not guest:
            return redirect(back(request, reverse(settings.LOGIN_REDIRECT_URL)))
        return None


def is_program(request: HttpRequest) -> bool:
    """Whether JSON is understood: the API's callers, and scripts of our pages."""
    by_script = "HX-Request" in request.headers or not request.accepts("text/html")
    return request.path_info.startswith("/api/") or by_script


def not_for_guests(request: HttpRequest, refusal: NotForGuests) -> HttpResponse:
    """What a guest gets in place of a page: the reason, and the way to an account."""
    if is_program(request):
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
    """What a banned person gets: typed for programs, and for people a page to appeal on.

    `form`: their appeal, as far as it is filled in.
    """
    if is_program(request):
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
