"""The site's own socket: what waits and what is new, told as it happens, to its person alone."""

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts import notice_choices, notices, presence, pushes, session_checks
from accounts.live import FLOODED
from games.matches.models import Match
from lobby.live import me
from tests.games.matches.conftest import play
from tests.support.log_in import logged_in
from tests.support.sockets import closed_with, socket_of
from toolbox import limits

pytestmark = pytest.mark.django_db(transaction=True)
NEWS = {"text": "Hello {name}!", "params": {"name": "amber"}, "link": "/"}


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(me, "GATHER_SECONDS", 0.01)


def opened(client: Client | None, query: str = "") -> Any:
    return socket_of(f"/ws/me/{query}", client)


async def told(page: WebsocketCommunicator, kind: str = "badge") -> dict[str, Any]:
    message = json.loads(await page.receive_from())
    assert message.pop("type") == kind, message
    return dict(message)


async def counted(page: WebsocketCommunicator) -> tuple[int, int, int, bool]:
    found = await told(page)
    return found["waiting"], found["elsewhere"], found["unread"], found["next_here"]


@pytest.fixture
def people(person: Any) -> Any:
    amber, birch = person("amber"), person("birch")
    return amber, birch, logged_in(amber), logged_in(birch)


async def test_every_page_hears_at_once_whose_turn_it_is_and_a_matchs_whether_others_wait(
    begin, people
):
    amber, birch, mine, theirs = people
    here = await sync_to_async(begin)(amber, birch, first=0)
    async with opened(mine, f"?at=/matches/{here.public_id}/") as page:
        assert await counted(page) == (1, 0, 0, False)
        await sync_to_async(begin)(amber, birch, first=0)
        assert await counted(page) == (2, 1, 0, False)
        await sync_to_async(play)(here)
        assert await counted(page) == (1, 1, 0, True)
    await Match.objects.all().adelete()
    async with opened(mine) as me_here, opened(mine) as my_tab, opened(theirs) as them:
        for page in (me_here, my_tab, them):
            assert await counted(page) == (0, 0, 0, False)
        match = await sync_to_async(begin)(amber, birch, first=0)
        assert await counted(me_here) == (1, 1, 0, True)
        assert await counted(my_tab) == (1, 1, 0, True)
        await sync_to_async(play)(match)
        assert await counted(me_here) == (0, 0, 0, False)
        assert await counted(them) == (1, 1, 0, True)


async def test_a_notice_is_told_once_with_the_way_to_it(people):
    amber, _, mine, theirs = people
    await sync_to_async(notices.tell)(user_id=amber.pk, key="old", **NEWS)
    await amber.notices.aupdate(created_at=timezone.now() - 2 * me.LATE)
    async with opened(mine) as page, opened(theirs) as other:
        assert (await counted(page))[2] == 1
        assert (await counted(other))[2] == 0
        await sync_to_async(notices.tell)(user_id=amber.pk, key="new", **NEWS)
        # The notice is first where the page is still looking for what came before it opened.
        heard = [json.loads(await page.receive_from()) for _message in range(2)]
        badge, notice = sorted(heard, key=lambda message: message["type"])
        assert (badge["type"], badge["unread"]) == ("badge", 2)
        pk = (await amber.notices.aget(key="new")).pk
        hello = {"text": "Hello amber!", "link": f"/notices/{pk}/", "about": "/"}
        assert notice == {"type": "notice", **hello}
        await sync_to_async(notices.tell)(user_id=amber.pk, key="new", **NEWS)
        assert await page.receive_nothing(timeout=0.05)
        assert await other.receive_nothing(timeout=0.01)
    await sync_to_async(notices.tell)(user_id=amber.pk, key="between", **NEWS)
    async with opened(mine) as page:  # what came between two pages is told by the second
        await counted(page)
        assert (await told(page, "notice"))["text"] == "Hello amber!"


async def test_what_somebody_wants_in_the_list_alone_is_not_told_and_many_pushes_are_one_count(
    people, monkeypatch, django_assert_num_queries
):
    amber, _, mine, _ = people
    await sync_to_async(notice_choices.change)(
        user=amber, choices={"portal": notice_choices.Choice(False, "never")}, digest_hour=9
    )
    async with opened(mine) as page:
        await counted(page)
        await sync_to_async(notices.tell)(user_id=amber.pk, key="new", **NEWS)
        assert (await counted(page))[2] == 0
        assert await page.receive_nothing(timeout=0.05)
    assert await amber.notices.acount() == 1
    from channels.layers import get_channel_layer

    counting: list[Any] = []
    hear, sleep, due = me.MeConsumer.desk_changed, asyncio.sleep, asyncio.Event()

    def heard(page: me.MeConsumer) -> None:
        hear(page)
        counting.append(page._counting)
        if len(counting) == 30:
            due.set()

    async def until_due(seconds: float) -> None:
        await (due.wait() if seconds == me.GATHER_SECONDS else sleep(seconds))

    monkeypatch.setattr(me, "GATHER_SECONDS", 3600)
    monkeypatch.setattr(me.MeConsumer, "desk_changed", heard)
    monkeypatch.setattr(asyncio, "sleep", until_due)
    layer = get_channel_layer()
    async with opened(mine) as page:
        await counted(page)
        for _push in range(30):
            await layer.group_send(pushes.DESKS, {"type": "person.desk", "news": [amber.pk]})
        await counted(page)
        assert len(set(counting)) <= 2

    def once() -> None:
        with django_assert_num_queries(1):
            me.badge(user=amber, at="nowhere")

    await sync_to_async(once)()


async def test_the_line_shows_that_it_lives_and_a_flood_closes_it(people, monkeypatch):
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)  # a slow machine's flood is none
    async with opened(people[2]) as page:
        await counted(page)
        for _message in range(me.MESSAGES_AT_ONCE + 1):
            await page.send_to(text_data="{" + "x" * 100_000)
        assert await closed_with(page) == FLOODED
    monkeypatch.setattr(me, "BEAT_SECONDS", 0.01)
    async with opened(people[2]) as page:
        for _beat in range(3):
            assert await counted(page) == (0, 0, 0, False)


async def test_its_person_is_online_while_it_is_open_and_an_odd_place_is_just_the_site(people):
    amber, birch, mine, theirs = people
    async with opened(mine) as page:
        await counted(page)
        async with opened(theirs, "?at=/tables/abc/") as other:
            await counted(other)
            assert presence.everybody() == {amber.pk: {presence.SITE}, birch.pk: {"table/abc"}}
            others = presence.Board().others  # what another process reads
            while not others():
                await other.receive_nothing(timeout=0.01)
        assert presence.everybody() == {amber.pk: {presence.SITE}}
    assert presence.everybody() == {}
    for at in ("", "/", "/tables/a%20b/", "/tables/" + "x" * 40 + "/", "%00"):
        async with opened(people[2], f"?at={at}") as page:
            await counted(page)
            assert presence.everybody() == {people[0].pk: {presence.SITE}}, at


async def test_the_page_of_a_table_hears_who_comes_and_goes(people):
    from channels.layers import get_channel_layer

    layer = get_channel_layer()
    somebody = await layer.new_channel()
    await layer.group_add("table.abc", somebody)
    changed = {"type": "table.changed", "id": "abc"}
    async with opened(people[2], "?at=/tables/abc/") as page:
        await counted(page)
        assert (await layer.receive(somebody)).items() >= changed.items()
    assert (await layer.receive(somebody)).items() >= changed.items()


async def test_what_comes_while_the_database_is_away_is_told_at_the_next_beat(people, monkeypatch):
    amber, _birch, mine, _theirs = people
    monkeypatch.setattr(me, "BEAT_SECONDS", 0.05)
    away, count = [], me.badge

    def failing(**asked: Any) -> Any:
        if away:
            away.append("asked")
            raise OperationalError("away")
        return count(**asked)

    monkeypatch.setattr(me, "badge", failing)
    async with opened(mine) as page:
        await counted(page)
        away.append("away")
        await sync_to_async(notices.tell)(user_id=amber.pk, key="new", **NEWS)
        while len(away) < 4:  # the push and beats have found nobody
            await asyncio.sleep(0.01)
        away.clear()
        while (message := json.loads(await page.receive_from()))["type"] == "badge":
            pass
        assert message["text"] == "Hello amber!"


async def test_a_socket_that_fails_as_it_opens_is_at_no_place(people, monkeypatch):
    """Channels calls `disconnect` only where somebody has left."""
    amber, _birch, mine, _theirs = people

    async def fail(self: Any, place: str) -> None:
        raise ValueError("no table")

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        pass

    monkeypatch.setattr(me.MeConsumer, "_tell_the_table", fail)
    scope = {"type": "websocket", "user": amber, "headers": [], "query_string": b""}
    scope["session"] = mine.session
    with pytest.raises(ValueError, match="no table"):
        await me.MeConsumer()(scope, receive, send)
    assert amber.pk not in presence._sockets.at(presence.SITE)
    assert not session_checks.current()._sockets
