"""One id through web, sockets and tasks, in JSON logs."""

import asyncio
import json
import logging
import re
import sys
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from celery import shared_task
from celery.signals import before_task_publish, task_prerun
from django.db import connections

from accounts import pushes
from games.matches.live import hub
from games.matches.live.api import ApiConsumer
from games.matches.play.actions import computer_turns
from games.matches.play.parts import announcements
from portal.logs import JSONLines, Lines
from portal.tasks import fold_log
from tests.games.matches.test_json_socket import seated, table
from tests.support.patience import PATIENCE_SECONDS
from toolbox import task_queue, tracing

__all__ = ["table"]

PROXY = "192.0.2.1"
GIVEN = "0f3c-From-The-Proxy-9"


@pytest.fixture(autouse=True)
def _leave_nothing():
    """Later tests of this process push under no id, and threads keep no connections."""
    with tracing.caused_by(None):
        yield
    connections.close_all()


async def id_of(**headers: str) -> str:
    """The id that an answer has."""
    from portal.asgi import application

    said = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "http", "method": "GET", "path": "/healthz", "query_string": b""}
    scope |= {"headers": [(b"host", b"testserver"), *said], "client": ("127.0.0.1", 5)}
    asked = ApplicationCommunicator(application, scope)
    await asked.send_input({"type": "http.request", "body": b""})
    start = await asked.receive_output(10)
    await asked.wait()
    [named] = [text.decode() for name, text in start["headers"] if name == b"X-Request-ID"]
    return named


@pytest.mark.parametrize(
    ("proxies", "given", "forwarded", "kept"),
    [
        (1, GIVEN, PROXY, True),
        (1, "a" * 64, PROXY, True),
        (1, "a" * 65, PROXY, False),
        (1, "a b", PROXY, False),
        (1, 'a","level":"', PROXY, False),
        (1, "a.1", PROXY, False),
        (1, "", PROXY, False),
        (1, GIVEN, "", False),
        (2, GIVEN, PROXY, False),
        (0, GIVEN, PROXY, False),
    ],
)
async def test_only_a_trusted_proxy_names_a_request(settings, proxies, given, forwarded, kept):
    settings.TRUSTED_PROXIES = proxies
    headers = {"x_request_id": given} | ({"x_forwarded_for": forwarded} if forwarded else {})
    answered = await id_of(**headers)
    assert (answered == given) is kept
    if not kept:
        assert len(answered) == 16
        assert answered != await id_of(**headers)


@pytest.mark.django_db(transaction=True)
async def test_each_message_of_a_socket_has_an_id_of_its_own(table, monkeypatch):
    seen: list[tracing.Trace] = []

    async def understand(self: Any, message: Any) -> None:
        seen.append(await hub.in_moves_thread(tracing.current))
        await self.send('{"type": "seen"}')

    monkeypatch.setattr(ApiConsumer, "understand", understand)
    async with seated(*table) as clients:
        for client in (*clients, clients[0]):
            await client.say({})
            await client.next("seen")
    [(first, one), (second, another), (first_again, two)] = [trace.id.split(".") for trace in seen]
    assert (one, another, two) == ("1", "1", "2")
    assert first == first_again != second
    assert {trace.way for trace in seen} == {"api-socket"}


def published(headers: dict[str, Any]) -> dict[str, Any]:
    """The headers of a task that is queued now."""
    before_task_publish.send(sender="some.task", headers=headers)
    return headers


def worked(headers: dict[str, Any]) -> tracing.Trace:
    """The trace under which a worker does that task."""
    task: Any = fold_log
    task.push_request(is_eager=False, **headers)
    try:
        task_prerun.send(sender=task, task_id="own", task=task)
    finally:
        task.pop_request()
    return tracing.current()


@pytest.mark.django_db
def test_a_task_works_under_the_id_of_what_queued_it():
    tracing.begin("api", GIVEN)
    headers = published({"id": "own"})
    tracing.begin("page")
    trace = worked(headers)
    assert (trace.id, trace.way) == (GIVEN, "task")
    assert worked({"id": "own"}).id == "own", "of an older process, or of beat"


@pytest.mark.django_db(transaction=True)
async def test_a_task_queued_by_a_socket_has_its_id(settings, monkeypatch):
    settings.CELERY_TASK_ALWAYS_EAGER = False
    sent: list[str] = []
    monkeypatch.setattr(task_queue, "send_all", lambda calls: sent.append(tracing.current().id))
    trace = tracing.begin("api-socket")
    await hub.in_moves_thread(task_queue.queue, name="portal.tasks.fold_log")
    for _turn in range(200):
        await asyncio.sleep(0.005 if _turn > 20 else 0)
        if sent:
            break
    assert sent == [trace.id]


class Watching:
    """Follows matches, in another process as it were, and notes under which trace it is told."""

    def __init__(self) -> None:
        self.told = asyncio.Queue[tuple[str, str]]()

    async def notify(self, version: int, *, fresh: bool = False) -> None:
        trace = tracing.current()
        self.told.put_nowait((trace.id, trace.way))


@pytest.mark.django_db(transaction=True)
async def test_sockets_of_another_process_are_told_under_the_id_of_the_move():
    tracing.begin("page-socket", "the-first-to-watch")
    elsewhere, watching = hub.Hub(), Watching()
    await elsewhere.follow("m", watching)
    for cause in (GIVEN, "another"):
        tracing.begin("api", cause)
        await hub.in_moves_thread(announcements.push, public_id="m", version=2)
        assert await asyncio.wait_for(watching.told.get(), PATIENCE_SECONDS) == (cause, "push")
    elsewhere.unfollow("m", watching)


@pytest.mark.django_db(transaction=True)
async def test_a_push_is_handled_under_its_id_and_the_socket_keeps_its_own(table, monkeypatch):
    seen: list[str] = []
    pushed = asyncio.Event()

    async def understand(self: Any, message: Any) -> None:
        seen.append(tracing.current().id)
        await self.send('{"type": "seen"}')

    async def notice(self: Any, event: Any) -> None:
        seen.append(tracing.current().id)
        pushed.set()

    monkeypatch.setattr(ApiConsumer, "understand", understand)
    monkeypatch.setattr(ApiConsumer, "person_notice", notice)
    match, token, _ = table
    async with seated(match, token) as (client,):
        tracing.begin("api", GIVEN)
        person = (await sync_to_async(match.seats.first)()).user_id
        await pushes.deliver(pushes.group_of(person), {"type": "person.notice"})
        await asyncio.wait_for(pushed.wait(), PATIENCE_SECONDS)
        await client.say({})
        await client.next("seen")
    assert seen[0] == GIVEN
    assert seen[1].endswith(".1")


def test_pushes_that_are_merged_keep_their_ids():
    held: list[pushes.Push] = []
    with pushes.held_back(held):
        for person, cause in enumerate(("one", "two", "two")):
            tracing.begin("task", cause)
            pushes.desks([person])
    desk = {"type": "person.desk", "news": [0, 1, 2], pushes.CAUSE: "one two"}
    assert pushes.merged(held) == [(pushes.DESKS, desk)]
    many = [(group, {**push, pushes.CAUSE: str(n)}) for n in range(100) for group, push in held]
    assert pushes.merged(many)[0][1][pushes.CAUSE] == "0 1 2 3 4 5 6 7", "log lines stay short"


@pytest.mark.django_db
def test_each_move_leaves_a_line_under_the_id_of_what_made_it(
    begin, person, caplog, django_capture_on_commit_callbacks
):
    user = person()
    match = begin(user, "easy", first=1)
    caplog.set_level(logging.INFO)
    tracing.begin("task", GIVEN)
    with django_capture_on_commit_callbacks(execute=True):
        assert computer_turns.take(match.pk, 0) == 1
    records = [record for record in caplog.records if match.public_id in record.getMessage()]
    [line, *_of_later_steps] = [json.loads(JSONLines().format(record)) for record in records]
    assert (line["request"], line["way"]) == (GIVEN, "task")
    said = rf"match {match.public_id}: step 1 by ai:easy at seat 1, \d+ ms"
    assert re.fullmatch(said, line["message"]), "and nothing of what they did"
    plain = Lines("%(levelname)s %(message)s").format(records[0])
    assert plain == f"INFO {line['message']} [{GIVEN}]"


def test_a_task_that_fails_is_logged_once_with_its_traceback(caplog):
    @shared_task
    def failing() -> None:
        raise ValueError

    failing.apply(throw=False)
    [record] = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert record.exc_info
    assert record.getMessage().endswith("failing failed")


def test_a_line_of_the_log_is_an_object_with_the_id():
    tracing.begin("page", GIVEN)
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.getLogger("portal").makeRecord(
            "portal", logging.ERROR, __file__, 1, "%s fell\nover", ("it",), sys.exc_info()
        )
    line = JSONLines().format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert said["time"].endswith("+00:00")
    assert said["traceback"].endswith("ValueError: two\nlines")
    wanted = {"level": "ERROR", "logger": "portal", "message": "it fell\nover"}
    assert wanted | {"request": GIVEN, "way": "page"} == {
        name: said[name] for name in (*wanted, "request", "way")
    }
