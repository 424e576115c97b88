"""The bench of searches: every kind of search finds its way, and its figures are told."""

import random
from typing import Any

import pytest

from bench import grown_portal, search
from bench.search import KINDS, Took
from games.matches.models import LogText, Match, Step

pytestmark = pytest.mark.django_db


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    for name, count in {"PEOPLE": 64, "PLAYED": 6, "REGULARS": 8, "CHUNK": 30}.items():
        monkeypatch.setattr(grown_portal, name, count)
    settings.MATCHES_AN_HOUR = settings.MATCHES_UNDER_WAY = 1_000


@pytest.mark.whole
@pytest.mark.usefixtures("_small")
def test_every_kind_of_search_is_answered() -> None:
    grown_portal.fill_matches(60, random.Random(1))
    made, logs = Match.objects.count(), LogText.objects.count()
    assert made == 60 + 6
    steps = Step.objects.count() / made
    grown_portal.copy_up_to(250)
    assert Match.objects.count() == 250
    assert abs(Step.objects.count() / 250 - steps) < steps
    assert LogText.objects.count() > 2 * logs
    assert not Match.objects.filter(seats=None).exists()
    took = search.measured(2 * len(KINDS))
    assert {one.kind for one in took} == set(KINDS)
    assert len(took) == 2 * len(KINDS)
    assert all(one.processor > 0 for one in took)


def test_it_asks_the_same_each_time() -> None:
    first, second = (list(search._asked(40, random.Random(2))) for _time in range(2))
    assert [kind for kind, _query in first] == [kind for kind, _query in second]
    without = [query for kind, query in first if "since" not in kind and "until" not in kind]
    again = [query for kind, query in second if "since" not in kind and "until" not in kind]
    assert without == again


def test_one_of_a_hundred_may_be_slower(capsys: Any) -> None:
    quick, slow = Took("player", 20.0, 30.0), Took("word", 900.0, 900.0)
    assert search.told([*[quick] * 99, slow])
    assert not search.told([*[quick] * 97, *[slow] * 3])
    first, second = capsys.readouterr().out.split("limit 200 ms\n", 1)
    assert "p99 20.0 ms" in first
    assert "word" in first
    assert second.endswith("<-- over\n")


@pytest.mark.parametrize(
    ("values", "expected"), [([5.0], 5.0), ([float(n) for n in range(1, 201)], 198.0)]
)
def test_the_99th_percentile(values: list[float], expected: float) -> None:
    assert search.centile(values, 99) == expected
