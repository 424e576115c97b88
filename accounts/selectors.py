"""Reading accounts."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Token, User
from accounts.services import digest_of
from toolbox.errors import NotFound


def person_of(request: HttpRequest) -> User:
    """Return the logged-in person, in a view that only logged-in people reach."""
    assert isinstance(request.user, User)
    return request.user


def visible_person(username: str, hidden: Collection[int]) -> User:
    """Return the person with that user name. Raises NotFound for closed or `hidden` people.

    `hidden`: the result of `accounts.blocks.hidden_from` for the viewer.
    """
    person = User.objects.filter(username=username, is_active=True).first()
    if person is None or person.pk in hidden:
        raise NotFound(_("There is nobody with that name."))
    return person


def user_of_token(key: str) -> User | None:
    """Return the active user of this API key, with `by_token` set."""
    token = Token.objects.select_related("user").filter(digest=digest_of(key)).first()
    if token is None or not token.user.is_active:
        return None
    token.user.by_token = True
    return token.user


def is_program(user: Any) -> bool:
    """Whether the request came with one of the user's API keys."""
    return bool(user.is_authenticated and user.by_token)


def welcome(user: str = "", now: datetime | None = None) -> Q:
    """People who are neither banned nor closed; `user` is the lookup's prefix."""
    free, over = f"{user}banned_until", f"{user}banned_until__lte"
    return (Q(**{free: None}) | Q(**{over: now or timezone.now()})) & Q(
        **{f"{user}is_active": True}
    )
