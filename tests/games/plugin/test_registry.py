"""The registry: rulesets by slug."""

import sys
from types import ModuleType

import pytest

from games.plugin import registry
from tests.rulesets.endless import Endless
from tests.rulesets.midnight_cookies.game import MidnightCookies
from tests.rulesets.race import Race


class Impostor(Race):
    meta = Endless.meta


@pytest.fixture(autouse=True)
def _empty(monkeypatch):
    monkeypatch.setattr(registry, "_games", {})


def test_what_is_registered_is_found_by_slug_listed_by_title_and_forgotten():
    with pytest.raises(KeyError):
        registry.get("orchard-race")
    race, endless = Race(), Endless()
    registry.register(race)
    registry.register(endless)
    registry.register(Endless())  # changes nothing
    assert registry.get("orchard-race") is race
    assert registry.installed() == [endless, race]
    registry.unregister("endless-orchard")
    registry.unregister("never-there")
    assert registry.installed() == [race]


def test_two_rulesets_cannot_share_a_slug():
    registry.register(Endless())
    with pytest.raises(ValueError, match="endless-orchard"):
        registry.register(Impostor())
    assert type(registry.get("endless-orchard")) is Endless


def test_the_one_game_of_a_package_is_installed(monkeypatch):
    registry.install("tests.rulesets.midnight_cookies")
    assert [type(game) for game in registry.installed()] == [MidnightCookies]
    monkeypatch.setitem(sys.modules, "nothing.game", ModuleType("nothing.game"))
    with pytest.raises(ValueError, match="must define one game, not 0"):
        registry.install("nothing")
