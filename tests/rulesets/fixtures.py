"""Fixtures that install a ruleset of the tests for one test; a conftest imports those it needs."""

import copy
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.matches.page import shared_html
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


def installing(ruleset: type[Any]) -> Any:
    """A fixture that installs that ruleset, and is its slug."""

    @pytest.fixture
    def slug() -> Iterator[str]:
        with installed(ruleset()) as name:
            yield name

    return slug


def whole(ruleset: type[Any]) -> Any:
    """The same for a package: meanwhile Django finds the templates and static files it ships."""
    package = Path(inspect.getfile(ruleset)).parent

    @pytest.fixture
    def slug(settings: Any) -> Iterator[str]:
        settings.TEMPLATES = copy.deepcopy(settings.TEMPLATES)
        settings.TEMPLATES[0]["DIRS"].append(package / "templates")
        settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, package / "static"]
        shared_html.own_template.cache_clear()
        with installed(ruleset()) as name:
            yield name
        shared_html.own_template.cache_clear()

    return slug


race = installing(Race)  # has an end
endless = installing(Endless)  # has steps that can be taken back
picky = installing(Picky)  # has options that don't go together
siege = installing(Siege)  # has parts to be played
ordered = installing(OrderedRace)  # has standing orders, and an end
climb = installing(Climb)  # is for one person, whose runs are ranked
