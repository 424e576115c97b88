"""The sockets of the list of open tables and of a table's page."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts import blocks, follows
from accounts.models import User
from lobby.clubs import services as clubs
from lobby.listing import rows
from lobby.live import listing, tables
from lobby.models import Table
from lobby.tables import announcements, services
from lobby.tables.filters import Filters
from tests.lobby.tables import opened
from tests.support.log_in import logged_in
from tests.support.patience import PATIENCE_SECONDS
from tests.support.sockets import closed_with, socket_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

LIVE = {"type": "live", "bank": 300}


class Looker:
    """A browser's end of a socket."""

    greeting: dict[str, Any]

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator

    async def next(self) -> dict[str, Any]:
        return json.loads(await self.communicator.receive_from())

    async def silent(self) -> bool:
        return bool(await self.communicator.receive_nothing(timeout=0.05, interval=0.01))


@asynccontextmanager
async def looking(user: User | None, path: str = "/ws/tables/") -> AsyncIterator[Looker]:
    browser = user and await sync_to_async(logged_in)(user)
    async with socket_of(path, browser) as communicator:
        looker = Looker(communicator)
        looker.greeting = await looker.next()  # from here on it is told everything
        yield looker


def do(call: Any, **arguments: Any) -> Any:
    return sync_to_async(call)(**arguments)


async def test_a_new_table_and_every_change_of_it_reach_who_looks(amber, birch):
    live = "/ws/tables/?pace=live"
    async with looking(None) as stranger, looking(amber) as host, looking(None, live) as narrow:
        table = await do(opened, host=amber)
        assert await narrow.next() == {"type": "gone", "id": table.public_id}
        seen = await stranger.next()
        assert (seen["type"], seen["id"]) == ("row", table.public_id)
        assert 'aria-label="2 of 3 seats free"' in seen["html"]
        assert "your table" not in seen["html"]
        assert "your table" in (await host.next())["html"]
        await do(services.join, table=table, user=birch)
        assert 'aria-label="1 of 3 seats free"' in (await stranger.next())["html"]
        await do(services.leave, table=table, user=birch)
        await do(services.leave, table=table, user=amber)
        await stranger.next()
        assert await stranger.next() == {"type": "gone", "id": table.public_id}
        await do(opened, host=amber, clock=LIVE)
        while (told := await narrow.next())["type"] != "row":
            assert told == {"type": "gone", "id": table.public_id}


async def test_each_row_is_made_once_for_everybody(amber, monkeypatch):
    made: list[Any] = []
    row_of = rows.row_of
    monkeypatch.setattr(rows, "row_of", lambda *a, **n: made.append(n) or row_of(*a, **n))
    async with looking(None) as one, looking(None) as two, looking(amber) as three:
        await do(opened, host=amber)
        texts = [(await looker.next())["html"] for looker in (one, two, three)]
    assert made == [{"mine": mine, "followed": False} for mine in (False, True)]
    assert texts[0] == texts[1] != texts[2]


async def test_who_follows_the_host_reads_it_in_the_row(amber, birch):
    await do(follows.follow, user=birch, other=amber)
    async with looking(birch) as follower, looking(None) as other, looking(amber) as host:
        await do(opened, host=amber)
        rows = [(await looker.next())["html"] for looker in (follower, other, host)]
    assert ["you follow" in row for row in rows] == [True, False, False]


async def test_private_tables_are_told_to_their_people_alone(amber, birch, cedar):
    club = await do(clubs.found, user=amber, name="Round Table")
    await do(clubs.join, club=club, user=cedar)
    async with looking(None) as nobody, looking(cedar) as stranger, looking(amber) as host:
        for of in (None, club.public_id):  # the list has no tables for members only
            await do(opened, host=amber, private=True, club=of)
            assert (await host.next())["type"] == "row"
        assert await nobody.silent()
        assert await stranger.silent()
        table = await do(opened, host=amber, seats=2)
        assert [(await one.next())["type"] for one in (nobody, stranger, host)] == ["row"] * 3
        await do(services.join, table=table, user=birch)  # it is full
        told = [(await one.next())["type"] for one in (nobody, stranger, host)]
        assert told == ["gone", "gone", "row"], "but for those who sit there"


async def test_what_changed_since_the_page_was_made_is_not_missed(amber, birch):
    def seen() -> str:
        page = Client().get("/tables/").content.decode()
        found = re.search(r'data-seen="(\w*)"', page)
        assert found is not None
        return found[1]

    for change in (
        lambda: opened(host=amber),
        lambda: services.join(table=Table.objects.get(), user=birch),
        lambda: services.leave(table=Table.objects.get(), user=birch),
    ):
        before = await sync_to_async(seen)()
        async with looking(None, f"/ws/tables/?seen={before}") as page:
            assert page.greeting == {"type": "open", "missed": False}
        await sync_to_async(change)()
        async with looking(None, f"/ws/tables/?seen={before}") as page:
            assert page.greeting == {"type": "open", "missed": True}


async def test_who_comes_as_the_last_one_goes_hears_everything(amber):
    class Follower:
        user_id, hidden, followed = None, set[int](), set[int]()
        filters, language = Filters(), "en"

        def __init__(self) -> None:
            self.heard: asyncio.Queue[str] = asyncio.Queue()

        async def tell(self, text: str) -> None:
            self.heard.put_nowait(text)

    last, next_one, everybody = Follower(), Follower(), listing.current()
    assert await everybody.follow(last)
    everybody.unfollow(last)  # what listened has not ended yet
    assert await everybody.follow(next_one)
    await do(opened, host=amber)
    heard = await asyncio.wait_for(next_one.heard.get(), PATIENCE_SECONDS)
    assert json.loads(heard)["type"] == "row"
    everybody.unfollow(next_one)


async def test_after_the_broker_was_away_everybody_looks_again(amber, monkeypatch):
    monkeypatch.setattr(listing, "PATIENCE_SECONDS", 0.01)
    monkeypatch.setattr(listing, "RETRY_SECONDS", 0.01)
    layer, back = get_channel_layer(), asyncio.Event()
    join = layer.group_add

    async def away(group: str, channel: str) -> None:
        if group == announcements.LISTING and not back.is_set():
            raise ConnectionError("away")
        await join(group, channel)

    monkeypatch.setattr(layer, "group_add", away)
    async with looking(None) as page:
        assert page.greeting == {"type": "open", "missed": True}
        back.set()
        assert await page.next() == {"type": "open", "missed": True}
        await do(opened, host=amber)
        assert (await page.next())["type"] == "row"


@pytest.mark.parametrize("when", ["before", "meanwhile"])
async def test_blocked_people_see_nothing_of_each_other(amber, birch, cedar, when):
    if when == "before":
        await do(blocks.block, user=amber, other=birch)
    async with looking(birch) as blocked, looking(None) as other:
        await do(opened, host=birch)  # something is told before
        await blocked.next()
        await other.next()
        if when == "meanwhile":
            await do(blocks.block, user=amber, other=birch)
            assert await blocked.next() == {"type": "open", "missed": True}
        table = await do(opened, host=amber)
        assert (await other.next())["type"] == "row"
        assert await blocked.next() == {"type": "gone", "id": table.public_id}
        table = await do(opened, host=cedar, seats=3)
        assert (await blocked.next())["type"] == "row"
        await do(services.join, table=table, user=amber)
        assert await blocked.next() == {"type": "gone", "id": table.public_id}


async def test_a_tables_page_hears_that_it_changed_and_who_sits_there_keeps_it_open(
    amber, birch, cedar
):
    from tests.support.waiting import wait_for

    table = await do(opened, host=amber)
    long_ago = timezone.now() - timedelta(hours=1)

    def touched() -> bool:
        return Table.objects.get().touched_at != long_ago

    await do(Table.objects.update, touched_at=long_ago)
    async with looking(cedar, f"/ws/tables/{table.public_id}/") as page:
        assert await page.silent()
    assert not await do(touched)
    async with looking(amber, f"/ws/tables/{table.public_id}/"):
        await do(wait_for, look=touched, what="the table to be touched")
    other = await do(opened, host=cedar)
    async with looking(None, f"/ws/tables/{table.public_id}/") as page:
        await do(services.join, table=other, user=birch)
        assert await page.silent()
        await do(services.join, table=table, user=birch)
        assert await page.next() == {"type": "changed"}
    async with looking(cedar, f"/ws/tables/{table.public_id}/") as page:
        await do(blocks.block, user=amber, other=cedar)
        assert await page.next() == {"type": "changed"}
        assert await closed_with(page.communicator) == 4404


async def test_the_touching_outlives_a_database_that_is_away_and_no_table_closes_the_socket(
    amber, monkeypatch, db
):
    table = await do(opened, host=amber)
    tried = []

    def away(**named):
        tried.append(named["public_id"])
        raise OperationalError("database is locked")

    monkeypatch.setattr(tables.services, "touch", away)
    monkeypatch.setattr(tables, "TOUCH_SECONDS", 0.01)
    async with looking(amber, f"/ws/tables/{table.public_id}/"):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(tried) < 2:
                await asyncio.sleep(0.01)
    for name in ("nosuchtable2", "x%20y", "ä", "a" * 300):
        async with socket_of(f"/ws/tables/{name}/") as page:
            assert await closed_with(page) == 4404, name
