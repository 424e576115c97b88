"""Calls about matches."""

import hashlib

import pytest

from games.matches.models import Match
from games.plugin import registry
from games.protocol.record_file import load_record
from games.protocol.verification import verify_record
from tests.api.caller import ANYBODY, Caller, refused, told
from tests.api.play import BURN, begin, finish, first_move, move, open_table
from toolbox import limits

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


def shown(match, viewer):
    return told(viewer.get(f"matches/{match}/"))


def mover_of(match, *players):
    """Who is to move, and who isn't."""
    active = shown(match, ANYBODY)["active_seats"]
    return sorted(players, key=lambda player: shown(match, player)["you"] not in active)


def test_a_match_shows_everyone_what_they_may_do_and_know(amber, birch, monkeypatch):
    match = begin(amber, birch)
    mover, other = mover_of(match, amber, birch)
    view = shown(match, mover)
    assert (view["id"], view["game"], view["version"]) == (match, BURN, 0)
    assert (view["status"], view["result"], view["clock"]) == ("active", None, None)
    assert view["active_seats"] == [view["you"]]
    assert [seat["name"] for seat in view["seats"]] == ["amber", "birch"]
    assert view["actions"][-1].keys() == {"action", "label", "group", "picks"}
    assert view["actions"][-1]["action"] == {"type": "draw"}
    assert shown(match, other)["actions"] == []
    game = type(registry.get(BURN))
    monkeypatch.setattr(game, "choices", lambda *_asked: pytest.fail("nobody is sent previews"))
    assert shown(match, mover)["actions"]
    stranger = shown(match, ANYBODY)
    assert (stranger["you"], stranger["actions"]) == (None, [])
    assert [seat["hand"] for seat in stranger["observation"]["seats"]] == [None, None]
    for viewer, waiting in ((mover, True), (other, False)):
        (row,) = told(viewer.get("matches/"))["results"]
        assert (row["waiting"], row["you"]) == (waiting, shown(match, viewer)["you"])


def test_a_move_is_answered_with_the_match_after_it_and_made_once_for_each_client_id(amber, birch):
    match = begin(amber, birch)
    mover, other = mover_of(match, amber, birch)
    body = {"action": {"type": "draw"}, "version": 0, "client_id": "first"}
    answer = told(mover.post(f"matches/{match}/actions/", body))
    assert answer["version"] == 1
    assert answer == shown(match, mover)
    assert answer["active_seats"] == [shown(match, other)["you"]]
    assert told(mover.post(f"matches/{match}/actions/", body)) == answer, "once"
    another = {**body, "action": [{"type": "visit"}]}
    refused(mover.post(f"matches/{match}/actions/", another), 400, "malformed")


def test_every_refusal_of_a_move_has_its_status(amber, birch, cedar):
    match = begin(amber, birch)
    path = f"matches/{match}/actions/"
    mover, other = mover_of(match, amber, birch)
    draw = {"action": {"type": "draw"}, "version": 0}
    empty = {"type": "bribe", "treasure": "sword", "count": 0, "wilds": 0}
    refused(ANYBODY.post(path, draw), 401, "not_authenticated")
    refused(cedar.post(path, draw), 403, "not_your_seat")
    refused(amber.post("matches/nosuchmatch/actions/", draw), 404, "not_found")
    refused(mover.post(path, {"version": 0}), 400, "malformed")
    refused(mover.post(path, {**draw, "version": 1}), 400, "future_version")
    refused(other.post(path, draw), 403, "not_your_turn")
    problem = refused(mover.post(path, {"action": empty, "version": 0}), 422, "illegal")
    assert problem["reason"] == "nothing-offered"
    assert shown(match, mover)["version"] == 0
    told(mover.post(path, {**draw, "client_id": "x"}))
    move(match, amber, birch)
    problem = refused(mover.post(path, draw), 409, "stale")
    assert problem["version"] == 2
    body = {"action": empty, "version": 0, "client_id": "x"}
    refused(mover.post(path, body), 409, "client_id_taken")


def test_twenty_moves_a_second_and_user(amber, birch, monkeypatch):
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)
    match = begin(amber, birch)
    path = f"matches/{match}/actions/"
    for _ in range(20):
        refused(amber.post(path, {"version": 0}), 400, "malformed")
    response = amber.post(path, {"version": 0})
    refused(response, 429, "throttled")
    assert response["retry-after"] == "1"
    refused(birch.post(path, {"version": 0}), 400, "malformed")
    told(amber.get(f"matches/{match}/"))


def test_lists_filter(amber, birch, cedar, race, unhurried):
    over = begin(amber, birch, game=race)
    finish(over)
    running = begin(amber, cedar)
    private = begin(cedar, birch, private=True)

    def listed(viewer: Caller, **filters):
        return [match["id"] for match in told(viewer.get("matches/", **filters))["results"]]

    assert listed(ANYBODY) == listed(amber) == [running, over]
    assert listed(birch) == [private, running, over]
    assert listed(birch, mine=1) == [private, over]
    assert listed(ANYBODY, mine=1) == []
    assert listed(amber, status="finished") == [over]
    assert listed(amber, status="active", mine="true") == [running]
    assert listed(amber, game=race) == [over]
    assert listed(amber, game="chess") == []
    mover, other = mover_of(running, amber, cedar)
    assert running in listed(mover, waiting=1)
    assert running not in listed(other, waiting=1)
    assert listed(ANYBODY, waiting=1) == []


@pytest.mark.parametrize("paused", ["suspended", "flagged", "consent", "resting"])
def test_a_match_that_is_paused_waits_for_nobody(amber, birch, paused):
    match = begin(amber, birch)
    mover, _other = mover_of(match, amber, birch)
    Match.objects.update(paused=paused)
    assert told(mover.get("matches/", waiting=1))["results"] == []
    (row,) = told(mover.get("matches/", mine=1))["results"]
    assert row["waiting"] is False


def test_the_log_tells_everybody_what_they_may_know(amber, birch, race):
    match = begin(amber, birch, game=race)
    mover, other = mover_of(match, amber, birch)
    lay = next(c for c in shown(match, mover)["actions"] if c["action"]["type"] == "lay")
    body = {"action": lay["action"], "version": 0}
    told(mover.post(f"matches/{match}/actions/", body))
    fruit = lay["action"]["fruit"]
    texts = [
        told(viewer.get(f"matches/{match}/log/"))["results"][-1]["text"]
        for viewer in (mover, other, ANYBODY)
    ]
    assert fruit in texts[0]
    assert fruit not in texts[1]
    assert texts[1] == texts[2]


def test_the_log_is_cut_into_pages_and_each_step_shows_how_it_stood(amber, birch):
    match = begin(amber, birch)
    for _ in range(5):
        move(match, amber, birch)
    whole = told(amber.get(f"matches/{match}/log/"))
    assert whole["count"] == 6
    pages = [told(amber.get(f"matches/{match}/log/", page=page, page_size=2)) for page in (1, 2, 3)]
    assert [line for page in pages for line in page["results"]] == whole["results"]
    late = told(amber.get(f"matches/{match}/log/", after=3))
    assert late["results"] == [line for line in whole["results"] if line["index"] > 3]
    assert told(amber.get(f"matches/{match}/log/", after=10**9))["results"] == []
    match = begin(amber, birch)
    then = shown(match, amber)
    for _ in range(3):
        move(match, amber, birch)
    step = told(amber.get(f"matches/{match}/steps/0/"))
    assert step["observation"] == then["observation"]
    assert step["active_seats"] == then["active_seats"]
    assert (step["index"], step["kind"], step["seat"], step["you"]) == (0, "setup", None, 0)
    newest = told(amber.get(f"matches/{match}/steps/3/"))
    assert newest["observation"] == shown(match, amber)["observation"]
    as_spectator = told(amber.get(f"matches/{match}/steps/0/", **{"as": "spectator"}))
    by_spectator = told(ANYBODY.get(f"matches/{match}/steps/0/"))
    assert as_spectator["observation"] == by_spectator["observation"]
    for asked in ("2", "-1", "x", "0x0", "1" * 5000):
        refused(amber.get(f"matches/{match}/steps/0/", **{"as": asked}), 400, "malformed")
        refused(amber.get(f"matches/{match}/log/", **{"as": asked}), 400, "malformed")
    for index in ("4", "99", "9" * 30, "9" * 5000, "-1", "x", "1.5"):
        refused(amber.get(f"matches/{match}/steps/{index}/"), 404, "not_found")


def test_other_views_open_with_the_end(amber, birch, race, unhurried):
    match = begin(amber, birch, game=race)
    first_move(match, amber, birch)
    path = f"matches/{match}/steps/1/"
    for viewer, asked in ((amber, "1"), (birch, "0"), (ANYBODY, "0"), (amber, "omniscient")):
        refused(viewer.get(path, **{"as": asked}), 403, "forbidden")
    finish(match)
    for asked in ("0", "1", "spectator", "omniscient"):
        told(ANYBODY.get(path, **{"as": asked}))
    hands = told(ANYBODY.get(path, **{"as": "omniscient"}))["observation"]["hands"]
    assert "?" not in str(hands)


def test_the_record_opens_with_the_end_and_verifies(amber, birch, race, unhurried):
    table = open_table(amber, game=race)
    told(birch.post(f"tables/{table['id']}/join/"))
    match = told(amber.post(f"tables/{table['id']}/start/"))["match"]
    refused(amber.get(f"matches/{match}/record/"), 403, "still_running")
    finish(match)
    end = shown(match, ANYBODY)
    response = ANYBODY.get(f"matches/{match}/record/")
    record = load_record(response.content)
    verify_record(record)
    assert record.deal.commitment == end["commitment"] == table["commitment"]
    assert [step.index for step in record.steps] == list(range(end["version"] + 1))
    assert b": " not in response.content
    assert "post.example" not in response.content.decode()
    seed = bytes.fromhex(record.deal.seed)
    promised = b"\0".join((b"hearth-and-dragon/deal/1", record.deal.id.encode(), seed))
    assert hashlib.sha256(promised).hexdigest() == end["commitment"]
