"""The grown portal: filled on a small scale, all of it can be opened."""

import time
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from bench import grown_portal, growth
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


@pytest.mark.again
@pytest.mark.usefixtures("_small")
def test_every_address_of_a_grown_portal_answers():
    grown_portal.fill()
    assert Match.objects.count() == 240 + 16
    assert Step.objects.count() > 3 * Match.objects.count()
    assert LogText.objects.count() > 200
    assert User.objects.count() == 640 + 1
    used, opened = growth.processor(), list(growth.addresses())
    assert len(opened) == len({said for said, _who, _where in opened}) > 90
    for one in opened:
        growth.is_slow(*one, used)


@pytest.mark.parametrize(("limit", "over"), [(0, True), (1e9, False)])
def test_what_is_over_the_limit_is_marked(monkeypatch, capsys, limit, over):
    monkeypatch.setattr(growth, "LIMIT", limit)
    assert growth.is_slow("health", Client(), "/healthz", time.process_time) is over
    assert capsys.readouterr().out.strip().endswith("<-- over") is over
