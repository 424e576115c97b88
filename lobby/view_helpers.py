"""Helpers that the lobby's views share."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import services as accounts
from accounts.selectors import person_of
from games.plugin import AnyGame, registry
from lobby.models import Table
from toolbox.errors import Refusal


def game_of(slug: str) -> AnyGame:
    """The installed ruleset with that slug. Raises Http404."""
    try:
        return registry.get(slug)
    except KeyError:
        raise Http404 from None


def check_password(request: HttpRequest) -> None:
    """Check the password sent by a logged-in person, even a banned one. Raises Refusal."""
    password = request.POST.get("password", "")
    name = person_of(request).username
    accounts.log_in(request=request, username=name, password=password, even_banned=True)


def refusal_text(refusal: Refusal) -> str:
    """The refusal as people read it: the complaints about fields, if there are any."""
    fields: dict[str, list[str]] = refusal.extra.get("fields", {})
    return " ".join(text for texts in fields.values() for text in texts) or refusal.detail


def to_match(table: Table) -> HttpResponse:
    """Redirect to the match that the table became."""
    assert table.match is not None
    return redirect("matches:match", table.match.public_id)
