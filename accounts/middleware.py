"""Middleware about the person who reads."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import sanctions
from accounts.zones import in_zone_of


class ReaderTimeZoneMiddleware:
    """Shows times in the reader's own zone; UTC where they named none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with in_zone_of(request.user):
            return self.get_response(request)


class BanMiddleware:
    """Answers 403 with the reason and the end to whoever is banned; they may only log out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            sanctions.refuse_banned(request.user)
        except sanctions.Banned as banned:
            if request.path != reverse("account_logout"):
                return banned_answer(request, banned)
        return self.get_response(request)


def banned_answer(request: HttpRequest, banned: sanctions.Banned) -> HttpResponse:
    """What a banned person gets: typed for the API and as a page for people."""
    if request.path.startswith("/api/"):
        return JsonResponse(banned.as_data(), status=banned.status)
    # `banned`: without the site's socket, which would be closed and have the page loaded anew.
    page = {
        "title": _("You are banned"),
        "text": banned.reason,
        "until": banned.ends_at,
        "banned": True,
    }
    with in_zone_of(banned.user):
        return render(request, "error.html", page, status=banned.status)
