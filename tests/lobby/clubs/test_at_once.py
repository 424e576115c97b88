"""Changes of one club at the same moment, on the database itself."""

from functools import partial
from typing import Any

import pytest

from accounts.models import User
from lobby.clubs import services
from lobby.people import account_closure
from tests.lobby.clubs.conftest import roles_in
from tests.support.also import also
from tests.support.at_once import all_at_once


@pytest.mark.parametrize("n", [0, 1, 2, *also(*range(3, 12))])
def test_an_owner_and_the_heir_close_their_accounts_at_once(transactional_db, settings, n):
    """Neither waits for the other for ever, and the club has an owner."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    people: list[Any] = [User.objects.create_user(name) for name in ("amber", "birch", "cedar")]
    club = services.found(user=people[0], name="Round Table")
    for user in people[1:]:
        services.join(club=club, user=user)
    all_at_once(*[partial(account_closure.close_account, user=user) for user in people[:2]])
    assert roles_in(club) == {"cedar": "owner"}
