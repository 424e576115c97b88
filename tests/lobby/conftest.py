"""People, and rulesets with options and parts."""

import pytest

from accounts.models import User
from tests.games.matches.conftest import begin, person
from tests.rulesets.fixtures import climb, endless, picky, race, siege

__all__ = ["begin", "climb", "endless", "person", "picky", "race", "siege"]


@pytest.fixture
def amber(db: None) -> User:
    return User.objects.create_user("amber")


@pytest.fixture
def birch(db: None) -> User:
    return User.objects.create_user("birch")


@pytest.fixture
def cedar(db: None) -> User:
    return User.objects.create_user("cedar")


@pytest.fixture
def dune(db: None) -> User:
    return User.objects.create_user("dune")
