"""What a seat alone may know is kept by no cache on the way; strangers may ask again."""

import pytest

from tests.api.caller import ANYBODY, caller
from tests.api.play import begin

pytestmark = pytest.mark.django_db
PATHS = ("", "log/", "steps/0/")


def test_calls_about_a_match_are_not_stored_for_who_is_known():
    amber, birch = caller("amber"), caller("birch")
    match = begin(amber, birch)
    for path in PATHS:
        assert "no-store" in amber.get(f"matches/{match}/{path}").headers["Cache-Control"], path
        told = ANYBODY.get(f"matches/{match}/{path}").headers
        assert told["Cache-Control"] == "private, no-cache", path
        assert {"Cookie", "Authorization", "Accept-Language"} <= {*told["Vary"].split(", ")}, path
    moved = amber.post(f"matches/{match}/actions/", {"action": {"type": "draw"}, "version": 0})
    assert "no-store" in moved.headers["Cache-Control"]
    assert "no-store" in amber.get("matches/").headers["Cache-Control"]
