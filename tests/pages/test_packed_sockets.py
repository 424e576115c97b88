"""The page's socket, compressed: far smaller, the same words, made once."""

import json
import zlib
from typing import Any
from unittest.mock import Mock

import pytest
from asgiref.sync import sync_to_async

from games.matches.live import page as live_page
from games.plugin import registry
from tests.games.matches.conftest import play
from tests.pages.test_page_socket import Page, opened, table

__all__ = ["table"]

pytestmark = pytest.mark.django_db(transaction=True)
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


async def test_every_game_s_pages_are_the_same_in_far_fewer_bytes(begin: Any, person: Any) -> None:
    for game in registry.installed():
        people = [await sync_to_async(person)() for _seat in range(game.meta.min_seats)]
        match = await sync_to_async(begin)(*people, game=game.meta.slug)
        async with opened(match) as plain, opened(match, None, "?packed=1") as packing:
            text, packed = await page_frame(plain), await page_frame(packing)
        assert isinstance(text, str)
        assert isinstance(packed, bytes)
        assert zlib.decompress(packed) == text.encode()
        assert len(packed) < min(MOST, len(text) / 4)


async def test_missed_boards_are_packed_too(table: Any) -> None:
    match, mine, _ = table
    await sync_to_async(play)(match)
    said = []
    for query in ("?version=1", "?version=1&packed=1"):
        async with opened(match, mine, query) as page:
            await page.submit(boards="0-0")
            said.append(await frame_of(page, "boards"))
    plain, packed = said
    assert isinstance(plain, str)
    assert isinstance(packed, bytes)
    assert zlib.decompress(packed) == plain.encode()


async def test_a_page_that_does_not_ask_is_sent_text_and_so_is_what_is_small(table: Any) -> None:
    match, mine, _ = table
    await sync_to_async(play)(match)
    for query in ("?version=0", "?version=0&packed=", "?version=0&packed=true"):
        async with opened(match, mine, query) as page:
            assert isinstance(await page_frame(page), str)
    async with opened(match, mine, "?version=1&packed=1") as page:
        await page.submit(boards="x")
        assert (await page.next("error"))["code"]


async def test_a_message_is_packed_once_for_all_who_see_the_same(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
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
