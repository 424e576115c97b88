"""The pages of a person's settings."""

from collections.abc import Collection
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Case, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import follows, presence, services as accounts
from accounts.guests.gate import Members, refuse_guest
from accounts.models import Block, Follow, Mute, Token, User
from accounts.selectors import person_of
from accounts.settings import services
from accounts.settings.forms import SettingsForm
from toolbox.paging import LongPaginator


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """Show and change the shown name and the preferences."""
    form = SettingsForm(person_of(request), request.POST or None)
    if request.method == "POST" and form.is_valid() and form.save():
        messages.success(request, _("Your settings are saved."))
        return redirect("settings:own")
    return render(request, "people/settings.html", {"form": form, "tab": "own"})


@login_required
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Change one setting where it is used: the theme, a way to play, the time zone."""
    name, value = request.POST.get("name", ""), request.POST.get("value", "")
    services.keep(user=person_of(request), name=name, value=value)
    return HttpResponse(status=204)


@never_cache
@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show the email address, password and API keys."""
    return _account(request)


@never_cache
@login_required
@require_POST
def make_key(request: HttpRequest) -> HttpResponse:
    """Create an API key and show it in this response only."""
    return _account(request, key=accounts.issue_token(user=person_of(request)))


def _account(request: HttpRequest, *, key: str = "") -> HttpResponse:
    user = person_of(request)
    refuse_guest(user, Members.ACCOUNT)
    context = {"tab": "account", "address": address_of(user), "keys": keys_of(user), "key": key}
    return render(request, "people/account.html", context)


@login_required
@require_POST
def revoke_key(request: HttpRequest, pk: int) -> HttpResponse:
    if accounts.revoke_tokens(user=person_of(request), pk=pk):
        messages.success(request, _("The key no longer works."))
    return redirect("settings:account")


@login_required
@require_POST
def revoke_keys(request: HttpRequest) -> HttpResponse:
    accounts.revoke_tokens(user=person_of(request))
    messages.success(request, _("All your keys are revoked."))
    return redirect("settings:account")


@login_required
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """List the people whom the person follows, blocks or mutes."""
    user = person_of(request)
    lists = (follows_of(user, here := here_of(user)), blocked_by(user), muted_by(user))
    followed, blocked, muted = (LongPaginator(rows, SHOWN) for rows in lists)
    context = {
        "tab": "people",
        "here": here,
        "followed": followed.get_page(request.GET.get("followed")),
        "blocked": blocked.get_page(request.GET.get("blocked")),
        "muted": muted.get_page(request.GET.get("muted")),
    }
    return render(request, "people/people.html", context)


SHOWN = 50  # of each list


@dataclass(frozen=True)
class Keys:
    """The newest API keys, and the number of all."""

    newest: list[Token]
    count: int


def keys_of(user: User) -> Keys:
    keys = Token.objects.filter(user=user)
    return Keys(list(keys.order_by("-pk")[:SHOWN]), keys.count())


@dataclass(frozen=True)
class Address:
    """The confirmed email address and an unconfirmed one; "" for none."""

    confirmed: str
    waiting: str


def address_of(user: User) -> Address:
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    rows = dict(addresses.values_list("verified", "email"))
    return Address(rows.get(True, ""), rows.get(False, ""))


def here_of(user: User) -> set[int]:
    """Return the keys of people whom the user follows and who let others see that they are here."""
    return set(presence.visible(presence.everybody().keys() & follows.followed_ids(user)))


def follows_of(user: User, here: Collection[int]) -> QuerySet[Follow]:
    """Return the people whom the user follows: those who are here, then the newest first."""
    away = Case(When(followed__in=here, then=0), default=1)
    rows = Follow.objects.filter(follower=user).select_related("followed")
    return rows.order_by(away, "-pk")


def blocked_by(user: User) -> QuerySet[Block]:
    """Return the user's blocks, newest first."""
    return Block.objects.filter(blocker=user).select_related("blocked").order_by("-pk")


def muted_by(user: User) -> QuerySet[Mute]:
    """Return the user's mutes, newest first."""
    return Mute.objects.filter(by=user).select_related("muted").order_by("-pk")
