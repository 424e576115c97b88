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


@never_cache  # the reader may log out
@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the conversation's newest lines, or a page of older ones."""
    room = room_of(key, request.user)
    before = selectors.id_of(request.GET.get("before", ""))
    lines = selectors.lines(room, request.user, before=before)
    context = {
        "room": room_data.room_shown(room, request.user),
        "here": request.path,
        "lines": lines,
        "older": lines[0].id if len(lines) == selectors.SHOWN else None,
        "is_newest": before is None,
    }
    return render(request, "chat/page.html", context)


@require_POST
def say(request: HttpRequest, key: str) -> HttpResponse:
    """Write a message by plain form; a refusal becomes a message on the page."""
    room = room_of(key, request.user)
    words = {name: request.POST.get(name, "") for name in ("text", "phrase")}
    try:
        services.say(user=request.user, key=key, **words)
    except (NotFound, NotLoggedIn):
        raise
    except Refusal as refusal:
        messages.error(request, refusal.detail)  # which has the focus, unless a fragment takes it
        return redirect(f"{back(request, room.link)}?chat=open")
    anchor = key.replace(":", "-")
    return redirect(f"{back(request, room.link)}?chat=open#chat-{anchor}")
