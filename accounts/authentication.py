"""Log-in by name or email address and password, or by an API key."""

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
    """Logs in by username or email address, in any case.

    Each attempt costs one hash, even for unknown names, inactive accounts and accounts without a
    password, so the time of a refusal reveals nothing. If several accounts share an address, the
    confirmed one counts, else the oldest.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser:
        """Raises PermissionDenied if the log-in fails."""
        account = _account_tried(request, credentials)
        name = {"username": account.username} if account else {}
        user: AbstractBaseUser | None = super().authenticate(
            request, password=credentials.get("password"), **name
        )
        if user is None:
            raise PermissionDenied  # or the next backend would hash the password again
        return user


RECORDED_LENGTH = 255


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    """Return the name by which failed log-ins are counted (setting AXES_USERNAME_CALLABLE).

    All spellings of an account's name and email address count as its username. An unknown name
    counts in lower case, cut to the length of the column.
    """
    tried = credentials or {}
    account = _account_tried(request, tried)
    name = account.username if account else next(filter(None, _typed(tried)), "").casefold()
    return name[:RECORDED_LENGTH] or None


def _account_tried(request: HttpRequest | None, credentials: Mapping[str, Any]) -> User | None:
    """Return the account that a log-in means. Queries the database once per request."""
    accounts: dict[tuple[str, str], User | None]
    accounts = {} if request is None else vars(request).setdefault("accounts_tried", {})
    typed = _typed(credentials)
    if typed not in accounts:
        accounts[typed] = _meant_by(*typed)
    return accounts[typed]


def _typed(credentials: Mapping[str, Any]) -> tuple[str, str]:
    username, email = (
        str(credentials.get(field) or "").replace("\0", "") for field in ("username", "email")
    )
    return username, email


def _meant_by(username: str, email: str) -> User | None:
    """Return the account with this name or address; `username` may also be an email address.

    No name or address is longer than `RECORDED_LENGTH`: SQLite refuses to look for longer ones.
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
    """The log-in cookie. Raises Refusal: 403 `csrf` for a change without a CSRF token."""

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
    """An API key in the header. Answers 401 to an unknown key, 403 to a banned person."""

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
