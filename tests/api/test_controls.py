"""Take-backs and resignations by way of the API, and what of a match nobody stores."""

import pytest

from tests.api.caller import ANYBODY, caller, refused, told
from tests.api.play import begin, lay_first, match_with

pytestmark = pytest.mark.django_db


def test_a_take_back_answers_with_the_match_after_it_and_the_steps_tell_both(amber, birch, endless):
    orchard = match_with(amber, birch, game=endless)
    before = told(amber.get(f"matches/{orchard}/"))
    laid = lay_first(amber, orchard)
    assert (before["can_undo"], laid["can_undo"]) == (False, True)
    assert told(birch.get(f"matches/{orchard}/"))["can_undo"] is False
    refused(birch.post(f"matches/{orchard}/undo/"), 409, "nothing_to_undo")
    for body in (b"null", b"[]", {"version": "1"}, {"client_id": 5}, {"force": True}):
        refused(amber.post(f"matches/{orchard}/undo/", body), 400, "malformed")
    after = told(amber.post(f"matches/{orchard}/undo/", {"version": 1, "client_id": "x"}))
    assert after == before | {"version": 2}
    refused(amber.post(f"matches/{orchard}/undo/"), 409, "nothing_to_undo")
    steps = [told(amber.get(f"matches/{orchard}/steps/{index}/")) for index in range(3)]
    assert [step["kind"] for step in steps] == ["setup", "action", "undo"]
    assert steps[2]["observation"] == steps[0]["observation"] != steps[1]["observation"]
    log = told(amber.get(f"matches/{orchard}/log/?after=1"))["results"]
    laid = told(amber.get(f"matches/{orchard}/log/"))["results"][0]["text"]
    assert [(line["kind"], line["text"]) for line in log] == [
        ("undo", f"amber takes back the last step: “{laid}”")
    ]


def test_of_two_the_other_has_won(amber, birch):
    match = begin(amber, birch)
    for body in (b"null", {"version": -1}, {"client_id": []}, {"why": "bored"}):
        refused(birch.post(f"matches/{match}/resign/", body), 400, "malformed")
    after = told(birch.post(f"matches/{match}/resign/", {"version": 0, "client_id": "enough"}))
    assert (after["status"], after["version"], after["actions"]) == ("finished", 1, [])
    assert (after["active_seats"], after["result"]["ending"]) == ([], "resigned")
    assert after["prompt"] == after["result"]["reason"] == "birch resigned."
    assert [seat["outcome"] for seat in after["seats"]] == ["won", "lost"]
    assert [seat["resigned"] for seat in after["seats"]] == [False, True]
    assert told(ANYBODY.get(f"matches/{match}/"))["result"] == after["result"]
    refused(birch.post(f"matches/{match}/resign/"), 409, "over")
    assert told(ANYBODY.get(f"matches/{match}/record/"))["steps"][-1]["kind"] == "control"


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
