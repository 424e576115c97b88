"""A match that can't be read: whatever it is on shows it as such, and all others as ever."""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from accounts import roles
from accounts.models import User
from accounts.services import issue_token
from games.burn_my_village.game import BurnMyVillage
from games.matches import tasks
from games.matches.models import FollowUp, Match
from games.matches.play.actions import services
from games.matches.record.text import sentence
from tests.api.contract import hold
from tests.games.matches.conftest import look, play
from tests.pages.reading import dense
from tests.support.breaking import CORRUPTED, SENTENCE, UNKNOWN, WAYS, WITHOUT_RULES, break_match
from tests.support.log_in import logged_in
from tests.support.matches import started
from tests.support.scenes import lasting
from toolbox import memory

pytestmark = pytest.mark.django_db

ORDER = {"type": "rolls", "offer": False}
RUNNING_AND_OVER = pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
# That each of them makes a match unreadable is tried at the desk; what pages do then is the same.
UNKNOWN_GAME = WITHOUT_RULES[0]
MORE_WAYS = pytest.mark.parametrize("way", [CORRUPTED, UNKNOWN_GAME])
MORE_WAYS_AND_OVER = pytest.mark.parametrize(
    ("way", "over"), [(CORRUPTED, False), (UNKNOWN_GAME, False), (CORRUPTED, True)]
)


@dataclass
class Scene:
    """amber's matches: one that can't be read and one that can, and everyone's browsers."""

    broken: Match
    sound: Match
    people: dict[str, Client]
    token: str

    def read(self, who: str, path: str, status: int = 200) -> str:
        answer = self.people[who].get(path)
        assert answer.status_code == status, (who, path, answer.status_code)
        return dense(answer.content.decode())

    def call(self, method: str, path: str, status: int, body: Any = None) -> Any:
        headers = {"authorization": f"Token {self.token}"}
        given = {} if method == "get" else {"data": body, "content_type": "application/json"}
        answer = getattr(Client(), method)(f"/api/{path}", headers=headers, **given)
        hold(method, f"/api/{path}", answer)
        assert answer.status_code == status, (method, path, answer.content)
        return answer.json()


class Browsers(dict[str, Client]):
    """Everyone's browser by name, logged in when it is first asked for."""

    def __missing__(self, name: str) -> Client:
        client = self[name] = Client()
        if name != "nobody":
            client.force_login(User.objects.get(username=name))
        return client


@pytest.fixture(scope="module")
def begun(django_db_setup: None, django_db_blocker: Any) -> Iterator[Scene]:
    """amber (to move) and birch twice; cedar looks on and rowan reviews."""
    with lasting(django_db_blocker):
        amber, birch, _, rowan = map(User.objects.create_user, ("amber", "birch", "cedar", "rowan"))
        roles.give(user=rowan, role=roles.REVIEWER)
        roles.give(user=rowan, role=roles.MODERATOR)
        broken, sound = [started(amber, birch, first=0) for _ in range(2)]
        for match in (broken, sound):
            play(match, action={"type": "draw"})
            play(match, action={"type": "draw"})
        yield Scene(broken, sound, {}, issue_token(user=amber))


@pytest.fixture
def scene(begun: Scene, db: None) -> Any:
    """What has begun, one match of it broken in some way."""

    def make(way: str, over: bool = False) -> Scene:
        if over:
            birch = User.objects.get(username="birch")
            for match in (begun.broken, begun.sound):
                services.resign(public_id=match.public_id, user=birch)
        break_match(begun.broken, way)
        return replace(begun, people=Browsers())

    return make


def told(html: str) -> int:
    return html.partition("<body")[2].count(escape(SENTENCE))


# -- what is nobody's rules' fault -----------------------------------------------------------------


RULES = "games.burn_my_village.game.BurnMyVillage"


def look_at(here: Scene) -> None:
    here.people["cedar"].get(f"/matches/{here.sound.public_id}/")


def ask_why_not(here: Scene) -> None:
    here.people["amber"].get(f"/matches/{here.sound.public_id}/why/?pick=deck")


def draw(here: Scene) -> None:
    play(here.sound, action={"type": "draw"})


@pytest.mark.parametrize(
    ("where", "ask", "fault"),
    [
        ("games.matches.page.shared_html.rendered", look_at, KeyError("no such file")),
        ("games.matches.page.shared_html.rendered", look_at, OSError(24, "too many files")),
        (f"{RULES}.why_not", ask_why_not, IndexError()),
        (f"{RULES}.apply_action", draw, SoftTimeLimitExceeded()),
        (f"{RULES}.apply_action", draw, DatabaseError()),
        (f"{RULES}.apply_action", draw, MemoryError()),
    ],
)
def test_what_is_not_the_rules_fault_stops_no_match(scene, monkeypatch, where, ask, fault):
    here = scene(CORRUPTED)

    def fails(*_arguments: Any, **_said: Any) -> Any:
        raise fault

    with monkeypatch.context() as broken:
        broken.setattr(where, fails)
        with pytest.raises(type(fault)):
            ask(here)
    assert Match.objects.get(pk=here.sound.pk).paused == ""
    assert told(here.read("cedar", f"/matches/{here.sound.public_id}/")) == 0


@pytest.mark.parametrize("broken", [{"clock": {"type": "sun"}}, {"undo": {"seat": "x"}}])
def test_whatever_else_of_its_row_cannot_be_read_it_can_be_abandoned(scene, broken):
    here = scene(CORRUPTED)
    Match.objects.filter(pk=here.sound.pk).update(**broken)
    address = f"matches/{here.sound.public_id}/"
    assert here.call("get", address, 200)["unreadable"]
    here.call("post", f"{address}abandon/", 200, {})


# -- pages of many matches -------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_the_desk_tells_of_it_where_the_prompt_would_stand(scene, way):
    here = scene(way)
    cards = here.read("amber", "/")
    assert told(cards) == 1
    assert f"/matches/{here.broken.public_id}/" in cards
    shown = look(here.sound)
    assert escape(sentence(shown.prompt(0), shown.names)) in cards
    assert "2 matches are waiting for you." in cards
    # From now on it waits for an administrator, and for nobody else.
    later = here.read("amber", "/")
    assert "One match is waiting for you." in later
    assert told(later) == 1  # among the running ones
    assert told(here.read("birch", "/")) == 1


def test_the_house_tells_of_it_once_then_only_of_those_to_watch(scene):
    here = scene(CORRUPTED)
    for who, broken in (("cedar", True), ("cedar", False), ("nobody", False)):
        html = here.read(who, "/")
        assert told(html) == broken
        assert f"/matches/{here.sound.public_id}/" in html
        assert (f"/matches/{here.broken.public_id}/" in html) == broken


@pytest.mark.parametrize("way", [CORRUPTED, WITHOUT_RULES[0]])
@RUNNING_AND_OVER
def test_lists_that_open_no_match_stand_as_ever(scene, way, over):
    here = scene(way, over)
    # Of the others nobody knows before one of them is opened.
    said = way == "an unknown game" or (way in WITHOUT_RULES and not over)
    for path in ("/my-matches/", "/people/amber/"):
        html = here.read("amber", path)
        assert told(html) == said, path
        for match in (here.broken, here.sound):
            assert f"/matches/{match.public_id}/" in html
    assert told(here.read("nobody", "/people/birch/")) == said
    if over:
        assert told(here.read("amber", "/")) == said


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(path).status_code == 200
    return len(caught)


def test_lists_ask_as_often_for_many_of_them_as_for_one(begin, person):
    dune, elm = person("dune"), person("elm")
    reader = logged_in(dune)
    paths = ("/", "/my-matches/", "/people/dune/")
    counts = []
    for more in (1, 1, 2):
        for _ in range(more):
            begin(dune, elm, first=0)
            break_match(begin(dune, elm, first=0), CORRUPTED)
        found = queries(reader, "/")
        counts.append([found, *(queries(reader, path) for path in paths)])
    assert counts[1] == counts[2]
    assert Match.objects.filter(paused="flagged").count() == 4


# -- the match itself ------------------------------------------------------------------------------


@MORE_WAYS_AND_OVER
def test_its_pages_say_so_and_lead_on(scene, way, over):
    here = scene(way, over)
    at = f"/matches/{here.broken.public_id}/"
    for who in ("amber", "birch", "cedar", "nobody"):
        html = here.read(who, at)
        assert told(html) == 1, who
        assert "birch" in html
        assert f'href="{at}log/"' in html
        assert 'id="chat"' in html
        assert 'href="/static/"' not in html  # a board's style sheet, without a board
        assert ("abandon-now" in html) == (who in ("amber", "birch") and not over)
        assert (f'href="{at}download/"' in html) == (who in ("amber", "birch"))
    news = here.people["amber"].get(f"{at}news/")
    assert f'data-tag="{news.headers["ETag"][3:-1]}"' in news.json()["content"]
    assert told(here.read("amber", f"{at}log/")) == 1
    assert told(here.read("amber", f"/matches/{here.sound.public_id}/")) == 0
    assert here.people["amber"].get(f"{at}why/?pick=deck").json() == {"text": SENTENCE}
    assert here.read("amber", f"{at}?step=0")
    place = "players" if over else "watchers"
    assert here.read("cedar", f"/chat/match:{here.broken.public_id}:{place}/")


@RUNNING_AND_OVER
def test_its_log_is_told_as_far_as_that_needs_no_rules(scene, over):
    here = scene(CORRUPTED, over)
    html = here.read("amber", f"/matches/{here.broken.public_id}/log/")
    whole = here.read("amber", f"/matches/{here.sound.public_id}/log/")
    assert html.count("<li>") == whole.count("<li>")
    break_match(here.broken, WITHOUT_RULES[0])
    html = here.read("amber", f"/matches/{here.broken.public_id}/log/")
    assert html.count('<li><span class="num">') == over  # who resigned is told by the portal
    assert f'<p class="eyebrow">{UNKNOWN}' in html


@MORE_WAYS
def test_one_cannot_move_or_resign_there(scene, way):
    here = scene(way)
    at = f"/matches/{here.broken.public_id}/"
    moves = [("act/", {"action": '{"type":"draw"}', "version": "2"})]
    moves += [("control/", {"control": name, "version": "2"}) for name in ("resign", "undo")]
    for path, fields in moves:
        answer = here.people["amber"].post(at + path, fields, follow=True)
        assert answer.status_code == 200
        assert told(answer.content.decode()) == 2, path  # as the message, and as ever
    assert Match.objects.get(pk=here.broken.pk).version == 2


@MORE_WAYS_AND_OVER
def test_the_api_describes_it_without_a_position(scene, way, over):
    here = scene(way, over)
    memory.forget_words()  # a sentence that was said before must not help
    path = f"matches/{here.broken.public_id}/"
    shown = here.call("get", path, 200)
    nothing = {"unreadable": True, "observation": None, "actions": [], "prompt": SENTENCE}
    assert shown | nothing == shown
    assert (shown["you"], shown["status"]) == (0, "finished" if over else "active")
    assert [seat["name"] for seat in shown["seats"]] == ["amber", "birch"]
    if over:
        assert shown["result"]["reason"] == "birch resigned."
        sound = here.call("get", f"matches/{here.sound.public_id}/", 200)
        assert shown["result"] == sound["result"]
    assert here.call("get", f"matches/{here.sound.public_id}/", 200)["unreadable"] is False
    listed = [match["id"] for match in here.call("get", "matches/?mine=1", 200)["results"]]
    assert sorted(listed) == sorted([here.broken.public_id, here.sound.public_id])


@MORE_WAYS_AND_OVER
def test_other_calls_are_told_so(scene, way, over):
    here = scene(way, over)
    path = f"matches/{here.broken.public_id}/"
    ask = [("actions/", {"action": {"type": "draw"}, "version": 2})]
    ask += [(f"{name}/", {}) for name in ("undo", "resign")]
    ask += [("order/", {"order": None})]
    for name, body in ask:
        refusal = here.call("post", path + name, 409, body)
        known = {"unreadable"} | ({"over", "no_orders"} if way != WITHOUT_RULES[0] else {"over"})
        assert refusal["code"] in known, (name, refusal)
        if not over and name != "order/":
            assert refusal == {"code": "unreadable", "detail": SENTENCE}, name
    assert here.call("get", f"{path}log/", 200)["count"]
    newest = here.call("get", path, 200)["version"]
    assert here.call("get", f"{path}steps/{newest}/", 409)["code"] == "unreadable"
    assert here.call("get", f"{path}record/", 200 if over else 403)


# -- of administrators -----------------------------------------------------------------------------


@RUNNING_AND_OVER
def test_reviewers_find_it_look_into_it_and_void_it(scene, over):
    here = scene(CORRUPTED, over)
    here.read("cedar", f"/matches/{here.broken.public_id}/")
    flagged = here.read("rowan", "/review/?state=flagged")
    assert (here.broken.public_id in flagged) is not over
    assert here.sound.public_id not in flagged
    assert here.broken.public_id in here.read("rowan", "/review/")
    assert here.read("rowan", "/review/?text=ears")
    at = f"/review/{here.broken.public_id}/"
    here.people["rowan"].post(f"{at}open/", {"reason": "It can't be read."})
    html = here.read("rowan", at)
    # Neither the boards nor their words are to be had; of a corrupted state the steps are.
    assert "can’t be shown" in html
    assert here.read("rowan", f"{at}?step=0&as=1")
    assert here.read("rowan", f"/admin/matches/match/{here.broken.pk}/change/")
    assert here.read("rowan", "/admin/matches/match/")
    deed = {"deed": "void", "reason": "Its rules are gone."}
    assert here.people["rowan"].post(f"{at}do/", deed).status_code == 302
    assert Match.objects.get(pk=here.broken.pk).status == Match.Status.VOIDED
    assert told(here.read("amber", f"/matches/{here.broken.pk and here.broken.public_id}/")) == 1


@pytest.mark.parametrize("way", WITHOUT_RULES)
def test_its_end_is_told_by_whatever_name_is_left(scene, way, django_capture_on_commit_callbacks):
    here = scene(way)
    at = f"/review/{here.broken.public_id}/"
    with django_capture_on_commit_callbacks(execute=True):
        here.people["rowan"].post(f"{at}do/", {"deed": "void", "reason": "It is broken."})
    assert not FollowUp.objects.exists()
    name = UNKNOWN if way == "an unknown game" else "Please Don’t Burn My Village"
    name += f" #{here.broken.number} with birch"
    assert f"Your match of {name} was ended by an administrator." in here.read("amber", "/notices/")


# -- found once ------------------------------------------------------------------------------------


def test_it_is_flagged_once_and_logged_once(scene, caplog, frozen):
    here = scene(CORRUPTED)
    at = f"/matches/{here.broken.public_id}/"
    with caplog.at_level(logging.WARNING, "games"):
        for who in ("cedar", "amber", "birch", "nobody"):
            here.read(who, at)
            here.read(who, "/")
            here.people[who].post(f"{at}act/", {"action": '{"type":"draw"}', "version": "2"})
        here.call("get", f"matches/{here.broken.public_id}/", 200)
    assert [record.getMessage() for record in caplog.records] == [
        f"match {here.broken.public_id} is flagged: its rules failed"
    ]
    stored = Match.objects.get(pk=here.broken.pk)
    assert (stored.paused, stored.wake_at, stored.version) == ("flagged", None, 2)
    with CaptureQueriesContext(connection) as caught:
        here.read("cedar", at)
    assert not [query for query in caught if query["sql"].startswith("UPDATE")]


def test_looking_at_it_is_enough_to_flag_it_and_then_lists_tell_of_it(scene):
    here = scene(CORRUPTED)
    known = Match.objects.filter(pk=here.broken.pk)
    here.call("get", f"matches/{here.broken.public_id}/", 200)
    assert known.get().paused == "flagged"
    known.update(paused="")
    here.read("birch", f"/matches/{here.broken.public_id}/")
    assert known.get().paused == "flagged"
    for path in ("/my-matches/", "/people/birch/"):
        assert told(here.read("amber", path)) == 1, path
    answer = here.people["amber"].get("/next/")
    assert answer["location"] == f"/matches/{here.sound.public_id}/", "never the unreadable one"


def test_when_it_is_over_it_is_logged_once_its_record_is_kept_and_it_may_be_played_again(
    scene, caplog
):
    here = scene(CORRUPTED, over=True)
    with caplog.at_level(logging.WARNING, "games"):
        for _ in range(3):
            here.read("amber", f"/matches/{here.broken.public_id}/")
    (record,) = caplog.records
    assert "can no longer be read" in record.getMessage()
    html = here.read("amber", f"/matches/{here.broken.public_id}/?step=1")
    assert told(html) == 0
    assert '<span class="moment">round 1, ' in html
    file = kept(here, "birch", here.broken)
    assert file == here.call("get", f"matches/{here.broken.public_id}/record/", 200)
    assert here.read("cedar", f"/matches/{here.broken.public_id}/download/", 403)
    assert here.read("nobody", f"/matches/{here.broken.public_id}/download/", 403)
    answer = here.people["amber"].post(f"/rematch/{here.broken.public_id}/", follow=True)
    assert answer.status_code == 200


def test_a_clock_that_runs_out_there_stops_it(begin, person, frozen, caplog):
    clock = {"type": "live", "bank": 60, "increment": 0}
    match = begin(person("dune"), person("elm"), first=0, clock=clock)
    break_match(match, CORRUPTED)
    tasks.sweep()
    for _ in range(3):
        frozen.shift(40)
        tasks.downtime.note()
        tasks.sweep()
    for _ in range(40):
        frozen.shift(2)
        tasks.sweep()
    stored = Match.objects.get(pk=match.pk)
    assert (stored.paused, stored.wake_at) == ("flagged", None)
    assert list(match.seats.values_list("deadline", flat=True)) == [None, None]
    assert [one.levelname for one in caplog.records if one.name.startswith("games")].count(
        "ERROR"
    ) == 1


@MORE_WAYS
def test_a_computer_player_that_finds_it_so_stops_it(begin, person, way, frozen, monkeypatch):
    monkeypatch.setattr(tasks.play_ai_turn, "apply_async", lambda *_, **__: None)
    match = begin(person("dune"), "easy", first=1)
    monkeypatch.undo()
    break_match(match, way)
    tasks.sweep()
    for _ in range(4):
        frozen.shift(3)
        tasks.sweep()
    stored = Match.objects.get(pk=match.pk)
    assert (stored.paused, stored.version) == ("flagged", 0)


@pytest.mark.parametrize(
    "method", ["prompt", "moment", "observation", "board", "choices", "joined", "active_seats"]
)
def test_rules_that_raise_while_they_show_it_break_only_that_match(scene, method, monkeypatch):
    here = scene("an unknown game")
    match = here.sound

    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(BurnMyVillage, method, broken)
        assert told(here.read("amber", f"/matches/{match.public_id}/")) == 1
        here.read("amber", "/")
        assert here.call("get", f"matches/{match.public_id}/", 200)
    assert Match.objects.get(pk=match.pk).paused == "flagged"
    assert told(here.read("amber", f"/matches/{match.public_id}/")) == 0


def test_a_step_that_cannot_be_played_again_says_nothing_about_the_match(scene, monkeypatch):
    here = scene("an unknown game")
    play(here.sound, action={"type": "draw"})
    here.sound.steps.filter(index=0).update(outcomes=[])
    here.sound.checkpoints.all().delete()
    at = f"/matches/{here.sound.public_id}/"
    assert told(here.read("amber", f"{at}?step=0")) == 1
    assert here.call("get", f"matches/{here.sound.public_id}/steps/0/", 409)
    assert told(here.read("amber", at)) == 0
    assert look(here.sound).match.paused == ""


# -- what one may keep of it -----------------------------------------------------------------------


def kept(here: Scene, who: str, match: Match) -> Any:
    answer = here.people[who].get(f"/matches/{match.public_id}/download/")
    assert answer["content-disposition"] == f'attachment; filename="{match.public_id}.json"'
    return json.loads(answer.content)


def test_while_it_runs_a_person_keeps_their_own_actions_and_no_secret(begin, person, ordered):
    dune, elm = person("dune"), person("elm")
    match = begin(dune, elm, first=0, game=ordered)
    services.set_order(public_id=match.public_id, user=elm, order=ORDER)
    play(match)
    play(match)
    break_match(match, CORRUPTED)
    here = Scene(match, match, {"dune": logged_in(dune)}, "")
    file = kept(here, "dune", match)
    steps = list(match.steps.all())
    assert [step["index"] for step in file["steps"]] == [step.index for step in steps]
    for told_of, step in zip(file["steps"], steps, strict=True):
        assert ("action" in told_of) == (step.seat == 0)
        if step.seat == 0:
            assert told_of["action"] == step.action
        assert told_of.keys() - {"action"} == {"index", "kind", "seat", "actor", "at"}
    text = json.dumps(file)
    secrets = [bytes(match.deal.seed).hex(), *(step.hash for step in steps)]
    secrets += [step.state_hash for step in steps]
    assert not [secret for secret in secrets if secret in text]
    assert "outcomes" not in text
    assert "events" not in text
