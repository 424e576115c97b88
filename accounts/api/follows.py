"""Calls about the people whom the caller follows. Nobody else learns of them."""

from collections.abc import Callable

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import blocks, follows
from accounts.api.people import person
from accounts.models import User
from accounts.selectors import visible_person
from toolbox.api.documentation import PageQuery, call, page_of, shape
from toolbox.api.pagination import one_page


class PersonShown(msgspec.Struct):
    """Somebody's name, and the user name that calls take."""

    name: str
    username: str


class FollowsView(APIView):
    @call(
        "list_follows",
        tag="people",
        query=[PageQuery],
        answer=page_of(PersonShown),
        refuses=[400, 401, 404],
    )
    def get(self, request: Request) -> Response:
        """The people whom you follow, the newest first."""
        rows = person(request).follows.select_related("followed").order_by("-pk")
        return one_page(request, rows, lambda row: _shown(row.followed))


def _changing(operation: str, description: str, service: Callable[..., None]) -> type[APIView]:
    described = call(
        operation, tag="people", answer=shape(PersonShown), refuses=[400, 401, 403, 404, 409]
    )

    def post(self: APIView, request: Request, username: str) -> Response:
        user = person(request)
        other = visible_person(username, blocks.hidden_from(user))
        service(user=user, other=other)
        return Response(_shown(other))

    post.__doc__ = description
    return type(f"{operation}_view", (APIView,), {"post": described(post)})


CHANGES = {
    "follow": _changing("follow", "Follow somebody; again changes nothing.", follows.follow),
    "unfollow": _changing("unfollow", "Stop following somebody.", follows.unfollow),
}


def _shown(user: User) -> PersonShown:
    return PersonShown(user.name, user.username)
