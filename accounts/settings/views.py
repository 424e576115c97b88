"""The pages of one's own settings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import services as accounts
from accounts.guests.gate import Members, refuse_guest
from accounts.models import User
from accounts.settings import selectors, services
from accounts.settings.forms import SettingsForm
from toolbox.paging import LongPaginator


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """The name shown and the preferences."""
    form = SettingsForm(_person(request), request.POST or None)
    if request.method == "POST" and form.is_valid() and form.save():
        messages.success(request, _("Your settings are saved."))
        return redirect("settings:own")
    return render(request, "people/settings.html", {"form": form, "tab": "own"})


@login_required
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """One setting, changed where it is used: the theme, how one plays, the zone of one's hours."""
    name, value = request.POST.get("name", ""), request.POST.get("value", "")
    services.keep(user=_person(request), name=name, value=value)
    return HttpResponse(status=204)


@never_cache
@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Email address, password and API keys."""
    return _account(request)


@never_cache
@login_required
@require_POST
def make_key(request: HttpRequest) -> HttpResponse:
    """A new API key, on the answer to this request and never again."""
    return _account(request, key=accounts.issue_token(user=_person(request)))


def _account(request: HttpRequest, *, key: str = "") -> HttpResponse:
    user = _person(request)
    refuse_guest(user, Members.ACCOUNT)
    shown = {
        "tab": "account",
        "address": selectors.address_of(user),
        "keys": selectors.keys_of(user),
        "key": key,
    }
    return render(request, "people/account.html", shown)


@login_required
@require_POST
def revoke_key(request: HttpRequest, pk: int) -> HttpResponse:
    if accounts.revoke_tokens(user=_person(request), pk=pk):
        messages.success(request, _("The key no longer works."))
    return redirect("settings:account")


@login_required
@require_POST
def revoke_keys(request: HttpRequest) -> HttpResponse:
    accounts.revoke_tokens(user=_person(request))
    messages.success(request, _("All your keys are revoked."))
    return redirect("settings:account")


@login_required
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Whom one has blocked or muted."""
    user = _person(request)
    blocked = LongPaginator(selectors.blocked_by(user), selectors.SHOWN)
    muted = LongPaginator(selectors.muted_by(user), selectors.SHOWN)
    shown = {
        "tab": "people",
        "blocked": blocked.get_page(request.GET.get("blocked")),
        "muted": muted.get_page(request.GET.get("muted")),
    }
    return render(request, "people/people.html", shown)
