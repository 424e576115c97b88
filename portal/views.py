"""Health checks and error pages."""

import os
import socket
import sys
from typing import Any

from django.conf import settings
from django.core import exceptions
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from portal import doctor_token, health
from portal.addresses import came_from_here, forwarded
from portal.refusals import answer
from toolbox import database_errors, request_json
from toolbox.errors import Forbidden, NotFound, Refusal, TooMany

LIMITS_SECONDS = 60  # the longest period of a limit in ACCOUNT_RATE_LIMITS


@csrf_exempt  # so that a form sent here gets 405 instead of a complaint about its token
@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answers "ok" while this process is alive."""
    return HttpResponse("ok", content_type="text/plain")


@csrf_exempt
@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether everything that play needs is there, with findings for operators."""
    report = health.report()
    health.log_changes(report)
    answer: dict[str, object] = {"ready": report.ready}
    if _may_see_findings(request):
        answer["checks"] = report.as_data()
    return JsonResponse(answer, status=200 if report.ready else 503)


@csrf_exempt
@require_safe
@never_cache
def doctor(request: HttpRequest) -> HttpResponse:
    """What this process saw of a request of `manage.py doctor`; no page for anybody else."""
    if not doctor_token.is_right(request.headers.get("Authorization", "")):
        raise Http404
    return JsonResponse(
        {
            "address": request.META.get("REMOTE_ADDR", ""),
            "forwarded": forwarded(request),
            "scheme": request.scheme,
            "host": request.META.get("HTTP_HOST", ""),
            "process": f"{socket.gethostname()}:{os.getpid()}",
        }
    )


def _may_see_findings(request: HttpRequest) -> bool:
    """Whether the request has the token, or comes from this machine without a proxy."""
    return has_token(request, settings.READYZ_TOKEN) or came_from_here(request)


def has_token(request: HttpRequest, token: str) -> bool:
    """Whether the request sends that token; "": no token is right."""
    given = request.headers.get("Authorization", "")
    return bool(token) and constant_time_compare(given, f"Bearer {token}")


@csrf_exempt
def no_such_call(request: HttpRequest) -> HttpResponse:
    """A typed answer for unknown addresses below /api/."""
    return answer(request, NotFound(_("There is no such call.")))


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    if isinstance(exception, exceptions.TooManyFieldsSent | exceptions.TooManyFilesSent):
        text = _("This form has more fields than the portal reads. Go back and reload the page.")
        return answer(request, Refusal(text, code="too_large", status=413))
    if isinstance(exception, exceptions.RequestDataTooBig):
        return answer(request, request_json.too_large())
    if isinstance(exception, exceptions.DisallowedHost):
        title = _("This portal doesn’t know that address")
        text = _("Please use another address of it. If you run it, its log says what to set.")
    else:
        title = _("We couldn’t understand that request")
        text = _("Your browser sent something we can’t read. Go back and reload the page.")
    return answer(request, Refusal(text), title=title)


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    text = _("You may not see or do this. You may have to log in as someone else.")
    return answer(request, Forbidden(text))


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    text = _("This page doesn’t exist, or you may not see it.")
    if not request.user.is_authenticated:
        text = _("This page doesn’t exist, or you may not see it. You may have to log in.")
    return answer(request, NotFound(text))


def too_many(request: HttpRequest) -> HttpResponse:
    """Answers log-ins, sign-ups and mails beyond django-allauth's limits, which are per minute."""
    text = _("Too many tries in a short time. Please wait a minute and try again.")
    return answer(request, TooMany(text, wait=LIMITS_SECONDS))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answers unexpected errors. Django calls this while it handles the error."""
    refusal = database_errors.refusal_of(sys.exc_info()[1])  # of reading a session, for example
    if refusal is None:
        text = _("It’s our fault. Please try again; if it happens again, tell who runs the portal.")
        refusal = Refusal(text, code="internal", status=500)
    try:
        return answer(request, refusal, template="unavailable.html")
    except Exception:  # no page can be rendered, for example without collected static files
        return HttpResponse(refusal.detail, status=500, content_type="text/plain")
