"""Registering and logging in."""

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import services
from toolbox.api.documentation import call, shape
from toolbox.request_json import shaped


class NewAccount(msgspec.Struct, forbid_unknown_fields=True):
    """A new account. The email address is only for a forgotten password."""

    username: str
    password: str
    email: str | None = None


class Account(msgspec.Struct):
    """A fresh account. The token is shown only this once."""

    id: int
    username: str
    token: str


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    username: str
    password: str


class IssuedToken(msgspec.Struct):
    """A key for the header `Authorization: Token …`. It is shown only this once."""

    token: str


class _Open(APIView):
    """A call for people who can't have logged in yet."""

    authentication_classes = ()
    permission_classes = ()


class AccountsView(_Open):
    throttle_scope = "sign-up"

    @call("register", tag="accounts", body=NewAccount, answer=shape(Account), status=201)
    def post(self, request: Request) -> Response:
        """Register and get a token."""
        wanted = shaped(request.data, NewAccount)
        user = services.register(
            username=wanted.username, password=wanted.password, email=wanted.email or ""
        )
        return Response(
            Account(user.pk, user.username, services.issue_token(user=user)), status=201
        )


class TokenView(_Open):
    throttle_scope = "log-in"

    @call("log_in", tag="accounts", body=Credentials, answer=shape(IssuedToken), refuses=[401])
    def post(self, request: Request) -> Response:
        """Get a new token for an account; older ones stay valid."""
        given = shaped(request.data, Credentials)
        user = services.log_in(
            request=request._request, username=given.username, password=given.password
        )
        return Response(IssuedToken(services.issue_token(user=user)))
