"""A busy database is a 503 that says when to come back, a full disk a 507; never a 500."""

import errno
import json
import sqlite3
from contextlib import closing
from typing import Any

import psycopg
import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, ProgrammingError, connection
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from accounts.services import issue_token
from games.matches.live.api import ApiConsumer
from games.matches.models import Match, Step
from games.matches.play.actions import services
from tests.api.contract import hold
from tests.games.matches.conftest import look
from tests.pages.test_page_socket import DRAW, opened
from tests.support import unavailable
from tests.support.log_in import logged_in
from toolbox import database_errors

pytestmark = pytest.mark.django_db(transaction=True)

BUSY = "The portal is very busy. Please try again in a few seconds."
AWAY = (
    "This server can’t reach the portal’s database, and keeps trying. Please try again in a few "
    "seconds."
)
FULL = "Nothing can be saved: the portal’s disk is full. Please tell the person who runs it."
SITUATIONS = [(unavailable.busy, 503, "busy", BUSY), (unavailable.full, 507, "disk_full", FULL)]
each_situation = pytest.mark.parametrize(("situation", "status", "code", "sentence"), SITUATIONS)


@pytest.fixture
def match(begin: Any, person: Any) -> Match:
    return begin(person("amber"), person("birch"), first=0)


def browser(name: str) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get(username=name))
    return client


def assert_says(answer: HttpResponse, status: int, sentence: str) -> None:
    assert answer.status_code == status
    assert sentence in answer.content.decode()
    assert ("Retry-After" in answer.headers) == (status == 503)


@each_situation
def test_a_move_is_refused_with_a_sentence_on_the_page_and_in_the_api(
    match, situation, status, code, sentence
):
    page, move = browser("amber"), {"action": DRAW, "version": 0, "client_id": "one"}
    token = issue_token(user=match.seats.get(index=0).user)
    address = f"/api/matches/{match.public_id}/actions/"
    asked = {"action": {"type": "draw"}, "version": 0}
    headers = {"authorization": f"Token {token}"}
    api = Client()
    with situation():
        assert_says(page.post(f"/matches/{match.public_id}/act/", move), status, sentence)
        answer = api.post(address, asked, content_type="application/json", headers=headers)
        assert_says(answer, status, sentence)
        assert answer.json() == {"code": code, "detail": sentence}
        hold("post", address, answer)
    assert Step.objects.filter(match=match).count() == 1
    assert look(match).match.paused == "", "it is nobody's rules' fault"
    answer = api.post(address, asked, content_type="application/json", headers=headers)
    assert answer.status_code == 200, "it goes on as soon as it can"


@each_situation
def test_signing_up_is_refused_with_a_sentence(situation, status, code, sentence):
    client = Client(raise_request_exception=False)
    page = {"username": "amber", "password1": "violet-kettle-9"}
    api = {"username": "amber", "password": "violet-kettle-9"}
    with situation():
        assert_says(client.post("/accounts/signup/", page), status, sentence)
        answer = client.post("/api/accounts/", api, content_type="application/json")
        assert_says(answer, status, sentence)
    assert not User.objects.exists()


def error_of(code: int) -> OperationalError:
    plain = sqlite3.OperationalError("what SQLite says")
    plain.sqlite_errorcode = code
    error = OperationalError("what Django says")
    error.__cause__ = plain
    return error


def test_an_error_before_any_view_is_answered_as_well(person, monkeypatch):
    """A session that can't be read fails in the middleware, where no view's answer is asked for."""
    person("amber")
    client = browser("amber")

    def load(self: SessionStore) -> Any:
        raise error_of(sqlite3.SQLITE_BUSY)

    monkeypatch.setattr(SessionStore, "load", load)
    for path in ("/", "/settings/", "/api/matches/"):
        assert_says(client.get(path), 503, BUSY)


@pytest.mark.parametrize(
    ("sqlite_code", "code", "sentence"),
    [(sqlite3.SQLITE_BUSY, "busy", BUSY), (sqlite3.SQLITE_FULL, "disk_full", FULL)],
)
class TestSockets:
    async def test_a_move_is_refused_and_the_page_stays_connected(
        self, match, monkeypatch, sqlite_code, code, sentence
    ):
        client = await sync_to_async(logged_in)(await User.objects.aget(username="amber"))
        submit = services.submit_action

        def fail(**said: Any) -> Any:
            raise error_of(sqlite_code)

        async with opened(match, client, "?version=0") as page:
            monkeypatch.setattr(services, "submit_action", fail)
            await page.submit(action=DRAW, version="0", client_id="one")
            said = await page.next("error")
            assert (said["code"], said["detail"]) == (code, sentence)
            monkeypatch.setattr(services, "submit_action", submit)
            await page.next("page")
            await page.submit(action=DRAW, version="0", client_id="one")
            assert (await page.next_of("accepted"))["version"] == 1

    async def test_a_socket_that_cannot_open_says_why(
        self, match, monkeypatch, sqlite_code, code, sentence
    ):
        from portal.asgi import application

        async def who(self: Any) -> Any:
            raise error_of(sqlite_code)

        monkeypatch.setattr(ApiConsumer, "who", who)
        path = f"/ws/api/matches/{match.public_id}/"
        communicator = WebsocketCommunicator(application, path)
        assert (await communicator.connect())[0]
        told = json.loads(await communicator.receive_from())
        assert told == {"type": "error", "code": code, "detail": sentence}
        output = await communicator.receive_output()
        assert output == {"type": "websocket.close", "code": 1013}


def test_a_disk_without_room_is_known_by_what_sqlite_raises(tmp_path):
    with closing(sqlite3.connect(tmp_path / "small.sqlite3")) as database:
        database.execute("CREATE TABLE ballast (weight BLOB)")
        database.execute("PRAGMA max_page_count = 2")
        with pytest.raises(sqlite3.OperationalError) as raised:
            database.execute("INSERT INTO ballast VALUES (zeroblob(100000))")
    assert isinstance(database_errors.refusal_of(raised.value), database_errors.Full)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (error_of(sqlite3.SQLITE_BUSY), "busy"),
        (error_of(sqlite3.SQLITE_BUSY_SNAPSHOT), "busy"),
        (error_of(sqlite3.SQLITE_LOCKED), "busy"),
        (error_of(sqlite3.SQLITE_FULL), "disk_full"),
        (error_of(sqlite3.SQLITE_READONLY), "disk_full"),
        (error_of(sqlite3.SQLITE_READONLY_DBMOVED), "disk_full"),
        (error_of(sqlite3.SQLITE_IOERR_WRITE), "disk_full"),
        (error_of(sqlite3.SQLITE_IOERR_READ), None),
        (error_of(sqlite3.SQLITE_ERROR), None),
        (OSError(errno.ENOSPC, "No space left on device"), "disk_full"),
        (OSError(errno.ENOENT, "No such file"), None),
        (psycopg.errors.DiskFull(), "disk_full"),
        (psycopg.errors.ReadOnlySqlTransaction(), "disk_full"),
        (KeyError("something else"), None),
    ],
)
def test_what_is_busy_what_is_full_and_what_is_our_own_fault(error, code):
    refusal = database_errors.refusal_of(error)
    assert (refusal and refusal.code) == code


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (psycopg.errors.LockNotAvailable(), 503, BUSY),
        (psycopg.errors.DeadlockDetected(), 503, BUSY),
        (psycopg.OperationalError("connection refused"), 504, AWAY),  # nginx.conf tells them apart
        (psycopg.errors.AdminShutdown(), 504, AWAY),
        (psycopg.errors.UndefinedTable(), None, None),
    ],
)
def test_on_postgresql_locks_and_lost_connections_are_busy(error, status, says, monkeypatch):
    database = connection._connections[connection._alias]  # type: ignore[attr-defined]
    monkeypatch.setattr(type(database), "vendor", "postgresql")
    kind = OperationalError if isinstance(error, psycopg.OperationalError) else ProgrammingError
    raised = kind("what Django says")
    raised.__cause__ = error
    refusal = database_errors.refusal_of(raised)
    assert (refusal and refusal.code) == (status and "busy")
    assert (refusal and refusal.status) == status
    assert (refusal and refusal.detail) == says


async def test_a_bot_hears_which_move_was_refused(match, monkeypatch):
    from portal.asgi import application

    def fail(**said: Any) -> Any:
        raise error_of(sqlite3.SQLITE_FULL)

    user = await User.objects.aget(username="amber")
    headers = [
        (b"authorization", b"Token " + (await sync_to_async(issue_token)(user=user)).encode())
    ]
    communicator = WebsocketCommunicator(
        application, f"/ws/api/matches/{match.public_id}/", headers
    )
    assert (await communicator.connect())[0]
    assert json.loads(await communicator.receive_from())["type"] == "state"
    monkeypatch.setattr(services, "submit_action", fail)
    move = {"type": "action", "action": {"type": "draw"}, "version": 0, "client_id": "one"}
    await communicator.send_to(text_data=json.dumps(move))
    told = json.loads(await communicator.receive_from())
    assert (told["code"], told["client_id"]) == ("disk_full", "one")
    await communicator.disconnect()
