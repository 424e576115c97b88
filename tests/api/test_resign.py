"""Resigning by way of the API."""

import pytest

from tests.api.caller import ANYBODY, refused, told
from tests.api.play import begin, open_table

pytestmark = pytest.mark.django_db


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


def test_among_more_a_caretaker_takes_over(amber, birch):
    table = open_table(amber, seats=3, ai={"2": "easy"})
    told(birch.post(f"tables/{table['id']}/join/"))
    match = told(amber.post(f"tables/{table['id']}/start/"))["match"]
    after = told(amber.post(f"matches/{match}/resign/"))
    assert (after["status"], after["you"], after["actions"]) == ("active", 0, [])
    assert (after["seats"][0]["resigned"], after["seats"][0]["caretaker"]) == (True, True)
    refused(amber.post(f"matches/{match}/resign/"), 409, "resigned")
    move = {"action": {"type": "draw"}, "version": after["version"]}
    refused(amber.post(f"matches/{match}/actions/", move), 409, "resigned")
    assert not told(amber.get("matches/", waiting=1))["results"]
