"""What a page answers when a service says no."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.errors import Forbidden, NotFound, NotLoggedIn, Refusal


class RefusalPages:
    """Turns a `Refusal` that a page's view let through into a page with its status.

    The API has its own answer (accounts.api.errors), so none of its refusals come this far.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, refusal: Exception) -> HttpResponse | None:
        if isinstance(refusal, NotLoggedIn):
            back = request.get_full_path() if request.method == "GET" else "/"
            return redirect_to_login(back)
        if isinstance(refusal, Refusal):
            shown = {"title": _title(refusal), "text": refusal.detail}
            return render(request, "error.html", shown, status=refusal.status)
        return None


def _title(refusal: Refusal) -> str:
    if isinstance(refusal, NotFound):
        return _("Nothing here")
    if isinstance(refusal, Forbidden):
        return _("Not for you")
    return _("That didn't work")
