"""Calls about clubs. Their tables are those of `GET /api/tables/?club=`."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.people import person
from accounts.services import digest_of
from lobby.api.shapes import Nothing
from lobby.clubs import selectors, services
from lobby.models import Club, Membership
from toolbox.api.documentation import PageQuery, call, page_of, shape
from toolbox.api.pagination import one_page
from toolbox.request_json import shaped

Role = Literal["owner", "organizer", "member"]


class ClubQuery(msgspec.Struct):
    """`name`: its beginning, in any case."""

    name: str = ""


class ClubShown(msgspec.Struct):
    """A club. `open`: anyone may join, else only by an invitation link. `role`: yours, or null."""

    id: str
    name: str
    description: str
    open: bool
    members: int
    role: Role | None
    created_at: datetime


class MemberShown(msgspec.Struct):
    """A person in a club."""

    name: str
    username: str
    role: Role
    joined_at: datetime


class Invited(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of an invitation link, the last part of its address; open clubs need none."""

    invitation: str = ""


class NewRole(msgspec.Struct, forbid_unknown_fields=True):
    """Another member's user name and role; "owner" hands the club on to them."""

    username: str
    role: Role


class ClubsView(APIView):
    @call(
        "list_clubs",
        tag="clubs",
        query=[ClubQuery, PageQuery],
        answer=page_of(ClubShown),
        refuses=[400, 401, 404],
    )
    def get(self, request: Request) -> Response:
        """All clubs, by name."""
        name = shaped(request.query_params.dict(), ClubQuery, strict=False).name
        own = selectors.memberships_of(request.user)
        clubs = selectors.clubs(name.replace("\0", ""))
        return one_page(request, clubs, lambda club: _shown(club, own.get(club.pk)))


class ClubView(APIView):
    @call("show_club", tag="clubs", answer=shape(ClubShown), refuses=[401, 404])
    def get(self, request: Request, public_id: str) -> Response:
        """A club."""
        return Response(_shown_to(request.user, public_id))


class MembersView(APIView):
    @call(
        "list_members",
        tag="clubs",
        query=[PageQuery],
        answer=page_of(MemberShown),
        refuses=[400, 401, 404],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The people in a club, the owner first, without those a block hides."""
        members = selectors.members_of(selectors.club_for(public_id), request.user)
        return one_page(request, members, _member_shown)


def _changing(
    operation: str, description: str, change: Callable[..., Club], takes: Any = Nothing
) -> type[APIView]:
    """The view of a change, which gets the club, the caller and the body."""
    refuses = [401, 403, 404, 409]
    described = call(operation, tag="clubs", body=takes, answer=shape(ClubShown), refuses=refuses)

    def post(self: APIView, request: Request, public_id: str) -> Response:
        user, sent = person(request), shaped(request.data, takes)
        change(selectors.club_for(public_id), user, sent)
        return Response(_shown_to(user, public_id))

    post.__doc__ = description
    named = {"post": described(post), "throttle_scope": "clubs"}
    return type(f"{operation}_view", (APIView,), named)


CHANGES = {
    "join": _changing(
        "join_club",
        "Become a member. Joining again changes nothing.",
        lambda club, user, sent: services.join(
            club=club, user=user, digest=digest_of(sent.invitation)
        ),
        Invited,
    ),
    "leave": _changing(
        "leave_club",
        "Leave. Seats at the club's tables stay.",
        lambda club, user, sent: services.leave(club=club, user=user),
    ),
    "role": _changing(
        "set_role",
        "Give a member another role; owner only.",
        lambda club, user, sent: services.set_role(
            club=club, user=user, member=sent.username, role=sent.role
        ),
        NewRole,
    ),
}


def _shown_to(reader: Any, public_id: str) -> ClubShown:
    club = selectors.club_for(public_id)
    return _shown(club, selectors.membership_of(club, reader))


def _shown(club: Any, own: Membership | None) -> ClubShown:
    return ClubShown(
        id=club.public_id,
        name=club.name,
        description=club.description,
        open=club.open,
        members=club.members,
        role=_role(own) if own else None,
        created_at=club.created_at,
    )


def _member_shown(one: Membership) -> MemberShown:
    return MemberShown(one.user.name, one.user.username, _role(one), one.joined_at)


def _role(membership: Membership) -> Any:
    return Membership.Role(membership.role).name.lower()
