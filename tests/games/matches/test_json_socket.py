"""The JSON socket: what it tells whom, and what it makes of whatever is thrown at it."""

import asyncio
import itertools
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import OperationalError, connections

from accounts import pushes
from accounts.live import FLOODED, NOT_FOUND, TRY_AGAIN
from accounts.models import User
from accounts.services import issue_token
from games.matches.live import base, hub
from games.matches.live.api import ApiConsumer
from games.matches.models import Match
from games.matches.play.actions import requests, services
from games.matches.play.parts import announcements, downtime
from tests.games.matches.conftest import look, play
from tests.games.matches.test_races import silent
from tests.support.sockets import socket_of
from toolbox import limits

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _close_connections_of_threads():
    yield
    connections.close_all()


class Client:
    def __init__(self, communicator):
        self.communicator = communicator

    async def next(self, kind=""):
        """The next message; it must be of that type if one is given."""
        message = json.loads(await self.communicator.receive_from())
        assert kind in ("", message["type"]), message
        return dict(message)

    async def say(self, message):
        text = message if isinstance(message, str) else json.dumps(message)
        await self.communicator.send_to(text_data=text)

    async def act(self, action, version, client_id=None):
        await self.say(
            {"type": "action", "action": action, "version": version, "client_id": client_id}
        )

    async def silent(self):
        return bool(await self.communicator.receive_nothing(timeout=0.05))


def token_of(user: User) -> str:
    return issue_token(user=user)


@asynccontextmanager
async def connected(match: Match | str, token: str = "") -> AsyncIterator[Client]:
    public_id = match if isinstance(match, str) else match.public_id
    async with socket_of(f"/ws/api/matches/{public_id}/", key=token) as socket:
        yield Client(socket)


@asynccontextmanager
async def seated(match: Match, *tokens: str) -> AsyncIterator[list[Client]]:
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(connected(match, token)) for token in tokens]
        for client in clients:
            await client.next("state")
        yield clients


@pytest.fixture
def unhurried(monkeypatch):
    """Between two messages there are ten seconds."""
    monkeypatch.setattr(limits, "monotonic", itertools.count(step=10).__next__)


@pytest.fixture
def table(begin, person):
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, first=0)
    return match, token_of(amber), token_of(birch)


async def test_a_token_comes_with_the_call_or_as_a_message_and_who_has_none_watches(
    table, unhurried
):
    match, amber, _ = table
    async with connected(match, amber) as client:
        state = await client.next("state")
    assert (state["id"], state["version"], state["you"]) == (match.public_id, 0, 0)
    assert sum(state["observation"]["seats"][0]["hand"].values()) == 7
    assert {"action", "label", "group", "picks"} == set(state["actions"][0])
    async with connected(match, "wrong") as client:
        assert (await client.next("error"))["code"] == "not_authenticated"
        state = await client.next("state")
        assert (state["you"], state["actions"]) == (None, [])
        for token in ("wrong", "", 5, None, ["x"], {"a": 1}, "x" * 5_000):
            await client.say({"type": "auth", "token": token})
            assert (await client.next("error"))["code"] in ("not_authenticated", "malformed")
        await client.say({"type": "auth", "token": amber})
        assert (await client.next("state"))["you"] == 0


async def test_an_action_is_accepted_and_everybody_gets_the_new_state(table):
    match, amber, birch = table
    async with seated(match, amber, birch, "") as (mine, theirs, spectator):
        await mine.act({"type": "draw"}, 0, "first")
        accepted = {"type": "accepted", "client_id": "first", "version": 1}
        assert await mine.next("accepted") == accepted
        states = [await client.next("state") for client in (mine, theirs, spectator)]
    assert [state["version"] for state in states] == [1, 1, 1]
    assert [state["you"] for state in states] == [0, 1, None]
    assert states[1]["actions"]
    assert not states[0]["actions"]


async def test_a_refused_action_is_a_typed_error(table, unhurried):
    match, amber, _ = table
    draw = {"type": "draw"}
    async with seated(match, amber) as [client]:
        for action, version, code in (
            (draw, 7, "future_version"),
            ({"type": "bribe", "treasure": "sword", "count": 14, "wilds": 0}, 0, "illegal"),
            (draw, "0", "malformed"),
        ):
            await client.act(action, version, "mine")
            error = await client.next("error")
            assert (error["code"], error["client_id"]) == (code, "mine")
        await client.act(draw, 0)
        assert (await client.next("accepted"))["version"] == 1
        await client.next("state")
        await client.act(draw, 0)
        error = await client.next("error")
        assert (error["code"], error["version"]) == ("stale", 1)


NONSENSE = [
    *("not json", "[]", "5", '"text"', "null", "NaN", "{}"),
    *('{"type": null}', '{"type": "dance"}', '{"type": ["action"]}', '{"type": {"a": 1}}'),
    '{"type": "action"}',
    '{"type": "action", "action": {"type": "draw"}, "version": 1e400}',
    '{"type": "action", "action": {"type": "draw"}, "version": ' + "9" * 3_000 + "}",
    '{"type": "action", "action": {"type": "draw"}, "version": 0, "client_id": {}}',
    '{"type": "action", "action": {"type": "draw"}, "version": 0, "client_id": "a\\u0000b"}',
    '{"type": "action", "action": {"type": "draw"}, "version": 0, "client_id": "\\ud800"}',
    '{"type": "action", "action": "\\ud800", "version": 0}',
    "[" * 15_000,
    '{"type": "action", "action": ' + "[" * 7_000 + "]" * 7_000 + "}",
    '{"a":' * 3_000,
    "x" * (base.MatchConsumer.largest_message + 1),
]


async def test_nonsense_is_a_typed_error_and_the_socket_lives_on(table, unhurried):
    match, amber, _ = table
    async with seated(match, amber) as [client]:
        for text in NONSENSE:
            await client.say(text)
            error = await client.next("error")
            assert error["code"] in ("malformed", "too_large"), text[:40]
            assert "Traceback" not in error["detail"]
        await client.communicator.send_to(bytes_data=b"\x00\xff")
        assert (await client.next("error"))["code"] == "malformed"
        assert (await sync_to_async(look)(match)).version == 0
        await client.act({"type": "draw"}, 0)
        await client.next("accepted")


async def test_who_hurries_is_slowed_down_and_who_floods_is_disconnected(table, monkeypatch):
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)  # a slow machine's flood is none
    match, amber, _ = table
    async with seated(match, amber) as [client]:
        for _ in range(base.MatchConsumer.flood[1] + 60):
            await client.say("{}")
        codes = []
        while True:
            output = await client.communicator.receive_output()
            if output["type"] == "websocket.close":
                break
            codes.append(json.loads(output["text"])["code"])
    assert output["code"] == FLOODED
    assert codes[0] == "malformed"
    assert codes[-1] == "throttled"


async def test_an_unknown_match_and_somebodys_private_match_look_the_same(begin, person):
    def begun():
        amber = person("amber")
        match = begin(amber, person("birch"), private=True)
        return match, token_of(amber), token_of(person("eve"))

    private, amber, stranger = await sync_to_async(begun)()
    for match in (private, "nosuchmatch"):
        async with connected(match, stranger) as client:
            assert (await client.next("error"))["code"] == "not_found"
            assert (await client.communicator.receive_output())["code"] == NOT_FOUND
        async with connected(match) as client:
            assert (await client.next("error"))["code"] == "not_authenticated"
            await client.say({"type": "auth", "token": stranger})
            assert (await client.next("error"))["code"] == "not_found"
    async with connected(private) as client:
        await client.next("error")
        await client.say({"type": "auth", "token": amber})
        assert (await client.next("state"))["you"] == 0


async def test_a_move_made_here_needs_no_broker(table, monkeypatch):
    """What this process does, it tells its own sockets directly."""
    told = []

    async def away(pushed):
        told.extend((group, message["type"]) for group, message in pushed)

    match, amber, birch = table
    monkeypatch.setattr(pushes, "deliver_all", away)
    async with seated(match, amber, birch) as (mine, theirs):
        await mine.act({"type": "draw"}, 0)
        assert (await mine.next("accepted"))["version"] == 1
        for client in (mine, theirs):
            assert (await client.next("state"))["version"] == 1
    assert told[0] == (announcements.MATCHES, announcements.MOVED), "others are told, too"


async def test_all_sockets_of_a_process_hear_by_one_subscription(table, monkeypatch):
    match, amber, birch = table
    layer = get_channel_layer()
    joined = []
    join = layer.group_add

    async def counted(group, channel):
        joined.append(group)
        await join(group, channel)

    monkeypatch.setattr(layer, "group_add", counted)
    async with connected(match, amber) as mine:
        async with connected(match, birch) as theirs, connected(match) as spectator:
            for client in (mine, theirs, spectator):
                await client.next("state")
            assert joined.count(announcements.MATCHES) == 1
        await sync_to_async(play)(match)
        assert (await mine.next("state"))["version"] == 1, "who has gone takes nothing with them"


async def test_a_version_that_comes_while_one_enters_is_not_missed(table, monkeypatch):
    """The match is read, and only then a move is told: it comes right after."""
    match, amber, _ = table
    found = base.MatchConsumer.find

    async def slow(self):
        shown = await found(self)
        await sync_to_async(play)(match)
        while not self._missed:
            await asyncio.sleep(0)
        return shown

    monkeypatch.setattr(base.MatchConsumer, "find", slow)
    async with connected(match, amber) as client:
        assert (await client.next("state"))["version"] == 0
        assert (await client.next("state"))["version"] == 1


@pytest.mark.parametrize(
    ("error", "codes"), [(OperationalError("database is locked"), ["busy"]), (ValueError(), [])]
)
async def test_a_socket_that_cannot_be_told_of_a_move_ends(table, monkeypatch, error, codes):
    match, amber, birch = table
    send_view = ApiConsumer.send_view

    async def fail(self, shown, before):
        if shown.version and self.viewer == 1:
            raise error
        await send_view(self, shown, before)

    if codes:
        error.__cause__ = sqlite3.OperationalError()
        error.__cause__.sqlite_errorcode = sqlite3.SQLITE_BUSY
    monkeypatch.setattr(ApiConsumer, "send_view", fail)
    async with seated(match, amber, birch) as (mine, theirs):
        await mine.act({"type": "draw"}, 0)
        await mine.next("accepted")
        assert (await mine.next("state"))["version"] == 1, "nobody else hears of it"
        assert [(await theirs.next("error"))["code"] for _ in codes] == codes
        closed = await theirs.communicator.receive_output()
        assert (closed["type"], closed["code"]) == ("websocket.close", TRY_AGAIN)


async def test_moves_made_elsewhere_arrive_and_lost_pushes_are_made_good(table, monkeypatch):
    match, _, birch = table
    async with seated(match, birch) as [client]:
        await sync_to_async(announcements.push)(match.public_id, 0)
        assert await client.silent(), "of a version already seen"
        await sync_to_async(play)(match)
        assert (await client.next("state"))["version"] == 1
        monkeypatch.setattr(announcements, "push", lambda *arguments, **more: None)
        await sync_to_async(play)(match)
        assert await client.silent()
        await hub.current().resync()
        assert (await client.next("state"))["version"] == 2


async def test_spectators_are_told_at_most_four_times_a_second(table, monkeypatch):
    match, _, _ = table
    due, sleep = asyncio.Event(), asyncio.sleep

    async def until_due(seconds):
        await (due.wait() if seconds > 60 else sleep(seconds))

    monkeypatch.setattr(base, "SPECTATOR_SECONDS", 3_600)
    monkeypatch.setattr(asyncio, "sleep", until_due)
    async with seated(match, "") as [client]:
        for _ in range(4):
            await sync_to_async(play)(match)
        assert await client.silent()
        due.set()
        last = await client.next("state")
        assert last["version"] == 4  # one message for four moves
        assert await client.silent()


async def test_each_view_is_rendered_once_however_many_sockets_follow(table, monkeypatch):
    from games.matches.live import api

    match, amber, birch = table
    made = []
    real = api.representation

    def counted(shown, viewer):
        made.append((shown.version, viewer))
        return real(shown, viewer)

    monkeypatch.setattr(api, "representation", counted)
    async with seated(match, amber, amber, birch) as (first, second, third):
        await sync_to_async(play)(match)
        for client in (first, second, third):
            await client.next("state")
    assert len(made) == len(set(made)) == 4


async def test_an_unexpected_error_is_typed_and_the_socket_lives_on(table, monkeypatch, caplog):
    def broken(**arguments):
        raise ZeroDivisionError("secret detail")

    match, amber, _ = table
    async with connected(match, amber) as client:
        assert (await client.next("state"))["actions"]
        with monkeypatch.context() as patch:
            patch.setattr(services, "submit_action", broken)
            await client.act({"type": "draw"}, 0)
            error = await client.next("error")
        assert error["code"] == "internal"
        assert "secret" not in error["detail"]
        await sync_to_async(Match.objects.filter(pk=match.pk).update)(paused="flagged")
        await sync_to_async(announcements.push)(match.public_id, 0, fresh=True)
        state = await client.next("state")  # it is shown again without a new version
        assert (state["paused"], state["actions"]) == ("flagged", [])
        await sync_to_async(Match.objects.filter(pk=match.pk).update)(paused="")
        await client.act({"type": "draw"}, 0)
        await client.next("accepted")


@pytest.mark.parametrize("practice", [False, True])
async def test_a_program_whose_run_counts_for_nothing_takes_back_over_the_socket(
    begin, person, climb, practice
):
    """A run that counted stops doing so when a program's socket opens, and by nothing else."""

    @sync_to_async
    def rested():
        amber = person("amber")
        match = begin(amber, game=climb, practice=practice)
        play(match, action={"type": "rest"})
        return match, token_of(amber), token_of(person("birch"))

    match, amber, birch = await rested()
    async with seated(match, birch, ""):
        await match.arefresh_from_db()
        assert match.unranked == ("practice" if practice else "")
    async with connected(match, amber) as client:
        assert (await client.next("state"))["can_undo"] is True
        await client.say({"type": "undo", "version": 1, "client_id": "oops"})
        while (said := await client.next())["type"] == "state":
            pass  # everyone is told once more, as the run has changed
        assert (said["type"], said["version"]) == ("accepted", 2)
    await match.arefresh_from_db()
    assert match.unranked == ("practice" if practice else "token")


async def test_who_comes_later_or_stays_through_a_downtime_is_told_the_time_anew(
    begin, person, frozen
):
    clock = {"type": "live", "bank": 60, "increment": 5}
    match = await sync_to_async(lambda: begin(first=0, clock=clock))()
    await sync_to_async(downtime.note)()
    for now in ("2026-05-01T12:00:00Z", "2026-05-01T12:00:05Z"):
        async with connected(match) as client:
            shown = (await client.next("state"))["clock"]
            assert (shown["now"], shown["seats"][0]["deadline"]) == (now, "2026-05-01T12:01:00Z")
            if now.endswith("05Z"):
                frozen.shift(600)
                await sync_to_async(downtime.note)()
                seat = (await client.next("state"))["clock"]["seats"][0]
                assert (seat["deadline"], seat["bank"]) == ("2026-05-01T12:11:05Z", 60)
        frozen.shift(5)


@pytest.fixture
def courteous(begin, person, ordered):
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, game=ordered, number=4, first=0)
    return match, token_of(amber), token_of(birch)


async def test_an_order_is_left_and_told_to_its_owner_alone(courteous):
    match, amber, birch = courteous
    rolls = {"type": "rolls", "offer": False}
    async with seated(match, amber, birch) as (other, owner):
        await owner.say({"type": "order", "order": {"type": "rolls"}, "client_id": "mine"})
        accepted = {"type": "accepted", "client_id": "mine", "version": 1}
        got = [await owner.next(), await owner.next()]
        assert accepted in got
        (own,) = (message for message in got if message["type"] == "state")
        assert (own["version"], own["order"]) == (1, rolls)
        theirs = await other.next("state")
        assert (theirs["version"], theirs["order"]) == (1, None)
        assert "rolls" not in json.dumps(theirs)
        await other.act({"type": "roll"}, 0, "move")
        got = [await other.next(), await other.next()]
        assert {"type": "accepted", "client_id": "move", "version": 2} in got
        assert {message["version"] for message in got} == {2, 3}  # the answer follows at once


async def test_what_is_asked_and_answered_reaches_everybody(table):
    match, amber, birch = table
    async with connected(match, amber) as mine, connected(match, birch) as theirs:
        for client in (mine, theirs):
            assert (await client.next("state"))["request"] is None
        await mine.say({"type": "ask", "what": "pause", "client_id": "please"})
        assert (await mine.next("accepted"))["version"] == 1
        for client in (mine, theirs):
            request = (await client.next("state"))["request"]
            assert (request["id"], request["what"], request["voters"]) == (1, "pause", [1])
        await theirs.say({"type": "answer", "request": 1, "yes": True, "client_id": "yes"})
        assert (await theirs.next("accepted"))["version"] == 2
        for client in (mine, theirs):
            state = await client.next("state")
            assert (state["paused"], state["request"]) == ("consent", None)


async def test_opening_a_socket_ends_the_vote_about_ones_own_seat(begin, person):
    def voted_about():
        people = [person(), person(), person()]
        match = begin(*people, first=0)
        silent(match)
        said = {"public_id": match.public_id, "user": people[1]}
        requests.ask(what="take-over", about=0, **said)
        return match, token_of(people[0]), token_of(people[1])

    match, away, asking = await sync_to_async(voted_about)()
    async with connected(match, asking) as client:
        await client.next("state")
    async with connected(match, away) as client:
        state = await client.next("state")
        if state["version"] == 1:  # it was read before the vote ended
            state = await client.next("state")
        assert (state["version"], state["request"]) == (2, None)
    step = await sync_to_async(lambda: match.steps.get(index=2))()
    assert (step.seat, step.action) == (0, {"type": "withdraw", "to": 1})
