"""Calls about clubs. Their tables are those of `GET /api/tables/?club=`."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, Literal

import msgspec
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.people import person
from accounts.models import User
from accounts.services import digest_of
from lobby.api.shapes import Nothing
from lobby.clubs import selectors, services
from lobby.models import Club, Membership
from toolbox import links
from toolbox.api.documentation import PageQuery, call, page_of, shape
from toolbox.api.pagination import one_page
from toolbox.request_json import shaped

Role = Literal["owner", "organizer", "member"]


class ClubQuery(msgspec.Struct):
    """`name`: the beginning of the club's name, in any case."""

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


class ClubWords(msgspec.Struct, forbid_unknown_fields=True):
    """A new club. `open`: anyone may join, else only by an invitation link."""

    name: str
    description: str = ""
    open: bool = True


class ChangedWords(msgspec.Struct, forbid_unknown_fields=True):
    """The words of a club that change; the others stay."""

    name: str | msgspec.UnsetType = msgspec.UNSET
    description: str | msgspec.UnsetType = msgspec.UNSET
    open: bool | msgspec.UnsetType = msgspec.UNSET


class ClubLink(msgspec.Struct):
    """A club's new invitation, which is shown only this once, and the address of its link."""

    invitation: str
    address: str


class NamedMember(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody's user name."""

    member: str = msgspec.field(name="username")


class NewRole(msgspec.Struct, forbid_unknown_fields=True):
    """Another member's user name and role; "owner" hands the club over to them."""

    member: str = msgspec.field(name="username")
    role: Role


class ClubsView(APIView):
    throttle_scope = "clubs"

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

    @call(
        "found_club",
        tag="clubs",
        body=ClubWords,
        answer=shape(ClubShown),
        status=201,
        refuses=[401, 403, 409],
    )
    def post(self, request: Request) -> Response:
        """Found a club and own it."""
        user, words = person(request), shaped(request.data, ClubWords)
        club = services.found(user=user, **msgspec.structs.asdict(words))
        return Response(_shown_to(user, club.public_id), status=201)


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
        """The people in a club, the owner first, without people whom a block hides."""
        members = selectors.members_of(selectors.club_for(public_id), request.user)
        return one_page(request, members, _member_shown)


def _changing(
    operation: str,
    description: str,
    service: Callable[..., Any],
    takes: Any = Nothing,
    answers: Any = ClubShown,
) -> type[APIView]:
    """The view of a service that changes a club; the fields of `takes` are its arguments.

    Its result is the answer, unless the answer is the club.
    """
    refuses = [401, 403, 404, 409]
    described = call(operation, tag="clubs", body=takes, answer=shape(answers), refuses=refuses)

    def post(self: APIView, request: Request, public_id: str) -> Response:
        club, user = selectors.club_for(public_id), person(request)
        sent = msgspec.structs.asdict(shaped(request.data, takes))
        result = service(club=club, user=user, **sent)
        return Response(_shown_to(user, public_id) if answers is ClubShown else result)

    post.__doc__ = description
    named = {"post": described(post), "throttle_scope": "clubs"}
    return type(f"{operation}_view", (APIView,), named)


def _join(*, invitation: str, **club_and_user: Any) -> None:
    services.join(digest=digest_of(invitation), **club_and_user)


def _edit(*, club: Club, user: User, **sent: Any) -> None:
    words = {k: getattr(club, k) if v is msgspec.UNSET else v for k, v in sent.items()}
    services.edit(club=club, user=user, **words)


def _new_link(*, club: Club, user: User) -> ClubLink:
    secret = services.new_link(club=club, user=user)
    return ClubLink(secret, links.absolute(reverse("lobby:club-invitation", args=[secret])))


def _close(*, club: Club, user: User) -> Nothing:
    services.close(club=club, user=user)
    return Nothing()


CHANGES = {
    "join": _changing(
        "join_club", "Become a member. Joining again changes nothing.", _join, Invited
    ),
    "leave": _changing("leave_club", "Leave. Seats at the club's tables stay.", services.leave),
    "role": _changing(
        "set_role", "Give a member another role; owner only.", services.set_role, NewRole
    ),
    "remove": _changing(
        "remove_member",
        "Remove somebody of a lower role; organizers only.",
        services.remove,
        NamedMember,
    ),
    "ban": _changing(
        "ban_from_club",
        "Remove somebody of a lower role, or somebody who has left, for good; organizers only.",
        partial(services.remove, ban=True),
        NamedMember,
    ),
    "unban": _changing(
        "unban_from_club",
        "Let somebody join again; organizers only.",
        services.unban,
        NamedMember,
    ),
    "edit": _changing(
        "edit_club", "Change the club's words; organizers only.", _edit, ChangedWords
    ),
    "link": _changing(
        "new_invitation_link",
        "Make a new invitation link, which replaces the old one; organizers only.",
        _new_link,
        answers=ClubLink,
    ),
    "withdraw-link": _changing(
        "withdraw_invitation_link",
        "Void the invitation link; organizers only.",
        services.withdraw_link,
    ),
    "close": _changing(
        "close_club", "Close the club for good; owner only.", _close, answers=Nothing
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
