"""The page's socket: rendered HTML for each viewer class, moves as htmx sends them, bad input."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import connections
from django.test import Client

from games.matches import showing
from games.matches.live.base import FLOOD_AT_ONCE, FLOODED, NOT_FOUND
from games.matches.models import Match
from tests.games.matches.conftest import look, play

pytestmark = pytest.mark.django_db(transaction=True)
DRAW = json.dumps({"type": "draw"})


@pytest.fixture(autouse=True)
def _close_connections_of_threads() -> Any:
    yield
    connections.close_all()


class Page:
    """A page with its socket open."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator

    async def next(self, kind: str) -> dict[str, Any]:
        """The next message but those of who is here; it must be of that type."""
        message = {"type": "people"}
        while message["type"] == "people":
            message = json.loads(await self.communicator.receive_from(timeout=5))
        assert message["type"] == kind, message
        return dict(message)

    async def submit(self, **fields: Any) -> None:
        await self.say(json.dumps({"headers": {"HX-Request-ID": "1"}, "body": fields}))

    async def say(self, text: str) -> None:
        await self.communicator.send_to(text_data=text)

    async def silent(self) -> bool:
        return bool(await self.communicator.receive_nothing(timeout=0.05))


@asynccontextmanager
async def opened(
    match: Match | str, client: Client | None = None, query: str = "", origin: str = "testserver"
) -> AsyncIterator[Page]:
    from portal.asgi import application

    public_id = match if isinstance(match, str) else match.public_id
    headers = [(b"origin", f"http://{origin}".encode())]
    if client is not None:
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={key}".encode()))
    path = f"/ws/matches/{public_id}/{query}"
    communicator = WebsocketCommunicator(application, path, headers)
    connected, _ = await communicator.connect()
    assert connected
    try:
        yield Page(communicator)
    finally:
        await communicator.disconnect()


@pytest.fixture
def table(begin: Any, person: Any, browser_of: Any) -> Any:
    """A match of amber (to move) and birch, and their browsers."""
    amber, birch = person("amber"), person("birch")
    return begin(amber, birch, first=0), browser_of(amber), browser_of(birch)


async def test_a_page_that_is_up_to_date_is_sent_nothing(table: Any) -> None:
    match, mine, _ = table
    async with opened(match, mine, "?version=0") as page:
        assert await page.silent()


@pytest.mark.parametrize("query", ["", "?version=0", "?version=x", "?version=²", "?version="])
async def test_a_page_that_is_behind_is_sent_the_newest(table: Any, query: str) -> None:
    match, mine, _ = table
    await sync_to_async(play)(match)
    async with opened(match, mine, query) as page:
        message = await page.next("page")
    assert message["version"] == 1
    assert 'data-version="1"' in message["content"]


async def test_a_version_from_the_future_does_not_silence_a_page(table: Any) -> None:
    match, mine, _ = table
    async with opened(match, mine, "?version=900") as page:
        await page.submit(action=DRAW, version="0")
        assert (await page.next("accepted"))["version"] == 1
        assert (await page.next("page"))["version"] == 1


async def test_a_move_reaches_everybody_as_they_may_see_it(table: Any) -> None:
    match, mine, theirs = table
    async with (
        opened(match, mine, "?version=0") as me,
        opened(match, theirs, "?version=0") as them,
        opened(match, None, "?version=0") as spectator,
    ):
        await me.submit(action=DRAW, version="0", client_id="page-0")
        assert await me.next("accepted") == {"type": "accepted", "version": 1}
        seen = [(await page.next("page"))["content"] for page in (me, them, spectator)]
    assert ["Your hand" in html for html in seen] == [True, True, False]
    assert ['id="choices"' in html for html in seen] == [False, True, False]
    assert ["draws a card: " in html for html in seen] == [True, False, False]
    assert not any("csrf" in html for html in seen)


async def test_each_viewer_class_is_rendered_once(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, mine, theirs = table
    made: list[Any] = []
    render = showing.live_html

    def counted(shown: Any, viewer: Any, **arguments: Any) -> str:
        made.append(viewer)
        return render(shown, viewer, **arguments)

    monkeypatch.setattr(showing, "live_html", counted)
    async with (
        opened(match, mine, "?version=0") as me,
        opened(match, mine, "?version=0") as my_other_tab,
        opened(match, theirs, "?version=0") as them,
        opened(match, None, "?version=0") as one,
        opened(match, None, "?version=0") as another,
    ):
        await me.submit(action=DRAW, version="0")
        await me.next("accepted")
        for page in (me, my_other_tab, them, one, another):
            await page.next("page")
    assert sorted(map(str, made)) == ["0", "1", "Onlooker.SPECTATOR"]


@pytest.mark.parametrize(
    "text",
    [
        " ",
        "{",
        "5",
        "[]",
        "{}",
        '{"body": 5}',
        '{"body": {}}',
        '{"body": {"action": 5, "version": "0"}}',
        '{"body": {"action": "{", "version": "0"}}',
        '{"body": {"action": "null", "version": "0"}}',
        '{"body": {"action": "{\\"type\\": \\"dance\\"}", "version": "0"}}',
        '{"body": {"action": "{\\"type\\": \\"draw\\"}"}}',
        '{"body": {"action": "{\\"type\\": \\"draw\\"}", "version": ["0", "0"]}}',
        '{"body": {"action": "{\\"type\\": \\"draw\\"}", "version": "0", "client_id": {}}}',
        '{"body": {"action": "{\\"type\\": \\"draw\\"}", "version": "0", "client_id": "\\u0000"}}',
        '{"body": {"action": "' + "[" * 5_000 + '", "version": "0"}}',
        "[" * 15_000,
        "x" * 100_000,
    ],
)
async def test_bad_input_is_a_typed_error_and_the_socket_lives_on(table: Any, text: str) -> None:
    match, mine, _ = table
    async with opened(match, mine, "?version=0") as page:
        await page.say(text)
        error = await page.next("error")
        assert error["code"] in ("malformed", "too_large")
        assert error["detail"]
        if json_body(text):
            await page.next("page")
        await page.submit(action=DRAW, version="0")
        assert (await page.next("accepted"))["version"] == 1


def json_body(text: str) -> bool:
    """Whether it is a message with a form in it: such a refusal shows the match again."""
    return text.startswith('{"body": {') and "u0000" not in text  # NUL is refused when read


async def test_binary_frames_are_refused(table: Any) -> None:
    match, mine, _ = table
    async with opened(match, mine, "?version=0") as page:
        await page.communicator.send_to(bytes_data=b"\x00\xff")
        assert (await page.next("error"))["code"] == "malformed"


@pytest.mark.parametrize(
    ("version", "code"), [("0", "stale"), ("9", "future_version"), ("2", "illegal")]
)
async def test_refusals_are_told_and_the_page_is_shown_again(
    table: Any, version: str, code: str
) -> None:
    match, mine, _ = table
    for _step in range(2):
        await sync_to_async(play)(match)
    action = json.dumps({"type": "bribe", "treasure": "sword", "count": 14, "wilds": 0})
    async with opened(match, mine, "?version=2") as page:
        await page.submit(action=action, version=version)
        assert (await page.next("error"))["code"] == code
        assert (await page.next("page"))["version"] == 2
    assert (await sync_to_async(look)(match)).version == 2


async def test_who_does_not_sit_there_or_is_not_to_move_is_refused(
    table: Any, person: Any, browser_of: Any
) -> None:
    match, _, theirs = table
    guest = await sync_to_async(lambda: browser_of(person("eve")))()
    for client, code in ((None, "not_authenticated"), (guest, "not_your_seat")):
        async with opened(match, client, "?version=0") as page:
            await page.submit(action=DRAW, version="0")
            assert (await page.next("error"))["code"] == code
    async with opened(match, theirs, "?version=0") as page:
        await page.submit(action=DRAW, version="0")
        assert (await page.next("error"))["code"] == "not_your_turn"


async def test_private_and_unknown_matches_close_the_socket(begin: Any, person: Any) -> None:
    private = await sync_to_async(lambda: begin(person(), person(), private=True))()
    for match in (private, "nosuchmatch"):
        async with opened(match) as page:
            assert (await page.next("error"))["code"] == "not_found"
            closed = await page.communicator.receive_output(timeout=5)
            assert (closed["type"], closed["code"]) == ("websocket.close", NOT_FOUND)


async def test_another_sites_page_gets_no_socket(table: Any) -> None:
    match, mine, _ = table
    with pytest.raises(AssertionError):
        async with opened(match, mine, origin="evil.example"):
            pass


async def test_a_flood_closes_the_socket(table: Any) -> None:
    match, mine, _ = table
    async with opened(match, mine, "?version=0") as page:
        for _message in range(FLOOD_AT_ONCE + 50):
            await page.say("{}")
        for _answer in range(FLOOD_AT_ONCE + 51):
            output = await page.communicator.receive_output(timeout=5)
            if output["type"] == "websocket.close":
                break
        assert output == {"type": "websocket.close", "code": FLOODED} | {
            key: output[key] for key in output.keys() - {"type", "code"}
        }


async def test_a_page_with_clocks_is_shown_anew_whenever_it_connects(
    begin: Any, person: Any, frozen: Any
) -> None:
    """Its deadlines may have moved without a new version, by a downtime."""
    clock = {"type": "move", "seconds": 60}
    match = await sync_to_async(lambda: begin(person(), person(), first=0, clock=clock))()
    async with opened(match, None, "?version=0") as page:
        content = (await page.next("page"))["content"]
    assert 'data-deadline="2026-05-01T12:01:00+00:00"' in content


async def test_beats_tell_the_time(table: Any, frozen: Any, monkeypatch: Any) -> None:
    match, mine, _ = table
    monkeypatch.setattr("games.matches.live.page.BEAT_SECONDS", 0.01)
    async with opened(match, mine, "?version=0") as page:
        assert (await page.next("beat"))["now"] == "2026-05-01T12:00:00+00:00"
