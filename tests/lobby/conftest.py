"""People, and rulesets with options and parts."""

import pytest

from accounts.models import User
from tests.games.matches.conftest import begin, person
from tests.pages.conftest import _close_connections_of_threads
from tests.rulesets.fixtures import climb, endless, picky, race, siege

__all__ = ["_close_connections_of_threads", "begin", "climb", "endless", "person", "picky"]
__all__ += ["race", "siege"]


def known(name: str) -> User:
    """Somebody of that name, who may have been there since a module began."""
    return User.objects.filter(username=name).first() or User.objects.create_user(name)


@pytest.fixture
def amber(db: None) -> User:
    return known("amber")


@pytest.fixture
def birch(db: None) -> User:
    return known("birch")


@pytest.fixture
def cedar(db: None) -> User:
    return known("cedar")


@pytest.fixture
def dune(db: None) -> User:
    return known("dune")
