"""What can be asked about accounts."""

from accounts.models import Token, User
from accounts.services import digest_of


def user_of_token(key: str) -> User | None:
    """The active user whose API key this is."""
    token = Token.objects.select_related("user").filter(digest=digest_of(key)).first()
    return token.user if token and token.user.is_active else None
