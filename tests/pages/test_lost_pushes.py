"""What closes a person's sockets counts even if every push of it gets lost."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import DatabaseError, connections
from django.test import Client
from django.utils import timezone

from accounts import pushes, services, session_checks
from accounts.models import User
from accounts.services import issue_token
from tests.lobby.tables import opened as opened_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _close_connections_of_threads() -> Any:
    yield
    connections.close_all()


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushes, "send", lambda group, message: None)


@pytest.fixture
def amber(person: Any) -> User:
    found: User = person("amber")
    return found


@pytest.fixture
def birch(person: Any) -> User:
    found: User = person("birch")
    return found


@pytest.fixture
def paths(amber: User, birch: User, begin: Any) -> list[str]:
    """Every kind of socket that a log-in opens."""
    match = begin(amber, birch, first=0)
    table = opened_table(birch)
    return [
        f"/ws/matches/{match.public_id}/?version=0",
        f"/ws/chat/match:{match.public_id}:players/",
        f"/ws/tables/{table.public_id}/",
        "/ws/tables/",
        "/ws/me/",
    ]


@asynccontextmanager
async def socket(path: str, user: User, key: str = "") -> AsyncIterator[WebsocketCommunicator]:
    from portal.asgi import application

    headers = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
    if key:
        headers.append((b"authorization", f"Token {key}".encode()))
    else:
        client = Client()
        await sync_to_async(client.force_login)(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie}".encode()))
    communicator = WebsocketCommunicator(application, path, headers)
    accepted, _ = await communicator.connect()
    assert accepted
    if "/chat/" not in path:
        await communicator.receive_from()  # it is open, and knows its person
    try:
        yield communicator
    finally:
        await communicator.disconnect()


def code_of(communicator: WebsocketCommunicator) -> int | None:
    """With what code the socket was closed so far."""
    while not communicator.output_queue.empty():
        output = communicator.output_queue.get_nowait()
        if output["type"] == "websocket.close":
            return int(output["code"])
    return None


def ban(user: User) -> None:
    User.objects.filter(pk=user.pk).update(banned_until=timezone.now() + timedelta(days=1))


def shut(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def new_password(user: User) -> None:
    services.set_password(user=user, password="another long one")


def gone(user: User) -> None:
    User.objects.filter(pk=user.pk).delete()


@pytest.mark.parametrize(
    ("done", "code", "of_keys"),
    [
        (ban, pushes.BANNED, pushes.BANNED),
        (shut, pushes.LOGGED_OUT, pushes.LOGGED_OUT),
        (new_password, pushes.LOGGED_OUT, None),
    ],
)
async def test_every_kind_of_socket_closes_at_the_next_look(
    no_broker: None,
    amber: User,
    birch: User,
    paths: list[str],
    done: Callable[[User], None],
    code: int,
    of_keys: int | None,
) -> None:
    key = await sync_to_async(issue_token)(user=amber)
    bots = f"/ws/api{paths[0].removeprefix('/ws')}"
    async with AsyncExitStack() as stack:
        mine = [await stack.enter_async_context(socket(path, amber)) for path in paths]
        theirs = [await stack.enter_async_context(socket(path, birch)) for path in paths]
        bot = await stack.enter_async_context(socket(bots, amber, key))
        await sync_to_async(done)(amber)
        assert [code_of(one) for one in [*mine, bot]] == [None] * 6, "the push is lost"
        await session_checks.current().look()
        assert [code_of(one) for one in mine] == [code] * 5
        assert code_of(bot) == of_keys
        await session_checks.current().look()
        assert [code_of(one) for one in [*mine, *theirs]] == [None] * 10, "nobody else, nor twice"


async def test_a_revoked_key_closes_what_it_opened_alone(
    no_broker: None, amber: User, paths: list[str]
) -> None:
    lost, kept = [await sync_to_async(issue_token)(user=amber) for _ in range(2)]
    bots = f"/ws/api{paths[0].removeprefix('/ws')}"
    async with (
        socket(bots, amber, lost) as revoked,
        socket(bots, amber, kept) as bot,
        socket("/ws/me/", amber) as page,
    ):
        oldest = await sync_to_async(lambda: amber.tokens.order_by("pk")[0].pk)()
        await sync_to_async(services.revoke_tokens)(user=amber, pk=oldest)
        await session_checks.current().look()
        assert [code_of(one) for one in (revoked, bot, page)] == [pushes.LOGGED_OUT, None, None]


async def test_an_account_that_is_no_more_has_no_sockets(no_broker: None, person: Any) -> None:
    cedar = await sync_to_async(person)("cedar")
    async with socket("/ws/me/", cedar) as page:
        await sync_to_async(gone)(cedar)
        await session_checks.current().look()
        assert code_of(page) == pushes.LOGGED_OUT


async def test_the_browser_in_which_the_password_was_changed_stays(
    amber: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, watch = await User.objects.aget(pk=amber.pk), session_checks.current()
    pushed: list[Any] = []
    monkeypatch.setattr(pushes, "send", lambda group, message: pushed.append(message))
    async with socket("/ws/me/", amber) as page:
        (here,) = watch._sockets
        key = here.scope["session"].session_key  # type: ignore[attr-defined]
        change = sync_to_async(services.set_password)
        await change(user=user, password="another long one", session_key=key)
        await here.person_logged_out(pushed[-1])  # type: ignore[attr-defined]
        for _look in range(2):
            await watch.look()
            assert code_of(page) is None
        await change(user=user, password="and one more")  # elsewhere, and this push is lost
        await watch.look()
        assert code_of(page) == pushes.LOGGED_OUT


async def test_the_looks_come_by_themselves_and_outlive_a_database_that_is_away(
    no_broker: None, amber: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, asked = session_checks.standing_of, []

    def away_at_first(*given: Any) -> Any:
        asked.append(given)
        if len(asked) == 1:
            raise DatabaseError("away")
        return ask(*given)

    monkeypatch.setattr(session_checks, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(session_checks, "standing_of", away_at_first)
    async with socket("/ws/me/", amber) as page:
        await sync_to_async(ban)(amber)
        while (output := await page.receive_output())["type"] == "websocket.send":
            pass
        assert output["code"] == pushes.BANNED
        assert len(asked) > 1
    assert not session_checks.current()._sockets


class Fake:
    """A socket that only remembers how it was closed."""

    code: int | None = None

    async def close(self, code: int) -> None:
        self.code = code
        raise ConnectionError  # as of a browser that has gone meanwhile


async def test_who_came_while_the_database_was_asked_is_not_judged_by_the_answer(
    amber: User, birch: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, anew, left, stays = session_checks.Watch(), Fake(), Fake(), Fake()
    await sync_to_async(shut)(amber)
    for fake in (anew, left, stays):
        watch.add(fake, amber, "")
    read = session_checks._read

    async def meanwhile(*asked: Any) -> Any:
        watch.add(anew, birch, "")
        watch.discard(left)
        return await read(*asked)

    monkeypatch.setattr(session_checks, "_read", meanwhile)
    await watch.look()
    assert [fake.code for fake in (anew, left, stays)] == [None, None, pushes.LOGGED_OUT]
    watch.discard(anew)


@pytest.mark.parametrize(("keys", "queries"), [(set(), 1), ({"digest", "another"}, 2)])
def test_any_number_of_people_cost_a_query(
    person: Any, django_assert_num_queries: Any, keys: set[str], queries: int
) -> None:
    people = {person(f"person{number}").pk for number in range(20)}
    with django_assert_num_queries(queries):
        standing = session_checks.standing_of(people, keys)
        assert {user.is_active for user in standing.people.values()} == {True}
        assert {standing.code_for(session_checks.Opened(pk, None, "")) for pk in people} == {None}
