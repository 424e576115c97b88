"""What a seat can do besides moving, by plain form."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import limits
from accounts.errors import NotFound, NotLoggedIn, Refusal
from games.matches.errors import too_fast
from games.matches.page import shared_html
from games.matches.page.forms import read_control
from games.matches.play import services


@require_POST
def control(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back and the like: redirects to the match, a refusal becomes a message there."""
    try:
        if not limits.may_act(request.user):
            raise too_fast()
        name, said = read_control(request.POST)
        service: Any = services.CONTROLS[name]
        service(public_id=public_id, user=request.user, **said)
    except (NotFound, NotLoggedIn):
        raise
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    return redirect(shared_html.address_after(public_id, request.user))
