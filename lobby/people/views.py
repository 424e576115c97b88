"""A person's profile, and the page to close an account."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import follows
from accounts.api import throttling
from accounts.guests.gate import Members, refuse_guest
from accounts.models import User
from accounts.selectors import person_of
from games.matches.play.actions import leave
from games.matches.record.results import COUNTED
from lobby import game_cards
from lobby.people import account_closure, comparison, selectors
from lobby.tables import invitations, selectors as tables
from lobby.view_helpers import check_password
from toolbox.errors import Refusal

COST = 5  # of a profile, which counts hundreds of matches; see `take_read`


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """A person as the reader may see them, or a guest's page, which says little."""
    context: dict[str, Any]
    guest = selectors.guest_for(username, request.user)
    if guest is not None:
        context, person = {"own": request.user == guest}, guest
    else:
        throttling.take_read(request, COST)
        shown = selectors.profile_for(username, request.user)
        context, person = {"profile": shown, "counted": COUNTED}, shown.person
    context["person"] = person
    if isinstance(request.user, User) and request.user != person:
        if guest is None:
            context["tables"] = selectors.tables_to_invite_to(request.user)
        context["muted"] = selectors.is_muted(person, by=request.user)
        context["following"] = follows.is_following(request.user, person)
    return render(request, "people/guest.html" if guest else "people/profile.html", context)


@require_safe
def compare(request: HttpRequest, username: str) -> HttpResponse:
    """The person beside `?with=`, or beside the reader."""
    throttling.take_read(request, 2 * COST)
    other = request.GET.get("with", "").strip().replace("\0", "")
    if not other and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    one, other = (username, other) if other else (person_of(request).username, username)
    compared = comparison.compare(one, other, request.user)
    people = compared.one, compared.other
    context = {"compared": compared, "people": people, "counted": COUNTED}
    return render(request, "people/compare.html", context)


@login_required
@require_safe
def challenge(request: HttpRequest, username: str) -> HttpResponse:
    """Choose the game to which the person is challenged."""
    (person,) = invitations.challenged([username], by=person_of(request))
    games = [game for game in game_cards.games() if not game.alone]
    return render(request, "people/challenge.html", {"person": person, "games": games})


@login_required
@require_POST
def invite(request: HttpRequest, username: str) -> HttpResponse:
    """Invite the person to a table that the user hosts."""
    assert isinstance(request.user, User)
    person = selectors.person_for(username, request.user)
    asked = request.POST.get("table", "").replace("\0", "")
    table = tables.table_for(asked, request.user)
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
    """The page that explains the closure and asks for the password; a POST closes the account."""
    user = person_of(request)
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
    context = {"tab": "account", "running": leave.seats_to_leave(user).count()}
    return render(request, "people/close.html", context)
