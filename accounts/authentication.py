"""Logging in to the API with `Authorization: Token …`."""

from django.utils.translation import gettext as _
from rest_framework import authentication
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts import sanctions
from accounts.errors import Forbidden
from accounts.models import User
from accounts.selectors import user_of_token


class SessionAuthentication(authentication.SessionAuthentication):
    """The cookie of a log-in. Raises Refusal: 403 `csrf` for a change without the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
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
            raise AuthenticationFailed(_("This token is not valid."))
        sanctions.refuse_banned(user)
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Token"
