"""Health, and the pages for what went wrong."""

import sys
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from accounts import storage
from portal.refusals import without_database


def healthz(request: HttpRequest) -> HttpResponse:
    """Answers "ok" when the database does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")


@csrf_exempt
def no_such_call(request: HttpRequest) -> HttpResponse:
    """A typed answer for addresses below /api/ that don't exist."""
    return JsonResponse({"code": "not_found", "detail": _("There is no such call.")}, status=404)


def _page(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse({"code": f"http_{status}", "detail": text}, status=status)
    return render(request, "error.html", {"title": title, "text": text}, status=status)


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return _page(
        request,
        400,
        _("That request made no sense"),
        _("Your browser sent something we can't read."),
    )


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return _page(request, 403, _("Not for you"), _("You may not see or do this."))


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    return _page(
        request, 404, _("Nothing here"), _("This page doesn't exist, or you may not see it.")
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """What no view expected; Django calls this while it handles the error."""
    unavailable = storage.refusal_of(sys.exc_info()[1])  # a session that couldn't be read or kept
    if unavailable is not None:
        return without_database(request, unavailable)
    return _page(
        request, 500, _("Something went wrong"), _("It's our fault, and nothing you did was lost.")
    )
