"""The sockets of a match that can't be read: they say so, and one can abandon it there."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils.html import escape

from games.matches.models import Match
from tests.games.matches.conftest import play
from tests.games.matches.test_json_socket import connected, token_of
from tests.pages.test_page_socket import opened
from tests.support.breaking import CORRUPTED, SENTENCE, break_match
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(begin: Any, person: Any) -> Any:
    """A match of amber and a computer player, broken, amber's browser and token."""

    def make() -> Any:
        amber = person("amber")
        match = begin(amber, "easy", first=0)
        break_match(match, CORRUPTED)
        return match, logged_in(amber), token_of(amber)

    return make


async def test_the_json_socket_sends_what_the_api_would_and_takes_that_one_abandons_it(table):
    match, _browser, token = await sync_to_async(table)()
    async with connected(match, token) as client, connected(match) as spectator:
        for one, seat in ((client, 0), (spectator, None)):
            state = await one.next("state")
            told = {"unreadable": True, "prompt": SENTENCE, "observation": None, "actions": []}
            assert state | told | {"you": seat} == state
        await client.act({"type": "draw"}, 0)
        answers = [await client.next() for _ in range(2)]  # stopped by now, which both hear
        errors = [answer["code"] for answer in answers if answer["type"] == "error"]
        assert errors == ["unreadable"]
    async with connected(match, token) as client:
        await client.next("state")
        await client.say({"type": "abandon", "version": 0, "client_id": "enough"})
        seen: dict[str, Any] = {}
        while seen.get("status") != "voided" or "accepted" not in seen:
            message = await client.next()
            assert message["type"] != "error", message
            seen |= {message["type"]: message} | message
    assert seen["accepted"]["version"] == 1
    assert (await Match.objects.aget(pk=match.pk)).status == "voided"


async def test_the_page_is_sent_the_page_that_says_so_and_no_missed_steps(table):
    match, mine, _token = await sync_to_async(table)()
    async with opened(match, mine) as page:
        await page.next("page")
        await page.submit(boards="0-0")
        message = await page.next_of("error", "page")
        while message["type"] == "page":  # it is told anew when it is stopped
            message = await page.next_of("error", "page")
    assert message["code"] == "malformed"
    async with opened(match, mine) as page:
        content = (await page.next("page"))["content"]
        assert escape(SENTENCE) in content
        assert 'id="live"' in content
        assert "abandon-now" in content
        await page.submit(control="abandon", version="0", client_id="control-0")
        told: dict[str, Any] = {}
        while told.keys() != {"accepted", "page"}:
            message = await page.next_of("accepted", "page")
            told |= {message["type"]: message} if message.get("version") == 1 else {}
    assert "abandon-now" not in told["page"]["content"]


async def test_an_open_page_hears_when_its_match_breaks(begin, person):
    amber, birch = await sync_to_async(person)("amber"), await sync_to_async(person)("birch")
    match = await sync_to_async(begin)(amber, birch, first=0)
    mine = await sync_to_async(logged_in)(amber)
    async with opened(match, mine, "?version=0") as page:
        await sync_to_async(play)(match)
        assert escape(SENTENCE) not in (await page.next("page"))["content"]
        await sync_to_async(break_match)(match, CORRUPTED)
        await page.submit(action='{"type":"draw"}', version="1")
        seen = [await page.next_of("error", "page")]
        while seen[-1]["type"] != "page" or escape(SENTENCE) not in seen[-1]["content"]:
            seen.append(await page.next_of("error", "page"))
    assert "unreadable" in [message.get("code") for message in seen]
