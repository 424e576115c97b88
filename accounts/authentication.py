"""Who somebody is: by name and password, or by an API key in `Authorization: Token …`."""

from collections.abc import Mapping
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.utils import filter_users_by_email, filter_users_by_username
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework import authentication, exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from accounts import sanctions
from accounts.models import User
from accounts.selectors import user_of_token
from toolbox.errors import Forbidden


class NameOrEmailBackend(AuthenticationBackend):  # type: ignore[misc]  # untyped
    """Logs in by username or email address, in any case. Each attempt costs one hash.

    So it does for names that nobody has, people without a password, and inactive accounts: how
    long a refusal takes says nothing. Of several accounts with an address that is the confirmed
    one, else the oldest.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser:
        """Raises PermissionDenied where the log-in fails."""
        meant = _account_tried(request, credentials)
        name = {"username": meant.username} if meant else {}
        found: AbstractBaseUser | None = super().authenticate(
            request, password=credentials.get("password"), **name
        )
        if found is None:
            raise PermissionDenied  # or the next backend would hash the password again
        return found


RECORDED_LENGTH = 255


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    """The name that failed log-ins are counted by (setting AXES_USERNAME_CALLABLE).

    All spellings of an account's name, and its email address, count as its username. A name that
    nobody has counts in lower case, cut to what the table can hold.
    """
    tried = credentials or {}
    meant = _account_tried(request, tried)
    name = meant.username if meant else next(filter(None, _typed(tried)), "").casefold()
    return name[:RECORDED_LENGTH] or None


def _account_tried(request: HttpRequest | None, credentials: Mapping[str, Any]) -> User | None:
    """Whose log-in that is. The database is asked once a request."""
    found: dict[tuple[str, str], User | None]
    found = {} if request is None else vars(request).setdefault("accounts_tried", {})
    typed = _typed(credentials)
    if typed not in found:
        found[typed] = _meant_by(*typed)
    return found[typed]


def _typed(credentials: Mapping[str, Any]) -> tuple[str, str]:
    username, email = (
        str(credentials.get(field) or "").replace("\0", "") for field in ("username", "email")
    )
    return username, email


def _meant_by(username: str, email: str) -> User | None:
    """Whose log-in that is; `username` may be an email address, too.

    No name and no address is longer than `RECORDED_LENGTH`: SQLite refuses to look for them.
    """
    if len(username) > RECORDED_LENGTH or len(email) > RECORDED_LENGTH:
        return None
    named = [
        user
        for user in (filter_users_by_username(username) if username else ())
        if user.username.lower() == username.lower()
    ]
    if not named and (email or username):
        named = filter_users_by_email(email or username, prefer_verified=True)
    return min(named, key=lambda user: user.pk, default=None)


class SessionAuthentication(authentication.SessionAuthentication):
    """The cookie of a log-in. Raises Refusal: 403 `csrf` for a change without the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            text = _(
                "With the cookie of a log-in, a change needs the CSRF token of one of its pages, "
                "in the header X-CSRFToken. Load a page anew for it, or use an API key."
            )
            raise Forbidden(text, code="csrf") from error


class TokenAuthentication(BaseAuthentication):
    """An API key in the header. Answers 401 to a key nobody has, 403 to a banned person."""

    keyword = b"token"

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != self.keyword:
            return None
        user = user_of_token(parts[1].decode("latin-1")) if len(parts) == 2 else None
        if user is None:
            raise exceptions.AuthenticationFailed(_("This token is not valid."))
        sanctions.refuse_banned(user)
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Token"
