"""Take-backs by way of the API."""

import pytest

from tests.api.caller import refused, told
from tests.api.play import lay_first, match_with

pytestmark = pytest.mark.django_db


def test_a_take_back_answers_with_the_match_after_it(amber, birch, endless):
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


def test_the_steps_tell_both(amber, birch, endless):
    orchard = match_with(amber, birch, game=endless)
    lay_first(amber, orchard)
    told(amber.post(f"matches/{orchard}/undo/"))
    steps = [told(amber.get(f"matches/{orchard}/steps/{index}/")) for index in range(3)]
    assert [step["kind"] for step in steps] == ["setup", "action", "undo"]
    assert steps[2]["observation"] == steps[0]["observation"] != steps[1]["observation"]
    log = told(amber.get(f"matches/{orchard}/log/?after=1"))["results"]
    laid = told(amber.get(f"matches/{orchard}/log/"))["results"][0]["text"]
    assert [(line["kind"], line["text"]) for line in log] == [
        ("undo", f"amber takes back the last step: “{laid}”")
    ]
