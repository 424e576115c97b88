"""The page's socket: rendered HTML for each viewer class, moves as htmx sends them, bad input."""

import asyncio
import json
import threading
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import Mock

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from games.matches.live import page as live_page
from games.matches.live.page import BOARDS_AT_ONCE
from games.matches.models import Match
from games.matches.page import missed_steps, shared_html
from games.matches.play.parts import announcements
from games.plugin import registry
from games.plugin.codec import canonical_json, pack
from games.village_assault.actions import Attack, Boost
from tests.games.matches.conftest import look, play
from tests.games.matches.test_json_socket import connected
from tests.games.village_assault.positions import position
from tests.rulesets.fixtures import installed
from tests.rulesets.held import HOLD, Held
from tests.support.log_in import logged_in
from tests.support.patience import PATIENCE_SECONDS
from tests.support.sockets import socket_of
from toolbox import limits

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.alike]
DRAW = json.dumps({"type": "draw"})

PASSING = {"people", "beat"}  # what comes by itself, whatever a page waits for
MOST_PASSING = 10  # before anything else: beats alone would keep a test waiting for ever


class Page:
    """A page with its socket open."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self._unread: list[str] = []

    async def next(self, kind: str) -> dict[str, Any]:
        """The next message but those of who is here, and beats; it must be of that type."""
        return await self.next_of(kind)

    async def next_of(self, *kinds: str) -> dict[str, Any]:
        """The same, where it may be of any of these types."""
        passing = PASSING.difference(kinds)
        message: dict[str, Any] = {}
        for _message in range(MOST_PASSING):
            message = json.loads(await self._received())
            if message["type"] not in passing:
                break
        assert message["type"] in kinds, message
        return message

    async def _received(self) -> str:
        return self._unread.pop(0) if self._unread else await self.communicator.receive_from()

    async def submit(self, **fields: Any) -> None:
        await self.say(json.dumps({"headers": {"HX-Request-ID": "1"}, "body": fields}))

    async def say(self, text: str) -> None:
        await self.communicator.send_to(text_data=text)

    async def silent(self) -> bool:
        """Whether nothing comes for a moment but who is here, and beats."""
        while not self._unread and not await self.communicator.receive_nothing(timeout=0.05):
            text = await self.communicator.receive_from()
            if json.loads(text)["type"] not in PASSING:
                self._unread.append(text)
        return not self._unread


@asynccontextmanager
async def opened(
    match: Match | str, client: Client | None = None, query: str = ""
) -> AsyncIterator[Page]:
    public_id = match if isinstance(match, str) else match.public_id
    async with socket_of(f"/ws/matches/{public_id}/{query}", client) as communicator:
        yield Page(communicator)


async def test_a_page_that_connects_is_sent_the_newest_if_it_is_behind_or_paused_and_nothing_else(
    table,
):
    match, mine, _ = table
    async with opened(match, mine, "?version=0") as page:
        assert await page.silent()
    async with opened(match, mine, "?version=900") as page:
        await page.submit(action=DRAW, version="0")
        assert (await page.next("accepted"))["version"] == 1
        assert (await page.next("page"))["version"] == 1
    for query in ("", "?version=0", "?version=x", "?version=²", "?version="):
        async with opened(match, mine, query) as page:
            message = await page.next("page")
        assert message["version"] == 1, query
        assert 'data-version="1"' in message["content"]
    await sync_to_async(Match.objects.update)(paused="stop")
    async with opened(match, mine, "?version=1") as page:
        assert (await page.next("page"))["version"] == 1


async def test_a_move_reaches_everybody_as_they_may_see_it(table):
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


@pytest.fixture
def assault(begin: Any, person: Any) -> Any:
    """A run of amber's, who holds a Pig, and her browser."""
    amber = person("amber")
    match = begin(amber, game="village-assault")
    state = position(hand=["farmer-red", "pig"], castle="ace-blue", tower="orc-red", deck=["inn"])
    Match.objects.filter(pk=match.pk).update(state=pack(state))
    return match, logged_in(amber)


async def test_two_actions_in_a_row_are_accepted_one_by_one_and_shown_at_once(assault):
    match, mine = assault
    async with opened(match, mine, "?version=0") as page:
        both = [Attack("farmer-red", "castle"), Boost(1, sheep=False)]
        longest = "x" * 64
        await page.submit(action=canonical_json(both).decode(), version="0", client_id=longest)
        told = [await page.next_of("accepted", "page") for _ in range(3)]
    said = [(message["type"], message["version"]) for message in told]
    assert said == [("accepted", 1), ("accepted", 2), ("page", 2)]


async def test_a_page_that_is_slow_to_draw_delays_nobody_else(table, monkeypatch):
    match, mine, theirs = table
    draw, begun, may_end = shared_html.live_html, threading.Event(), threading.Event()
    drawn: list[tuple[Any, int]] = []

    def slow(shown: Any, viewer: Any, **arguments: Any) -> str:
        drawn.append((viewer, shown.version))
        if (viewer, shown.version) == (1, 1):
            begun.set()
            assert may_end.wait(PATIENCE_SECONDS)
        return draw(shown, viewer, **arguments)

    monkeypatch.setattr(shared_html, "live_html", slow)
    async with (
        opened(match, mine, "?version=0") as me,
        opened(match, theirs, "?version=0") as them,
        connected(match) as program,
    ):
        await program.next("state")
        await me.submit(action=DRAW, version="0")
        await me.next("accepted")
        assert (await me.next("page"))["version"] == 1
        assert (await program.next("state"))["version"] == 1
        assert await asyncio.to_thread(begun.wait, PATIENCE_SECONDS)
        for version in (2, 3):
            await sync_to_async(play)(match)
            assert (await me.next("page"))["version"] == version
        assert await them.silent()
        may_end.set()
        assert [(await them.next("page"))["version"] for _ in range(2)] == [1, 3]
    assert (1, 2) not in drawn, "what has been overtaken isn't drawn"


async def test_a_page_is_answered_when_it_has_been_drawn_and_before_it_is_drawn_again(
    table, monkeypatch
):
    match, _mine, theirs = table
    draw, begun, may_end = shared_html.live_html, threading.Event(), threading.Event()

    def slow(shown: Any, viewer: Any, **arguments: Any) -> str:
        if shown.version == 1:
            begun.set()
            assert may_end.wait(PATIENCE_SECONDS)
        return draw(shown, viewer, **arguments)

    monkeypatch.setattr(shared_html, "live_html", slow)
    async with opened(match, theirs, "?version=0") as them:
        await sync_to_async(play)(match)
        assert await asyncio.to_thread(begun.wait, PATIENCE_SECONDS)
        await them.submit(action=DRAW, version="1")
        assert await them.silent()
        may_end.set()
        told = [await them.next_of("page", "accepted") for _ in range(3)]
    assert [(said["type"], said["version"]) for said in told] == [
        ("page", 1),
        ("accepted", 2),
        ("page", 2),
    ]


async def test_what_changes_while_a_page_is_drawn_is_drawn_anew(table, monkeypatch):
    """The match is stopped, which makes no version: the page that was under way is out of date."""
    match, mine, _theirs = table
    draw, begun, may_end = shared_html.live_html, threading.Event(), threading.Event()

    def slow(shown: Any, viewer: Any, **arguments: Any) -> str:
        html = draw(shown, viewer, **arguments)
        if shown.version == 1 and not begun.is_set():
            begun.set()
            assert may_end.wait(PATIENCE_SECONDS)
        return html

    monkeypatch.setattr(shared_html, "live_html", slow)
    async with opened(match, mine, "?version=0") as me, connected(match) as program:
        await program.next("state")
        await sync_to_async(play)(match)
        await program.next("state")
        assert await asyncio.to_thread(begun.wait, PATIENCE_SECONDS)
        await sync_to_async(Match.objects.filter(pk=match.pk).update)(paused="flagged")
        await sync_to_async(announcements.push)(match.public_id, 1, fresh=True)
        assert (await program.next("state"))["paused"] == "flagged"
        may_end.set()
        pages = [(await me.next("page"))["content"] for _ in range(2)]
    assert ["Paused until" in html for html in pages] == [False, True]


# Whether it is a message with a form in it: such a refusal shows the match again.
NONSENSE = [
    *((text, False) for text in (" ", "{", "5", "[]", "{}", '{"body": 5}')),
    *(
        (f'{{"body": {form}}}', True)
        for form in (
            "{}",
            '{"action": 5, "version": "0"}',
            '{"action": "{", "version": "0"}',
            '{"action": "null", "version": "0"}',
            r'{"action": "{\"type\": \"dance\"}", "version": "0"}',
            r'{"action": "{\"type\": \"draw\"}"}',
            r'{"action": "{\"type\": \"draw\"}", "version": ["0", "0"]}',
            r'{"action": "{\"type\": \"draw\"}", "version": "0", "client_id": {}}',
            '{"action": "' + "[" * 5_000 + '", "version": "0"}',
        )
    ),
    (r'{"body": {"action": "{}", "version": "0", "client_id": "\u0000"}}', False),  # when read
    ("[" * 15_000, False),
    ("x" * 100_000, False),
]


async def test_refusals_are_told_and_the_page_is_shown_again(table):
    match, mine, _ = table
    for _step in range(2):
        await sync_to_async(play)(match)
    action = json.dumps({"type": "bribe", "treasure": "sword", "count": 14, "wilds": 0})
    async with opened(match, mine, "?version=2") as page:
        for version, code in (("0", "stale"), ("9", "future_version"), ("2", "illegal")):
            await page.submit(action=action, version=version)
            assert (await page.next("error"))["code"] == code
            assert (await page.next("page"))["version"] == 2
    assert (await sync_to_async(look)(match)).version == 2
    for _step in range(2):
        await sync_to_async(play)(match)
    spans = ["", "1", "2-1", "0-4", "0-8", "-1-2", "x-y", "²-3", "1-2-3", "9" * 40]
    for span in (*spans, 5, None, ["1-2"]):
        async with opened(match, mine, "?version=4") as page:
            await page.submit(boards=span)
            assert (await page.next("error"))["code"] == "malformed", span
            assert len(await boards(page, "0-3")) == 4


async def test_who_does_not_sit_there_or_is_not_to_move_is_refused_and_bad_input_is_a_typed_error(
    table, person
):
    match, mine, theirs = table
    guest = await sync_to_async(lambda: logged_in(person("eve")))()
    for client, code in ((None, "not_authenticated"), (guest, "not_your_seat")):
        async with opened(match, client, "?version=0") as page:
            for fields in ({"action": DRAW}, {"control": "resign"}):
                await page.submit(**fields, version="0")
                assert (await page.next("error"))["code"] == code
                await page.next("page")
    async with opened(match, theirs, "?version=0") as page:
        await page.submit(action=DRAW, version="0")
        assert (await page.next("error"))["code"] == "not_your_turn"
    async with opened(match, mine, "?version=0") as page:
        for text, shows_again in NONSENSE:
            await page.say(text)
            error = await page.next("error")
            assert error["code"] in ("malformed", "too_large"), text[:80]
            assert error["detail"]
            if shows_again:
                await page.next("page")
        await page.communicator.send_to(bytes_data=b"\x00\xff")
        assert (await page.next("error"))["code"] == "malformed"
        await page.submit(action=DRAW, version="0")
        assert (await page.next("accepted"))["version"] == 1


async def test_a_page_with_clocks_is_shown_anew_whenever_it_connects(begin, person, frozen):
    """Its deadlines may have moved without a new version, by a downtime."""
    clock = {"type": "move", "seconds": 60}
    match = await sync_to_async(lambda: begin(person(), person(), first=0, clock=clock))()
    async with opened(match, None, "?version=0") as page:
        content = (await page.next("page"))["content"]
    assert 'data-deadline="2026-05-01T12:01:00+00:00"' in content


async def test_beats_tell_the_time(table, frozen, monkeypatch):
    match, mine, _ = table
    monkeypatch.setattr("games.matches.live.page.BEAT_SECONDS", 0.01)
    async with opened(match, mine, "?version=0") as page:
        assert (await page.next("beat"))["now"] == "2026-05-01T12:00:00+00:00"


# -- what isn't a move -----------------------------------------------------------------------------


@pytest.fixture
def orchard(begin: Any, person: Any, endless: str) -> Any:
    """amber has laid a fruit; her browser and birch's."""
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, game=endless, first=0)
    play(match, action={"type": "lay", "fruit": look(match).state.hands[0][0]})
    return match, logged_in(amber), logged_in(birch)


async def test_a_take_back_and_a_resignation_go_over_the_socket_or_show_the_page_again(orchard):
    match, mine, theirs = orchard
    async with opened(match, mine, "?version=1") as page:
        for fields, code in (
            ({"control": "undo", "version": "0"}, "stale"),
            ({"control": "undo", "version": "99"}, "future_version"),
            ({"control": "fly", "version": "1"}, "malformed"),
            ({"control": ["undo"], "version": "1"}, "malformed"),
            ({"control": "undo", "version": "x"}, "malformed"),
        ):
            await page.submit(**fields)
            assert (await page.next("error"))["code"] == code
            assert (await page.next("page"))["version"] == 1
    assert (await sync_to_async(look)(match)).version == 1
    async with (
        opened(match, mine, "?version=1") as me,
        opened(match, theirs, "?version=1") as them,
    ):
        await me.submit(control="undo", version="1", client_id="control-1")
        assert await me.next("accepted") == {"type": "accepted", "version": 2}
        for page in (me, them):
            assert "takes back the last step" in (await page.next("page"))["content"]
        await them.submit(control="resign", version="2", client_id="control-2")
        assert (await them.next("accepted"))["version"] == 3
        for page in (them, me):
            assert "birch resigned." in (await page.next("page"))["content"]


async def test_a_step_says_how_long_it_is_to_be_seen(begin, person):
    def rolled() -> Match:
        match: Match = begin(person(), person(), game=Held.meta.slug, first=0)
        play(match, action={"type": "lay", "fruit": look(match).state.hands[0][0]})
        play(match, action={"type": "roll"})
        return match

    with installed(Held()):
        match = await sync_to_async(rolled)()
        async with opened(match, None, "?version=0") as page:
            content = (await page.next("page"))["content"]
    steps = json.loads(content.split('id="motions">')[1].split("</script>")[0])
    assert [(step["step"], step["hold"]) for step in steps] == [(1, 0), (2, HOLD)]


# -- the positions that a page has missed ----------------------------------------------------------


async def boards(page: Page, span: Any) -> list[dict[str, Any]]:
    await page.submit(boards=span)
    return list((await page.next("boards"))["boards"])


async def test_missed_positions_are_sent_as_their_viewer_may_see_them(table):
    match, mine, theirs = table
    for _step in range(4):
        await sync_to_async(play)(match)  # each draws in turn
    async with (
        opened(match, mine, "?version=4") as me,
        opened(match, theirs, "?version=4") as them,
        opened(match, None, "?version=4") as spectator,
    ):
        seen = [await boards(page, "1-3") for page in (me, them, spectator)]
    for boards_seen in seen:
        assert [board["version"] for board in boards_seen] == [1, 2, 3]
        for board in boards_seen:
            assert f'data-version="{board["version"]}"' in board["content"]
            assert f'id="log-{board["version"]}-1"' in board["content"]
            assert f'id="log-{board["version"] + 1}-1"' not in board["content"]
            assert 'id="choices"' not in board["content"]
    mine_then, theirs_then, open_then = ([b["content"] for b in found] for found in seen)
    assert all("Your hand" in html for html in mine_then + theirs_then)
    assert not any("Your hand" in html for html in open_then)
    assert all('data-target="deck"' in html for html in mine_then + theirs_then)  # stays a button
    assert not any("data-target" in html for html in open_then)
    assert "amber draws a card: " in mine_then[0]
    assert "amber draws a card: " not in theirs_then[0] + open_then[0]
    assert "birch draws a card: " not in "".join(mine_then + open_then)


async def test_positions_around_a_take_back_are_those_that_were(orchard):
    match, mine, _ = orchard
    async with opened(match, mine, "?version=1") as page:
        await page.submit(control="undo", version="1")
        await page.next("accepted")
        await page.next("page")
        await page.submit(action='{"type": "roll"}', version="2")
        await page.next("accepted")
        await page.next("page")
        before, laid, back = await boards(page, "0-2")
    boards_of = [html["content"].split('class="board"')[1] for html in (before, laid, back)]
    table_of = [html.split("</section>")[0] for html in boards_of]
    assert table_of[0] == table_of[2] != table_of[1]


async def test_no_page_waits_for_missed_positions(table, monkeypatch):
    match, mine, _ = table
    for _step in range(4):
        await sync_to_async(play)(match)
    drawn, may_end, in_vain = missed_steps.boards, threading.Event(), threading.Event()

    def slowly(**asked: Any) -> Any:
        if not may_end.wait(PATIENCE_SECONDS / 2):
            in_vain.set()
        return drawn(**asked)

    monkeypatch.setattr(missed_steps, "boards", slowly)
    async with (
        opened(match, mine, "?version=4") as me,
        opened(match, None, "?version=4") as one,
        opened(match, None, "?version=4") as another,
    ):
        await one.submit(boards="0-1")
        await another.submit(boards="1-2")
        await me.submit(action=DRAW, version="4")
        await me.next("accepted")
        assert (await me.next("page"))["version"] == 5
        assert not in_vain.is_set()
        may_end.set()


async def test_positions_are_not_asked_for_without_end(table, monkeypatch):
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)
    match, mine, _ = table
    await sync_to_async(play)(match)
    async with opened(match, mine, "?version=1") as page:
        for _time in range(BOARDS_AT_ONCE):
            await boards(page, "0-0")
        await page.submit(boards="0-0")
        assert (await page.next("error"))["code"] == "throttled"


def test_eight_positions_cost_a_bounded_number_of_queries(table, django_assert_max_num_queries):
    match, _, _ = table
    for _step in range(40):
        play(match)
    newest = look(match)
    with django_assert_max_num_queries(12):  # where to begin: 3, the steps: 1, each one's log: 8
        found = missed_steps.boards(newest, 0, 30, 37)
    assert [board.version for board in found] == list(range(30, 38))


# -- standing orders -------------------------------------------------------------------------------


async def test_an_order_goes_over_the_socket_and_only_its_owner_reads_it(begin, person, ordered):
    amber, birch = [await sync_to_async(person)(name) for name in ("amber", "birch")]
    match = await sync_to_async(begin)(amber, birch, game=ordered, number=4, first=0)
    theirs = await sync_to_async(logged_in)(birch)
    fields = {"order": "type=lays", "lays:fruit": "plum", "rolls:offer": ["false", "true"]}
    async with (
        opened(match, theirs, "?version=0") as them,
        opened(match, None, "?version=0") as nobody,
    ):
        await them.submit(control="order", version="0", client_id="control-0", **fields)
        assert (await them.next("accepted"))["version"] == 1
        assert "Lay a plum as soon as possible." in (await them.next("page"))["content"]
        assert "plum as soon" not in (await nobody.next("page"))["content"]


MOST = 12_000  # bytes of any game's board


async def frame_of(page: Page, kind: str) -> str | bytes:
    """The next frame of that kind, as it came; only word of who is here may come before."""
    while True:
        frame: str | bytes = await page.communicator.receive_from()
        if (found := message_in(frame)["type"]) != "people":
            assert found == kind
            return frame


async def page_frame(page: Page) -> str | bytes:
    return await frame_of(page, "page")


def message_in(frame: str | bytes) -> dict[str, Any]:
    text = frame if isinstance(frame, str) else zlib.decompress(frame)
    return dict(json.loads(text))


async def test_every_game_s_pages_are_the_same_in_far_fewer_bytes(begin, person):
    for game in registry.installed():
        people = [await sync_to_async(person)() for _seat in range(game.meta.min_seats)]
        match = await sync_to_async(begin)(*people, game=game.meta.slug)
        async with opened(match) as plain, opened(match, None, "?packed=1") as packing:
            text, packed = await page_frame(plain), await page_frame(packing)
        assert isinstance(text, str)
        assert isinstance(packed, bytes)
        assert zlib.decompress(packed) == text.encode()
        assert len(packed) < min(MOST, len(text) / 4)


async def test_a_page_that_asks_is_sent_missed_boards_packed_and_others_text(table):
    match, mine, _ = table
    await sync_to_async(play)(match)
    for query in ("?version=0", "?version=0&packed=", "?version=0&packed=true"):
        async with opened(match, mine, query) as page:
            assert isinstance(await page_frame(page), str)
    async with opened(match, mine, "?version=1&packed=1") as page:
        await page.submit(boards="x")
        assert (await page.next("error"))["code"]
    said = []
    for query in ("?version=1", "?version=1&packed=1"):
        async with opened(match, mine, query) as page:
            await page.submit(boards="0-0")
            said.append(await frame_of(page, "boards"))
    plain, packed = said
    assert isinstance(plain, str)
    assert isinstance(packed, bytes)
    assert zlib.decompress(packed) == plain.encode()


async def test_a_page_is_drawn_and_packed_once_for_all_who_see_the_same(table, monkeypatch):
    match, mine, theirs = table
    pack = Mock(wraps=zlib.compress)
    monkeypatch.setattr(live_page.zlib, "compress", pack)
    asked = "?version=0&packed=1"
    async with (
        opened(match, mine, asked) as one,
        opened(match, mine, asked) as tab,
        opened(match, theirs, asked) as other,
        opened(match, None, asked) as stranger,
        opened(match, None, "?version=0") as guest,
    ):
        await sync_to_async(play)(match)
        frames = [await page_frame(page) for page in (one, tab, other, stranger, guest)]
    assert frames[0] == frames[1]
    assert len({message_in(frame)["content"] for frame in frames}) == 3
    assert pack.call_count == 3
