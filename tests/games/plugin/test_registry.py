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
