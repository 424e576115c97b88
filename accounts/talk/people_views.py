"""Forms to mute, block and report people, which lead back to their page."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts import blocks, follows, reports
from accounts.models import Message, User
from accounts.selectors import person_of
from accounts.talk import rooms, selectors, services
from toolbox.errors import NotFound, Refusal
from toolbox.return_address import back

_DEEDS: dict[str, tuple[Callable[..., None], Any]] = {
    "mute": (services.mute, gettext_lazy("You won’t see what {name} says.")),
    "unmute": (services.unmute, gettext_lazy("You will see what {name} says again.")),
    "block": (blocks.block, gettext_lazy("You and {name} won’t meet anymore.")),
    "follow": (follows.follow, gettext_lazy("You follow {name}. Nobody else sees it.")),
    "unfollow": (follows.unfollow, gettext_lazy("You no longer follow {name}.")),
    "unblock": (blocks.unblock, gettext_lazy("You and {name} may meet again.")),
}


@login_required
@require_POST
def relate(request: HttpRequest) -> HttpResponse:
    """Do one of `_DEEDS` to the person whose username is the field's value.

    Scripts that update the page themselves ask for JSON.
    """
    deed = next((deed for deed in _DEEDS if deed in request.POST), None)
    if deed is None:
        raise Refusal(_("There is no such action."))
    other = User.objects.filter(username=request.POST[deed].replace("\0", "")).first()
    if other is None:
        raise NotFound(_("There is nobody with that name."))
    service, text = _DEEDS[deed]
    in_place = request.headers.get("accept") == "application/json"
    try:
        service(user=person_of(request), other=other)
    except NotFound:  # as for a name that nobody has
        raise
    except Refusal as refusal:
        if in_place:
            return JsonResponse(refusal.as_data(), status=refusal.status)
        messages.error(request, refusal.detail)
    else:
        text = text.format(name=other.name)
        if in_place:
            return JsonResponse({"said": text})
        messages.success(request, text)
    return redirect(back(request))


@login_required
@require_POST
def take_away(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide somebody's message, in a room that lets the reader do so."""
    message = get_object_or_404(Message.objects.select_related("conversation", "author"), pk=pk)
    try:
        services.take_away(user=person_of(request), message=message)
    except NotFound:
        raise
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    return redirect(back(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, username: str) -> HttpResponse:
    """Report a person to the moderators, with the message `?message=` if named."""
    about = get_object_or_404(User, username=username)
    message = _message(request, about)
    reason = request.POST.get("reason", "")
    if request.method == "POST":
        try:
            reports.report(by=person_of(request), about=about, reason=reason, message=message)
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect(back(request))
        except Refusal as refusal:
            messages.error(request, refusal.detail)
    context = {
        "about": about,
        "message": message,
        "next": back(request),
        "reason": reason,
        "longest": reports.LONGEST_REASON,
    }
    return render(request, "chat/report.html", context)


def _message(request: HttpRequest, about: User) -> Message | None:
    """Return the reported message. Raises `NotFound` if the reader can't read it."""
    text = request.GET.get("message", "")
    if not text:
        return None
    own = Message.objects.filter(author=about, hidden=False).select_related("conversation")
    pk = selectors.id_of(text)
    message = None if pk is None else own.filter(pk=pk).first()
    if message is None:
        raise NotFound(_("There is no such message."))
    rooms.room_of(message.conversation.key, request.user)
    return message
