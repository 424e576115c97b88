"""A finished match is shown, checked and given away with as many queries, however long it is."""

import functools
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.matches.models import Checkpoint, Match
from games.matches.play.actions import services
from games.matches.record import score_curve, selectors, timeline as timelines
from lobby.own_data import contents
from tests.games.matches.conftest import look
from tests.games.matches.test_timeline import roll
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
EVERY = 16  # steps between two checkpoints; twelve positions are asked for at once
LENGTHS = (EVERY + 2, 2 * EVERY + 2)  # steps
MIDDLE = EVERY // 3  # a step between two checkpoints
# Most queries each may take.
MOST = {
    f"?step={MIDDLE}": 17,
    f"boards/?from={MIDDLE}&count=1": 10,
    f"boards/?from={MIDDLE}&count=12": 10,
    "story/": 6,
    "after/": 12,
    "log/": 12,
    "download/": 8,
    "verify/": 6,
    "verify/server/": 9,
}


def queries(ask: Callable[[], Any]) -> int:
    """How many there are where nothing is remembered."""
    cache.clear()
    timelines._known.clear()
    score_curve._known.clear()
    with CaptureQueriesContext(connection) as asked:
        ask()
    return len(asked)


def read(client: Client, address: str) -> Callable[[], None]:
    def ask() -> None:
        answer = client.get(address)
        assert answer.status_code == 200, answer.content[:200]

    return ask


def over(match: Match, birch: Any, steps: int) -> Match:
    """The match, of that many steps, given up and signed."""
    while look(match).version < steps:
        roll(match)
    services.resign(public_id=match.public_id, user=birch)
    selectors.record_of(look(match).match)
    return look(match).match


def test_a_long_match_asks_as_often_as_a_short_one(endless, begin, person, monkeypatch):
    monkeypatch.setattr(Checkpoint, "EVERY", EVERY)
    amber, birch = person("amber"), person("birch")
    mine = logged_in(amber)
    matches = [over(begin(amber, birch, game=endless, first=0), birch, n) for n in LENGTHS]
    queries(read(mine, f"/matches/{matches[0].public_id}/"))  # the first page of a session
    for path, most in MOST.items():
        ways = [read(mine, f"/matches/{match.public_id}/{path}") for match in matches]
        short, long = map(queries, ways)
        assert short == long <= most, path
    records = [read(mine, f"/api/matches/{match.public_id}/record/") for match in matches]
    short, long = map(queries, records)
    assert short == long <= 7
    files = [functools.partial(contents.match_file, match, amber) for match in matches]
    short, long = map(queries, files)
    assert short == long <= 5
