"""People with accounts from before, and their tries at the climb of the day."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine as machine

from accounts.models import User
from games.matches.models import Match
from games.plugin import registry
from lobby.daily import services
from tests.lobby.leaderboards.conftest import move

Trial = Callable[..., Match]
DAY = "2026-05-01"  # of `frozen`
END, OPEN = "2026-05-02T00:00:00Z", "2026-05-02T01:00:00Z"


def account(name: str) -> User:
    with machine.travel("2026-04-01T00:00:00Z", tick=False):
        return User.objects.create_user(name)


@pytest.fixture
def amber(db: None) -> User:
    return account("amber")


@pytest.fixture
def birch(db: None) -> User:
    return account("birch")


@pytest.fixture
def trial(climb: str, frozen: Any, django_capture_on_commit_callbacks: Any) -> Trial:
    """Makes tries: `trial(amber, "climb", "stop")` begins one and makes these moves."""

    def make(user: User, *types: str) -> Match:
        with django_capture_on_commit_callbacks(execute=True):
            begun = services.begin(user=user, game=registry.get(climb))
            return move(begun.match, user, *types)

    return make
