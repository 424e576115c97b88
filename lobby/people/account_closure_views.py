"""The page on which one closes one's own account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.guests.gate import Members, refuse_guest
from games.matches.play.actions import leave
from lobby.people import account_closure
from lobby.view_helpers import check_password, person
from toolbox.errors import Refusal


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
