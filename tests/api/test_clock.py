"""Clocks by way of the API."""

import pytest

from tests.api.caller import ANYBODY, refused, told
from tests.api.play import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]

LIVE = {"type": "live", "bank": 60, "increment": 5}


def test_everybody_is_told_every_clock_and_a_late_move_that_it_was_late(amber, birch, frozen):
    match = begin(amber, birch, clock=LIVE)
    frozen.shift(20)
    for caller in (amber, birch, ANYBODY):
        shown = told(caller.get(f"matches/{match}/"))
        clock = shown["clock"]
        assert {name: clock[name] for name in LIVE} == LIVE
        assert clock["now"] == "2026-05-01T12:00:20Z"
        mover = shown["active_seats"][0]
        running = {"bank": 40.0, "deadline": "2026-05-01T12:01:00Z", "away_until": None}
        assert clock["seats"][mover] == running
        assert clock["seats"][1 - mover] == {"bank": 60.0, "deadline": None, "away_until": None}
    frozen.shift(41)
    move = {"action": {"type": "draw"}, "version": 0}
    refused((amber, birch)[mover].post(f"matches/{match}/actions/", move), 409, "time_ran_out")
    assert told(ANYBODY.get(f"matches/{match}/steps/1/"))["kind"] == "time-out"
