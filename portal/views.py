"""Health, and the pages for what went wrong."""

import sys
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts import storage
from portal import health
from portal.addresses import came_from_here
from portal.refusals import without_database

LIMITS_SECONDS = 60  # the longest time that a limit in ACCOUNT_RATE_LIMITS goes by


@csrf_exempt  # so that a form sent here hears that it can't be, not that its token is missing
@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answers "ok": this process is alive."""
    return HttpResponse("ok", content_type="text/plain")


@csrf_exempt
@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether everything that play needs is there; what was found only to those who run it."""
    report = health.report()
    answer: dict[str, object] = {"ready": report.ready}
    if _may_see_findings(request):
        answer["checks"] = report.as_data()
    return JsonResponse(answer, status=200 if report.ready else 503)


def _may_see_findings(request: HttpRequest) -> bool:
    """Those on this very machine, not by way of a proxy, and those who know the token."""
    expected = f"Bearer {settings.READYZ_TOKEN}"
    given = request.headers.get("Authorization", "")
    if settings.READYZ_TOKEN and constant_time_compare(given, expected):
        return True
    return came_from_here(request)


@csrf_exempt
def no_such_call(request: HttpRequest) -> HttpResponse:
    """A typed answer for addresses below /api/ that don't exist."""
    return JsonResponse({"code": "not_found", "detail": _("There is no such call.")}, status=404)


def _page(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        return JsonResponse({"code": f"http_{status}", "detail": text}, status=status)
    return render(request, "error.html", {"title": title, "text": text}, status=status)


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return _page(
        request,
        400,
        _("We couldn't understand that request"),
        _("Your browser sent something we can't read."),
    )


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return _page(request, 403, _("Not for you"), _("You may not see or do this."))


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return _page(
        request, 404, _("Nothing here"), _("This page doesn't exist, or you may not see it.")
    )


def too_many(request: HttpRequest) -> HttpResponse:
    """Log-ins, sign-ups and mails past django-allauth's limits, which all count by the minute."""
    answer = _page(
        request,
        429,
        _("Too fast"),
        _("Too many tries in a short time. Please wait a minute and try again."),
    )
    answer.headers["Retry-After"] = str(LIMITS_SECONDS)
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """What no view expected; Django calls this while it handles the error."""
    unavailable = storage.refusal_of(sys.exc_info()[1])  # a session that couldn't be read or kept
    if unavailable is not None:
        return without_database(request, unavailable)
    return _page(
        request, 500, _("Something went wrong"), _("It's our fault, and nothing you did was lost.")
    )
