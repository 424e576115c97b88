"""The pages of a conversation."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.talk import room_data, selectors, services
from accounts.talk.rooms import room_of
from toolbox.errors import NotFound, NotLoggedIn, Refusal
from toolbox.return_address import back


@never_cache  # whose chat it is may log out
@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """All of a conversation, the newest lines first to be seen, older ones by pages."""
    room = room_of(key, request.user)
    text = request.GET.get("before", "")
    before = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
    found = selectors.lines(room, request.user, before=before)
    shown = {
        "room": room_data.room_shown(room, request.user),
        "here": request.path,
        "lines": found,
        "older": found[0].id if len(found) == selectors.SHOWN else None,
        "is_newest": before is None,
    }
    return render(request, "chat/page.html", shown)


@require_POST
def say(request: HttpRequest, key: str) -> HttpResponse:
    """Say something by plain form; a refusal becomes a message on the page it came from."""
    room = room_of(key, request.user)
    try:
        services.say(
            user=request.user,
            key=key,
            text=request.POST.get("text", ""),
            phrase=request.POST.get("phrase", ""),
        )
    except (NotFound, NotLoggedIn):
        raise
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    return redirect(f"{back(request, room.link)}?chat=open#{_anchor(key)}")


def _anchor(key: str) -> str:
    return "chat-" + key.replace(":", "-")
