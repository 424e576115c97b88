"""What a page answers when a service says no."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import get_script_prefix
from django.utils.translation import gettext as _

from accounts import storage
from accounts.errors import Forbidden, NotFound, NotLoggedIn, NotYet, Refusal
from accounts.guests.gate import NotForGuests
from accounts.middleware import not_for_guests


class RefusalPages:
    """Turns a `Refusal` that a page's view let through into a page with its status.

    The API has its own answer (accounts.api.errors), so none of its refusals come this far.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        unavailable = storage.refusal_of(error)
        if unavailable is not None:
            return without_database(request, unavailable)
        refusal = error
        if isinstance(refusal, NotLoggedIn):
            back = request.get_full_path() if request.method == "GET" else get_script_prefix()
            return redirect_to_login(back)
        if isinstance(refusal, NotForGuests):
            return not_for_guests(request, refusal)
        if isinstance(refusal, Refusal):
            shown = {"title": _title(refusal), "text": refusal.detail}
            answer = render(request, "error.html", shown, status=refusal.status)
            return _with_headers(answer, refusal)
        return None


def without_database(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The answer of a portal whose database is busy or full: nothing in it asks that database."""
    if request.path_info.startswith("/api/"):
        answer: HttpResponse = JsonResponse(refusal.as_data(), status=refusal.status)
    else:
        shown = {"title": _title(refusal), "text": refusal.detail}
        answer = render(request, "unavailable.html", shown, status=refusal.status)
    return _with_headers(answer, refusal)


def _with_headers(answer: HttpResponse, refusal: Refusal) -> HttpResponse:
    for name, value in refusal.headers.items():
        answer.headers[name] = value
    return answer


def _title(refusal: Refusal) -> str:
    if isinstance(refusal, NotFound):
        return _("Nothing here")
    if isinstance(refusal, storage.Busy):
        return _("One moment, please")
    if isinstance(refusal, storage.Full):
        return _("The disk is full")
    if isinstance(refusal, NotYet):
        return _("Not yet")
    if isinstance(refusal, Forbidden):
        return _("Not for you")
    return _("That didn't work")
