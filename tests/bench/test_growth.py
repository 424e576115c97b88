"""The grown portal: filled on a small scale, all of it can be opened."""

from typing import Any

import pytest

from accounts.models import User
from bench import grown_addresses, grown_portal, growth
from games.matches.models import LogText, Match, Step

pytestmark = pytest.mark.django_db


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """A hundredth of everything, each address opened twice."""
    counts = {"MATCHES": 240, "PEOPLE": 640, "PLAYED": 16, "REGULARS": 8, "CHUNK": 120, "PART": 10}
    for name, count in counts.items():
        monkeypatch.setattr(grown_portal, name, count)
    monkeypatch.setattr(growth, "OPENED", 1)  # a figure of one look will do
    monkeypatch.setattr(growth, "WARMING_UP", 0)
    settings.MATCHES_AN_HOUR = settings.MATCHES_UNDER_WAY = 1_000


@pytest.mark.whole
@pytest.mark.usefixtures("_small")
def test_every_address_of_a_grown_portal_answers() -> None:
    grown_portal.fill()
    assert Match.objects.count() == 240 + 16
    assert Step.objects.count() > 3 * Match.objects.count()
    assert LogText.objects.count() > 200
    assert User.objects.count() == 640
    opened = [
        said
        for said, who, where in grown_addresses.addresses()
        if growth.opened(who, where, growth.processor())
    ]
    assert len(opened) == len(set(opened)) > 90


def test_what_is_over_the_limit_is_marked(capsys: Any) -> None:
    assert growth.told("home", 59.0, 70.0, 3) is False
    assert growth.told("my matches", 61.0, 70.0, 3) is True
    first, second = capsys.readouterr().out.splitlines()
    assert not first.endswith("<-- over")
    assert second.endswith("<-- over")
