"""Take-backs by way of the API."""

import pytest

from tests.api.caller import Caller, refused, told
from tests.api.play import begin, lay_first

pytestmark = pytest.mark.django_db


@pytest.fixture
def orchard(amber: Caller, birch: Caller, endless: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match at the orchard in which amber is to move."""
    monkeypatch.setattr("games.matches.play.start.new_seed", lambda: bytes([4]) * 32)
    match = begin(amber, birch, game=endless)
    assert told(amber.get(f"matches/{match}/"))["active_seats"] == [0]
    return match


def test_a_take_back_answers_with_the_match_after_it(amber, birch, orchard):
    before = told(amber.get(f"matches/{orchard}/"))
    laid = lay_first(amber, orchard)
    assert (before["can_undo"], laid["can_undo"]) == (False, True)
    assert told(birch.get(f"matches/{orchard}/"))["can_undo"] is False
    after = told(amber.post(f"matches/{orchard}/undo/", {"version": 1, "client_id": "x"}))
    assert after == before | {"version": 2}


def test_version_and_client_id_may_be_left_out(amber, orchard):
    lay_first(amber, orchard)
    assert told(amber.post(f"matches/{orchard}/undo/"))["version"] == 2
    refused(amber.post(f"matches/{orchard}/undo/"), 409, "nothing_to_undo")


@pytest.mark.parametrize(
    "body", [b"null", b"[]", {"version": "1"}, {"client_id": 5}, {"force": True}]
)
def test_a_malformed_take_back_is_refused(amber, orchard, body):
    lay_first(amber, orchard)
    refused(amber.post(f"matches/{orchard}/undo/", body), 400, "malformed")


def test_the_steps_tell_both(amber, orchard):
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
