"""The load of moves and its scenarios: what is asked for, what is told, and how it ends."""

import random
import signal
import subprocess
import sys

import pytest
from django.utils import timezone

from bench import grown_portal, scenarios
from bench.load import Outcome
from games.matches.models import Match
from games.matches.play.parts import turn_notices
from tests.support import twins
from tests.support.running_portal import ROOT, clean_environment, descendants, exists
from tests.support.waiting import wait_for


def test_what_was_measured_is_told():
    outcome = Outcome([float(n) for n in range(1, 201)], 200, errors=["late"], cpu=4.25)
    assert outcome.report() == [
        "p50 100.5 ms, p90 180.9 ms, p99 199.0 ms",
        "CPU per move 4.2 ms",
        "errors 1",
        "error: late",
    ]
    assert Outcome().report() == ["no move reached everyone", "errors 0"]


def test_a_scenario_tells_percentiles_of_each_kind():
    times = [float(n) for n in range(1, 201)]
    assert scenarios.summary(times) == "p50 100, p90 180, p99 198 ms, 200 measured"
    assert scenarios.summary([7.0]) == "1 measured"


@pytest.mark.django_db
def test_matches_of_a_day_are_filled_once_and_can_be_played_on(monkeypatch, client):
    monkeypatch.setattr(grown_portal, "PLAYED", 4)  # one of each game
    monkeypatch.setattr(grown_portal, "CHUNK", 15)
    chosen = scenarios.day(20)
    assert Match.objects.filter(clock__isnull=False).count() == Match.objects.count() == 20 + 4
    assert Match.objects.filter(status="active", wake_at__isnull=False).count() >= 20
    assert not turn_notices.tell_due(timezone.now())  # everybody has been told
    assert len(scenarios.day(20)) == len(chosen) >= 20
    assert Match.objects.count() == 20 + 4
    for keys in chosen:
        match = Match.objects.get(public_id=keys["id"])
        steps = match.steps.order_by("index").values_list("index", flat=True)
        assert list(steps) == list(range(match.version + 1))
        said = [
            client.get(f"/api/matches/{keys['id']}/", headers={"Authorization": f"Token {token}"})
            for token in keys["tokens"]
        ]
        may_act = [seat for seat, answer in enumerate(said) if answer.json()["actions"]]
        assert may_act == said[0].json()["active_seats"] != []
        twins.play_on(match, [seat.user for seat in match.seats.all()], 1, random.Random(1))
        assert match.steps.count() > match.version + 1


def load(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bench.load", *arguments]
    return subprocess.Popen(
        command, cwd=ROOT, env=clean_environment(), stdout=subprocess.PIPE, text=True
    )


@pytest.mark.whole
def test_a_load_that_is_stopped_ends_its_portal():
    with load("--tables=1") as begun:
        try:
            wait_for(lambda: len(descendants(begun.pid)) > 1, "its portal to start")
            started = descendants(begun.pid)
            begun.terminate()
            assert begun.wait(120) == 128 + signal.SIGTERM
            assert not [pid for pid in started if exists(pid)]
        finally:
            begun.kill()
