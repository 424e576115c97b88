"""Standing orders by way of the API: left, shown to their owner alone, taken back."""

from typing import Any

import jsonschema
import pytest

from tests.api.caller import ANYBODY, Caller, caller, refused, told
from tests.api.contract import document
from tests.api.play import BURN, begin, match_with

pytestmark = pytest.mark.django_db

ROLLS = {"type": "rolls", "offer": False}
LAYS = {"type": "lays", "fruit": "plum"}
MALFORMED: list[Any] = [
    *(b"null", {}, {"orders": ROLLS}, {"order": ROLLS, "more": 1}, {"order": {"type": "flies"}}),
    {"order": {"type": "rolls", "offer": "true"}},
    {"order": ROLLS, "version": -1},
    {"order": ROLLS, "client_id": []},
]


@pytest.fixture
def match(amber: Caller, birch: Caller, ordered: str) -> str:
    """A match in which amber is to move and birch isn't."""
    return match_with(amber, birch, game=ordered)


def test_an_order_is_shown_to_its_owner_alone(match, amber, birch):
    after = told(birch.post(f"matches/{match}/order/", {"order": LAYS, "client_id": "a"}))
    assert (after["version"], after["order"], after["you"]) == (1, LAYS, 1)
    for other in (amber, caller("eve"), ANYBODY):
        shown = told(other.get(f"matches/{match}/"))
        assert (shown["version"], shown["order"]) == (1, None)
    again = told(birch.post(f"matches/{match}/order/", {"order": LAYS, "client_id": "a"}))
    assert again["version"] == 1
    after = told(birch.post(f"matches/{match}/order/", {"order": None, "version": 1}))
    assert (after["version"], after["order"]) == (2, None)


def test_it_is_followed_before_the_answer(match, amber, birch):
    told(birch.post(f"matches/{match}/order/", {"order": ROLLS}))
    move = {"action": {"type": "roll"}, "version": 0, "client_id": "mine"}
    after = told(amber.post(f"matches/{match}/actions/", move))
    assert after["version"] == 3
    lines = told(amber.get(f"matches/{match}/log/"))["results"]
    texts = [line["text"] for line in lines if line["index"] == 3]
    assert texts[0] == "birch answers by standing order."
    assert {line["kind"] for line in lines if line["index"] == 1} == {"order"}
    step = told(ANYBODY.get(f"matches/{match}/steps/1/"))
    assert (step["kind"], step["seat"]) == ("order", 1)
    assert "roll" not in str(step).lower().replace("rolls.", "")


def test_the_match_says_who_may_leave_one(match, amber, birch):
    for who, may in ((amber, True), (birch, True), (caller("eve"), False), (ANYBODY, False)):
        assert told(who.get(f"matches/{match}/"))["can_order"] is may
    body = {"order": ROLLS}
    refused(birch.post(f"matches/{match}/order/", body | {"version": 7}), 400, "future_version")
    for wrong in MALFORMED:
        refused(birch.post(f"matches/{match}/order/", wrong), 400, "malformed")
    resigned = told(birch.post(f"matches/{match}/resign/"))
    assert (resigned["can_order"], resigned["version"]) == (False, 1)
    refused(birch.post(f"matches/{match}/order/", body), 409, "over")
    other = begin(amber, birch, game=BURN)
    assert told(amber.get(f"matches/{other}/"))["can_order"] is False
    refused(birch.post(f"matches/{other}/order/", body), 409, "no_orders")


def test_games_tell_what_can_be_ordered_and_so_does_the_document(ordered):
    schema = told(ANYBODY.get(f"games/{ordered}/"))["orders"]
    jsonschema.validate(ROLLS, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"type": "flies"}, schema)
    assert schema["$defs"]["Rolls"]["title"] == "Roll"
    assert schema["$defs"]["Rolls"]["description"] == "Whenever it is my turn."
    assert told(ANYBODY.get(f"games/{BURN}/"))["orders"] is None
    schemas = document()["components"]["schemas"]
    members = schemas["Order"]["anyOf"]
    assert schemas["OrderedRaceOrder"]["anyOf"]
    assert all(kind in members for kind in schemas["OrderedRaceOrder"]["anyOf"])
    assert {"type": "null"} in members
    for shape in ("MatchShown", "OrderLeft"):
        place = schemas[shape]["properties"]["order"]
        assert place == {"$ref": "#/components/schemas/Order"}
