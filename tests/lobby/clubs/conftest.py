"""A club: amber owns it, birch organizes, cedar is a member; dune isn't."""

from typing import Any

import pytest

from accounts.models import User
from lobby.clubs import services
from lobby.models import Club
from toolbox.errors import Refusal


@pytest.fixture
def club(amber: User, birch: User, cedar: User) -> Club:
    made = services.found(user=amber, name="Round Table", description="Sundays.")
    services.join(club=made, user=birch)
    services.join(club=made, user=cedar)
    services.set_role(club=made, user=amber, member="birch", role="organizer")
    return made


def roles_in(club: Club) -> dict[str, str]:
    """The members' roles by name, in order."""
    rows = club.memberships.select_related("user")
    return {one.user.username: one.get_role_display() for one in rows}


def refused(call: Any, **arguments: Any) -> str:
    """The code of a refusal that changes nothing."""
    before = (
        list(Club.objects.order_by("pk").values()),
        [(roles_in(club), set(club.banned.all())) for club in Club.objects.all()],
    )
    with pytest.raises(Refusal) as caught:
        call(**arguments)
    after = (
        list(Club.objects.order_by("pk").values()),
        [(roles_in(club), set(club.banned.all())) for club in Club.objects.all()],
    )
    assert before == after
    return caught.value.code
