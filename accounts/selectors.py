"""What can be asked about accounts."""

from typing import Any

from accounts.models import Token, User
from accounts.services import digest_of


def user_of_token(key: str) -> User | None:
    """The active user whose API key this is, marked as asking by it."""
    token = Token.objects.select_related("user").filter(digest=digest_of(key)).first()
    if token is None or not token.user.is_active:
        return None
    token.user.by_token = True
    return token.user


def is_program(user: Any) -> bool:
    """Whether a program asks, with a key of the user's."""
    return bool(user.is_authenticated and user.by_token)
