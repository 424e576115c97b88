"""Rulesets with options."""

from collections.abc import Iterator

import msgspec
import pytest

from games.plugin import Format, InvalidOptions, line, msg, registry
from tests.rulesets.race import Race


class Picky(Race):
    """The race, with an option that doesn't go with every number of seats."""

    meta = msgspec.structs.replace(Race.meta, slug="picky-race")

    def format(self, options, seats: int) -> Format:
        if options.sides == 5 and seats != 4:
            raise InvalidOptions("sides", line(msg("Five sides need {n} seats."), n=4))
        return super().format(options, seats)


@pytest.fixture
def race() -> Iterator[str]:
    registry.register(Race())
    yield Race.meta.slug
    registry.unregister(Race.meta.slug)


@pytest.fixture
def picky() -> Iterator[str]:
    registry.register(Picky())
    yield Picky.meta.slug
    registry.unregister(Picky.meta.slug)
