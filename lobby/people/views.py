"""The page of a person, and that on which one closes one's account."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.api import throttling
from accounts.guests.gate import Members, refuse_guest
from accounts.models import User
from games.matches.play.actions import leave
from games.matches.record.results import COUNTED
from lobby.people import account_closure, selectors
from lobby.tables import invitations
from lobby.tables import selectors as tables
from lobby.view_helpers import check_password, person
from toolbox.errors import Refusal

COST = 5  # of a profile: somebody's hundreds of matches are counted, see `take_read`


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """A person as the reader may see them; of a guest hardly anything. Raises NotFound."""
    guest = selectors.guest_for(username, request.user)
    if guest is not None:
        return _guest(request, guest)
    throttling.take_read(request, COST)
    found = selectors.profile_for(username, request.user)
    person = found.person
    shown: dict[str, Any] = {"profile": found, "person": person, "counted": COUNTED}
    if isinstance(request.user, User) and request.user != person:
        shown["tables"] = selectors.tables_to_invite_to(request.user)
        shown["muted"] = selectors.is_muted(person, by=request.user)
    return render(request, "people/profile.html", shown)


def _guest(request: HttpRequest, guest: User) -> HttpResponse:
    shown: dict[str, Any] = {"person": guest, "own": request.user == guest}
    if isinstance(request.user, User) and request.user != guest:
        shown["muted"] = selectors.is_muted(guest, by=request.user)
    return render(request, "people/guest.html", shown)


@login_required
@require_POST
def invite(request: HttpRequest, username: str) -> HttpResponse:
    """Ask the person to a table that one hosts."""
    assert isinstance(request.user, User)
    person = selectors.person_for(username, request.user)
    table = tables.table_for(request.POST.get("table", ""), request.user)
    try:
        invitations.invite(table=table, user=request.user, name=person.username)
    except Refusal as refusal:
        messages.error(request, refusal.detail)
        return redirect(person)
    messages.success(request, _("{name} is invited.").format(name=person.name))
    return redirect("lobby:table", table.public_id)


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close_account(request: HttpRequest) -> HttpResponse:
    """What it means, and the password once more; then it is done."""
    user = person(request)
    refuse_guest(user, Members.ACCOUNT)
    if request.method == "POST":
        try:
            check_password(request)
            account_closure.close_account(user=user)
        except Refusal as refusal:
            messages.error(request, refusal.detail)
            return redirect("lobby:close-account")
        logout(request)
        messages.success(request, _("Your account is closed. Thank you for the games."))
        return redirect("lobby:home")
    shown = {"tab": "account", "running": leave.seats_to_leave(user).count()}
    return render(request, "people/close.html", shown)
