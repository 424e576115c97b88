"""Fixtures that install a ruleset of the tests for one test; a conftest imports those it needs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from games.plugin import Format, InvalidOptions, line, msg, registry
from tests.rulesets.climb import Climb
from tests.rulesets.endless import Endless
from tests.rulesets.ordered import OrderedRace
from tests.rulesets.race import Race
from tests.rulesets.siege import Siege


@contextmanager
def installed(game: Any) -> Iterator[str]:
    """The ruleset's slug, under which it is installed meanwhile."""
    registry.register(game)
    try:
        yield game.meta.slug
    finally:
        registry.unregister(game.meta.slug)


class Picky(Race):
    """The race, with an option that doesn't go with every number of seats."""

    meta = msgspec.structs.replace(Race.meta, slug="picky-race")

    def format(self, options: Any, seats: int) -> Format:
        if options.sides == 5 and seats != 4:
            raise InvalidOptions("sides", line(msg("Five sides need {n} seats."), n=4))
        return super().format(options, seats)


@pytest.fixture
def race() -> Iterator[str]:
    """A ruleset with an end."""
    with installed(Race()) as slug:
        yield slug


@pytest.fixture
def endless() -> Iterator[str]:
    """A ruleset with steps that can be taken back."""
    with installed(Endless()) as slug:
        yield slug


@pytest.fixture
def picky() -> Iterator[str]:
    """A ruleset with options that don't go together."""
    with installed(Picky()) as slug:
        yield slug


@pytest.fixture
def siege() -> Iterator[str]:
    """A ruleset with parts to be played."""
    with installed(Siege()) as slug:
        yield slug


@pytest.fixture
def ordered() -> Iterator[str]:
    """A ruleset with standing orders, and with an end."""
    with installed(OrderedRace()) as slug:
        yield slug


@pytest.fixture
def climb() -> Iterator[str]:
    """A ruleset for one person, whose runs are ranked."""
    with installed(Climb()) as slug:
        yield slug
