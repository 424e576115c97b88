"""One test class for every installed ruleset, one method in it for every law."""

from games.plugin import registry
from games.plugin.testing import for_installed

CLASSES = for_installed()
globals().update(CLASSES)


def test_there_is_something_to_hold_to_the_laws() -> None:
    assert registry.installed(), "no ruleset is installed"
    assert len(CLASSES) == len(registry.installed())
