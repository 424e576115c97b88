"""Reading accounts."""

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Token, User
from accounts.services import digest_of


def person_of(request: HttpRequest) -> User:
    """Return the logged-in person, in a view that only they reach."""
    assert isinstance(request.user, User)
    return request.user


def user_of_token(key: str) -> User | None:
    """Return the active user of this API key, marked as using it."""
    token = Token.objects.select_related("user").filter(digest=digest_of(key)).first()
    if token is None or not token.user.is_active:
        return None
    token.user.by_token = True
    return token.user


def is_program(user: Any) -> bool:
    """Whether the user comes with an API key."""
    return bool(user.is_authenticated and user.by_token)


def welcome(user: str = "", now: datetime | None = None) -> Q:
    """People who are neither banned nor closed; `user` is the lookup's prefix."""
    free, over = f"{user}banned_until", f"{user}banned_until__lte"
    return (Q(**{free: None}) | Q(**{over: now or timezone.now()})) & Q(
        **{f"{user}is_active": True}
    )
