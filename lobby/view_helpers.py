"""What the lobby's views share: who asks for what, and what is answered."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import services as accounts
from accounts.models import User
from games.plugin import AnyGame, registry
from lobby.models import Table
from toolbox.errors import Refusal


def game_of(slug: str) -> AnyGame:
    """The installed ruleset with that slug. Raises Http404."""
    try:
        return registry.get(slug)
    except KeyError:
        raise Http404 from None


def person(request: HttpRequest) -> User:
    """Who asks, on pages for people who are logged in."""
    assert isinstance(request.user, User)
    return request.user


def check_password(request: HttpRequest) -> None:
    """Ask people who are logged in, banned or not, for it once more. Raises Refusal."""
    said = {"username": person(request).username, "password": request.POST.get("password", "")}
    accounts.log_in(request=request, **said, even_banned=True)


def said(refusal: Refusal) -> str:
    """What a person reads: the complaints about single fields, where there are any."""
    fields: dict[str, list[str]] = refusal.extra.get("fields", {})
    return " ".join(text for texts in fields.values() for text in texts) or refusal.detail


def to_match(table: Table) -> HttpResponse:
    """On to the match that the table became."""
    assert table.match is not None
    return redirect("matches:match", table.match.public_id)
