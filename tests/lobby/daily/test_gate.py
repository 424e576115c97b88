"""Nothing of a try leaves it before its challenge opens, whoever asks, on whatever way."""

import re
from itertools import product
from typing import Any

import pytest
import time_machine as machine
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings as configured
from django.test import Client
from django.urls import get_resolver

from accounts import notices, presence
from accounts.live import NOT_FOUND
from accounts.models import User
from games.matches.models import Match
from games.matches.play.engine import flags
from games.matches.play.parts import announcements, attendance
from games.matches.record import gate
from games.matches.review import access, actions, match_search
from games.plugin import registry
from lobby import presence as lobby_presence
from lobby.daily import services
from tests.lobby.daily.conftest import END, OPEN
from tests.lobby.leaderboards.conftest import move
from tests.permissions import cells
from tests.rulesets.climb import ROCKS, Climb
from tests.secrets.conftest import READ, Onlooker, _sockets, watching
from tests.support.also import also, also_rows
from tests.support.sockets import closed_with
from toolbox import limits
from toolbox.errors import NotFound

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

MORE = ["/daily/the-climb/", "/leaderboards/the-climb/?span=ever", "/api/leaderboards/the-climb/"]
MORE += ["/api/daily/the-climb/", "/api/daily/the-climb/2026-05-01/places/"]
MORE += ["/review/?text=granite", "/my-matches/", "/admin/matches/match/", "/admin/matches/step/"]


def leaked(text: str, secrets: dict[str, str]) -> list[str]:
    return [what for what, secret in secrets.items() if secret in text]


def secrets_of(match: Match) -> dict[str, str]:
    """What nobody may read, by what it is; the commitment is public."""
    found = {f"the rock {rock}": rock for rock in ROCKS} | {"the match": match.public_id}
    seed = bytes(match.deal.seed)
    found |= {"the seed": seed.hex(), "the points": "7 points"}
    for step in match.steps.all():
        found[f"the hash of step {step.index}"] = step.hash
    return found


def pages(onlooker: Onlooker, match: Match) -> dict[str, str]:
    """All that can be read by HTTP."""
    names = {"id": match.public_id, "table": "nowhere", "step": match.version // 2}
    with_id = [address for address in READ if "{table}" not in address]
    return onlooker.pages([*with_id, *MORE], **names)


@pytest.fixture
def played(trial: Any, amber: User) -> Match:
    return trial(amber, *["climb"] * 7, "stop")


@pytest.fixture
def boss(db: None) -> User:
    """An administrator who plays it, too."""
    return User.objects.create_superuser("boss")


@pytest.mark.parametrize(
    ("reader", "when"), [("boss", END), *also_rows(("birch", END), ("", END), ("boss", ""))]
)
def test_nobody_reads_anything_of_a_try_that_is_over(
    trial, played, amber, birch, boss, time_machine, reader, when
):
    """The administrator, who may more than the others, plays it too."""
    boss.date_joined = amber.date_joined
    boss.save()
    trial(birch)
    trial(boss)
    if when:
        time_machine.move_to(when, tick=False)
    secrets = secrets_of(played)
    user = User.objects.filter(username=reader).first()
    for address, text in pages(Onlooker(user, None), played).items():
        asked_for = {"the match"} if "{id}" in address else set()
        assert not set(leaked(text, secrets)) - asked_for, address


def test_its_own_player_keeps_nothing_but_the_points(played, amber):
    secrets = secrets_of(played)
    secrets.pop("the points")
    secrets.pop("the match")
    me = Onlooker(amber, 0)
    for address, text in pages(me, played).items():
        assert not leaked(text, secrets), address
    shut = (
        *("boards/?from=0&count=1", "story/", "after/", "news/", "verify/", "verify/server/"),
        "seats/0/",
    )
    for path in ("", "?step=0", "?step=1&as=omniscient", "log/", "download/", *shut):
        answer = me.client.get(f"/matches/{played.public_id}/{path}")
        assert answer.status_code == 403, path
        assert b"Then all of them open." in answer.content
    for path in ("", "log/", "steps/1/", "record/", "forks/"):
        answer = me.client.get(f"/api/matches/{played.public_id}/{path}")
        assert answer.json()["code"] == "embargoed", path
    for form in ("act", "control"):
        answer = me.client.post(f"/matches/{played.public_id}/{form}/")
        assert answer.headers["Location"] == "/daily/the-climb/2026-05-01/", form
    for path in ("/", "/my-matches/", "/people/amber/"):
        assert played.public_id not in me.client.get(path).content.decode(), path


UNKNOWN = "mmmmmmmmmmmm"
Sent = tuple[tuple[str, dict[str, str]], ...]
MOVE = {"action": '{"type": "stop"}', "version": "8", "control": "resign", "text": "hello"}
SENT: Sent = (("GET", {}), ("POST", MOVE))
NONSENSE = {"action": "{", "version": "x", "control": "undo", "text": "h" * 5_000}
MORE_SENT: Sent = (*SENT, ("HEAD", {}), ("OPTIONS", {}), ("POST", {}), ("POST", NONSENSE))
RANDOM = re.compile(r'nonce="[\w+/=-]+"|csrf[\w": ]+value="\w+"|"X-CSRFToken": "\w+"')


def addresses_of_a_match() -> list[str]:
    """Every address that names one match, whose id is left open; a try has no table."""
    found = []
    for route in sorted(cells.views(get_resolver()).values()):
        if "<str:key>" in route and route.startswith("chat/"):
            chats = ("match:{id}:players", "match:{id}:watchers")
            found += [route.replace("<str:key>", key) for key in chats]
        elif ":public_id>" in route and "tables/" not in route:
            named = re.sub(r"<\w+:public_id>", "{id}", route)
            found.append(re.sub(r"<int:index>", "0", named))
    assert "matches/{id}/act/" in found
    return found


def answered(client: Any, method: str, address: str, public_id: str, said: Any) -> str:
    """All of an answer but what is drawn by lot, and with the id left open."""
    path = "/" + address.format(id=public_id)
    more = {"content_type": "application/json"} if address.startswith("api/") else {}
    sent = said if method in ("GET", "HEAD", "POST") else ""
    # What the form before this one left:
    client.cookies.pop(f"{configured.COOKIE_PREFIX}_messages", None)
    answer = getattr(client, method.lower())(path, sent, **more)
    headers = {name: answer.headers.get(name) for name in ("Location", "Allow", "Cache-Control")}
    told = f"{answer.status_code} {headers} {answer.content.decode()}"
    return RANDOM.sub("", told).replace(public_id, "{id}")


@pytest.mark.parametrize("reader", ["birch", *also("", "boss")])
@pytest.mark.parametrize("moves", [("climb", "stop"), *also(("climb",))])
@pytest.mark.parametrize("sent", [SENT, *also(MORE_SENT)], ids=len)
def test_a_shut_try_of_someone_else_is_answered_like_no_match_at_all(
    trial, amber, birch, boss, settings, monkeypatch, reader, moves, sent
):
    """By every address and method, with any body, also to who has a try of their own."""
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": {}}
    shut = trial(amber, *moves).public_id
    trial(birch, "climb", "stop")
    user = User.objects.filter(username=reader).first()
    client = Onlooker(user, None).client
    wrong = []
    for hurried in (False, True):
        monkeypatch.setattr(limits, "may_act", lambda _user, hurried=hurried: not hurried)
        for address, (method, said) in product(addresses_of_a_match(), sent):
            if hurried and (method != "POST" or not said):
                continue
            told, like = (answered(client, method, address, i, said) for i in (shut, UNKNOWN))
            if told != like:
                wrong.append((method, address, said, told[:300], like[:300]))
    assert not wrong


def test_a_running_try_is_there_for_its_player_alone(trial, amber, birch, boss):
    match = trial(amber, "climb")
    presence.Board().tell({attendance.place(match.public_id): {amber.pk: 1}})
    (shown,) = lobby_presence.online(birch).people
    assert (shown.name, shown.at, shown.link) == ("amber", "", "")
    mine, theirs = Onlooker(amber, 0).client, Onlooker(birch, None).client
    address = f"/matches/{match.public_id}/"
    assert mine.get(address).status_code == 200
    assert match.public_id in mine.get("/").content.decode()
    for client in (theirs, Onlooker(boss, None).client, Client()):
        assert client.get(address).status_code == 404
        assert client.get(f"/api{address}").status_code == 404
        assert match.public_id not in client.get("/people/amber/").content.decode()
        assert match.public_id not in client.get("/").content.decode()
        act = client.post(f"/api{address}actions/", {"action": {}, "version": 0})
        assert act.status_code in (401, 403, 404, 415)


def test_reviewers_find_open_and_void_none(played, boss):
    said = {"public_id": played.public_id, "by": boss, "reason": "A complaint."}
    for deed in (actions.void, access.record_for):
        with pytest.raises(NotFound):
            deed(**said)
    assert played not in match_search.matches_like(match_search.Filters())


def test_reviewers_hear_of_a_try_whose_rules_fail_when_it_opens(
    trial, amber, boss, time_machine, monkeypatch
):
    match = trial(amber, "climb")
    flags.flag({match.pk: RuntimeError("the rules are broken")})
    assert "paused" in notices.sentence(notices.unread(amber)[0])
    assert notices.unread(boss) == []
    services.score_overdue()
    assert notices.unread(boss) == []
    time_machine.move_to(OPEN, tick=False)
    monkeypatch.setattr(Climb, "result", lambda *_: 1 / 0)
    for _ in range(2):
        services.score_overdue()
    (told,) = notices.unread(boss)
    assert match.public_id in notices.sentence(told)
    assert notices.unread(amber)[0].link == f"/matches/{match.public_id}/"


def test_a_try_that_an_administrator_ended_does_not_count(trial, amber, boss, time_machine):
    match = trial(amber, "climb")
    flags.flag({match.pk: RuntimeError("the rules are broken")})
    time_machine.move_to(OPEN, tick=False)
    result = [{"outcome": "scored", "rank": 1, "score": 9}]
    actions.end(public_id=match.public_id, by=boss, reason="Our fault.", result=result)
    services.note_end(match.pk)
    assert match.try_of.score is None


def test_the_gate_opens_for_all_at_the_same_moment(played, amber, birch, boss, time_machine):
    time_machine.move_to("2026-05-02T00:59:59Z", tick=False)
    assert gate.is_shut(played)
    time_machine.move_to(OPEN, tick=False)
    assert not gate.is_shut(played)
    for user in (amber, birch, boss, None):
        client = Onlooker(user, None).client
        for path in ("", "log/", "record/", "steps/3/?as=omniscient"):
            assert client.get(f"/api/matches/{played.public_id}/{path}").status_code == 200
    assert played.public_id in Client().get("/people/amber/").content.decode()


def _begin() -> tuple[Match, User, User]:
    with machine.travel("2026-04-01T00:00:00Z"):
        amber, birch = (User.objects.create_user(name) for name in ("amber", "birch"))
    match = services.begin(user=amber, game=registry.get("the-climb")).match
    services.begin(user=birch, game=registry.get("the-climb"))
    return match, amber, birch


@pytest.mark.django_db(transaction=True)
async def test_no_socket_of_another_person_hears_of_a_try(climb):
    match, amber, birch = await sync_to_async(_begin)()
    mine = await sync_to_async(Onlooker)(amber, 0)
    theirs = await sync_to_async(Onlooker)(birch, None)
    async with watching(match, [mine]):
        mine.sockets.pop()  # a program's own, which isn't let in
        refused = await _refused(match, theirs)
        await sync_to_async(move)(match, amber, "climb")
        said: Any = {}
        while said.get("version") != 1:
            said = await mine.sockets[0].receive_json_from()
        assert "granite" in str(said)
        assert "granite" not in refused
        assert "not_found" in refused
        _page, (address, headers) = await sync_to_async(_sockets)(match, mine)
        assert await _closed(address, headers) == NOT_FOUND, "nor a program of their own"
        await sync_to_async(move)(match, amber, "stop")
    assert "embargoed" in await _refused(match, mine)
    (_address, headers), _program = await sync_to_async(_sockets)(match, mine)
    chat = f"/ws/chat/match:{match.public_id}:players/"
    assert await _closed(chat, headers) == NOT_FOUND, "without a word"


async def _closed(address: str, headers: Any) -> int:
    from portal.asgi import application

    socket = WebsocketCommunicator(application, address, headers)
    await socket.connect()
    code = await closed_with(socket)
    await socket.disconnect()
    return code


@pytest.mark.django_db(transaction=True)
async def test_a_socket_open_at_the_end_tells_the_end_and_then_only_when_it_opens(climb):
    match, amber, _birch = await sync_to_async(_begin)()
    mine = await sync_to_async(Onlooker)(amber, 0)
    async with watching(match, [mine]):
        mine.sockets.pop()  # a program's own, which isn't let in
        (page,) = mine.sockets
        assert (await page.receive_json_from())["version"] == 0
        await sync_to_async(move)(match, amber, "climb", "climb", "stop")
        await _push(match)
        while (await page.receive_json_from()).get("version") != 3:
            pass
        for body in (
            {"boards": "0-3"},
            {"action": '{"type": "climb"}', "version": "3"},
            {"control": "resign", "version": "3"},
        ):
            await page.send_json_to({"headers": {}, "body": body})
            answer = await _answer(page)
            assert (answer["type"], answer["code"]) == ("error", "embargoed"), body
        await _push(match)
        await page.send_json_to({"headers": {}, "body": {"boards": "0-1"}})
        assert (await _answer(page))["code"] == "embargoed"
        assert await mine.listen() == []


async def _answer(page: Any) -> Any:
    """What it says next, but for the end itself, which it may tell once more, and who is here."""
    while (said := await page.receive_json_from())["type"] == "people" or said.get("version") == 3:
        pass
    return said


def test_a_program_reads_of_its_persons_running_try_what_a_stranger_does(trial, amber, birch):
    public_id = trial(amber, "climb").public_id
    trial(birch)
    keys = {name: Onlooker(user, None).token for name, user in (("mine", amber), ("not", birch))}
    for path in ("", "log/", "steps/0/", "steps/1/?as=0", "record/", "forks/"):
        told = {
            whose: Client().get(
                f"/api/matches/{public_id}/{path}", headers={"Authorization": f"Token {key}"}
            )
            for whose, key in keys.items()
        }
        assert told["mine"].status_code == told["not"].status_code == 404, path
        assert told["mine"].content == told["not"].content, path
    header = {"Authorization": f"Token {keys['mine']}"}
    for path in ("matches/?mine=1", "daily/the-climb/"):
        assert public_id not in Client().get(f"/api/{path}", headers=header).content.decode(), path
    assert Onlooker(amber, 0).client.get(f"/api/matches/{public_id}/").status_code == 200


async def _push(match: Match) -> None:
    """Have every socket read the match anew."""
    said = {"type": announcements.MOVED, "news": [[match.public_id, 3, True]]}
    await get_channel_layer().group_send(announcements.MATCHES, said)


async def _refused(match: Match, onlooker: Onlooker) -> str:
    """What sockets say to someone who isn't let in, before they close."""
    from portal.asgi import application

    said = ""
    for address, headers in await sync_to_async(_sockets)(match, onlooker):
        socket = WebsocketCommunicator(application, address, headers)
        opened, _ = await socket.connect()
        assert opened
        said += (await socket.receive_output()).get("text", "")
        assert (await socket.receive_output())["type"] == "websocket.close"
        await socket.disconnect()
    return said
