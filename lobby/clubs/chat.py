"""The chat `club:<public id>` of a club's members (a module of CHAT_ROOMS, `accounts.talk.rooms`).

Moderators keep access after the club closes.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.talk.rooms import Room
from lobby.models import Club, Membership
from toolbox.errors import NotFound


def key(club: Club) -> str:
    return f"club:{club.public_id}"


def room(name: str, user: Any) -> Room:
    """The chat of a club. Raises `NotFound` for anyone but its members."""
    own = None
    if user.is_authenticated:
        mine = Membership.objects.filter(club__public_id=name, user=user)
        own = mine.select_related("club").first()
    if own is None:
        raise NotFound(_("There is no such conversation."))
    return Room(
        key=key(own.club),
        title=_("Members’ chat"),
        link=own.club.get_absolute_url(),
        may_write=True,
        may_take_away=own.organizes,
        kept=_owners(own.club) if own.organizes else frozenset(),
    )


def _owners(club: Club) -> frozenset[int]:
    owner = club.memberships.filter(role=Membership.Role.OWNER)
    return frozenset(owner.values_list("user", flat=True))


def looked_into(name: str, at: datetime) -> str:
    """The path of the club's page; "" once it is closed."""
    club = Club.objects.filter(public_id=name).first()
    return club.get_absolute_url() if club else ""


def withheld(names: Iterable[str], user: Any) -> set[str]:
    """Always empty: moderators may judge what is said in their own clubs."""
    return set()
