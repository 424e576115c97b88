"""The registry: rulesets by slug."""

import pytest

from games.plugin import registry
from tests.rulesets.endless import Endless
from tests.rulesets.race import Race


class Impostor(Race):
    meta = Endless.meta


@pytest.fixture(autouse=True)
def _empty(monkeypatch):
    monkeypatch.setattr(registry, "_games", {})


def test_what_is_registered_is_found_by_slug_and_listed_by_title():
    race, endless = Race(), Endless()
    registry.register(race)
    registry.register(endless)
    assert registry.get("orchard-race") is race
    assert registry.installed() == [endless, race]


def test_what_is_not_registered_is_a_key_error():
    with pytest.raises(KeyError):
        registry.get("orchard-race")


def test_registering_again_changes_nothing():
    first = Endless()
    registry.register(first)
    registry.register(Endless())
    assert registry.installed() == [first]


def test_two_rulesets_cannot_share_a_slug():
    registry.register(Endless())
    with pytest.raises(ValueError, match="endless-orchard"):
        registry.register(Impostor())
    assert type(registry.get("endless-orchard")) is Endless


def test_unregistering_forgets():
    registry.register(Endless())
    registry.unregister("endless-orchard")
    registry.unregister("never-there")
    assert registry.installed() == []
