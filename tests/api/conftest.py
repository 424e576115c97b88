"""People, and games short enough to be played to the end."""

from collections.abc import Iterator

import pytest

from games.plugin import registry
from tests.api.caller import Caller, caller
from tests.rulesets.race import Race


@pytest.fixture
def amber(db: None) -> Caller:
    return caller("amber")


@pytest.fixture
def birch(db: None) -> Caller:
    return caller("birch")


@pytest.fixture
def cedar(db: None) -> Caller:
    return caller("cedar")


@pytest.fixture
def race() -> Iterator[str]:
    """A ruleset with an end, installed for one test."""
    registry.register(Race())
    yield Race.meta.slug
    registry.unregister(Race.meta.slug)
