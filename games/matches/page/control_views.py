"""Moves and controls of a seat, sent by a form."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.middleware import is_program
from games.matches.errors import too_fast
from games.matches.page import shared_html
from games.matches.page.forms import read_control, read_move
from games.matches.play.actions import services
from toolbox import limits
from toolbox.errors import NotFound, NotLoggedIn, Refusal


@require_POST
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    def serve() -> list[services.Accepted]:
        move = read_move(request.POST)
        return services.submit_together(public_id=public_id, user=request.user, **move)

    return _served(request, public_id, serve)


@require_POST
def control(request: HttpRequest, public_id: str) -> HttpResponse:
    def serve() -> list[services.Accepted]:
        name, arguments = read_control(request.POST)
        service: Any = services.CONTROLS[name]
        return [service(public_id=public_id, user=request.user, **arguments)]

    return _served(request, public_id, serve)


def _served(
    request: HttpRequest, public_id: str, serve: Callable[[], list[services.Accepted]]
) -> HttpResponse:
    """Redirect to the match, with a message after a refusal.

    A script gets {"versions", "address"}: the new versions, and the address of the page to show.
    """
    try:
        if not limits.may_act(request.user):
            raise too_fast()
        made = serve()
    except (NotFound, NotLoggedIn):
        raise
    except Refusal as refusal:
        if is_program(request):
            raise
        messages.error(request, refusal.detail)
    else:
        if is_program(request):
            address = shared_html.address_after(public_id, request.user)
            versions = [accepted.version for accepted in made]
            return JsonResponse({"versions": versions, "address": address})
    return redirect(shared_html.address_after(public_id, request.user))
