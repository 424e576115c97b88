"""What one does about people: mute, block, report. Plain forms that lead back to their page."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts import blocks, reports
from accounts.models import Message, User
from accounts.talk import rooms, services
from toolbox.errors import NotFound, Refusal
from toolbox.return_address import back

_DEEDS: dict[str, tuple[Callable[..., None], Any]] = {
    "mute": (services.mute, gettext_lazy("You won’t see what {name} says.")),
    "unmute": (services.unmute, gettext_lazy("You will see what {name} says again.")),
    "block": (blocks.block, gettext_lazy("You and {name} won’t meet anymore.")),
    "unblock": (blocks.unblock, gettext_lazy("You and {name} may meet again.")),
}


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@login_required
@require_POST
def relate(request: HttpRequest) -> HttpResponse:
    """One of `mute`, `unmute`, `block`, `unblock`, whose value is the other's username.

    A script that changes its page itself asks for JSON.
    """
    deed = next((deed for deed in _DEEDS if deed in request.POST), None)
    if deed is None:
        raise Refusal(_("There is no such action."))
    other = get_object_or_404(User, username=request.POST[deed].replace("\0", ""))
    service, said = _DEEDS[deed]
    in_place = request.headers.get("accept") == "application/json"
    try:
        service(user=_person(request), other=other)
    except Refusal as refusal:
        if in_place:
            return JsonResponse(refusal.as_data(), status=refusal.status)
        messages.error(request, refusal.detail)
    else:
        if in_place:
            return JsonResponse({"said": said.format(name=other.name)})
        messages.success(request, said.format(name=other.name))
    return redirect(back(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, username: str) -> HttpResponse:
    """Tell the moderators about someone, and about `?message=` of theirs if it is named."""
    about = get_object_or_404(User, username=username)
    message = _message(request, about)
    if request.method == "POST":
        try:
            reports.report(
                by=_person(request),
                about=about,
                reason=request.POST.get("reason", ""),
                message=message,
            )
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect(back(request))
        except Refusal as refusal:
            messages.error(request, refusal.detail)
    shown = {
        "about": about,
        "message": message,
        "next": back(request),
        "reason": request.POST.get("reason", ""),
        "longest": reports.LONGEST_REASON,
    }
    return render(request, "chat/report.html", shown)


def _message(request: HttpRequest, about: User) -> Message | None:
    """The message the report is about. Raises `NotFound` for one that the reader can't read."""
    text = request.GET.get("message", "")
    if not text:
        return None
    found = Message.objects.filter(author=about, hidden=False).select_related("conversation")
    known = text.isascii() and text.isdigit() and len(text) < 19
    message = found.filter(pk=int(text)).first() if known else None
    if message is None:
        raise NotFound(_("There is no such message."))
    rooms.room_of(message.conversation.key, request.user)
    return message
