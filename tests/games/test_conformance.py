"""One test class for every version of every installed ruleset, one method for every law.

What is played grows with the tables that a ruleset offers. So `make test` plays one game at each
and has the dear laws look at some of the positions; `make test-all` at many more (`…AtLength`).
"""

import pytest

from games.conformance import for_installed
from games.plugin import registry

POSITIONS = 8  # for the dear laws, and the last one of every game

CLASSES = for_installed(games=1, limit=POSITIONS)
globals().update(CLASSES)
globals().update(
    {f"{name}AtLength": pytest.mark.again(made) for name, made in for_installed().items()}
)


def test_there_is_something_to_hold_to_the_laws() -> None:
    assert registry.installed(), "no ruleset is installed"
    versions = [game.every_version() for game in registry.installed()]
    assert len(CLASSES) == sum(map(len, versions))
