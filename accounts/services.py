"""What can be done with accounts."""

import hashlib
import secrets

from accounts.models import Token, User


def digest_of(key: str) -> str:
    """What is stored of an API key."""
    return hashlib.sha256(key.encode()).hexdigest()


def issue_token(*, user: User) -> str:
    """Make a new API key for the user and return it; nothing can show it again."""
    key = secrets.token_urlsafe(32)
    Token.objects.create(user=user, digest=digest_of(key))
    return key


def register(*, username: str, password: str, email: str = "") -> User:
    """Create an account from validated values. Raises IntegrityError if the name was just taken."""
    return User.objects.create_user(username=username, password=password, email=email)
