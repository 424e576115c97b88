"""Whoever isn't let in to a match hears nothing of it, whatever they say before they are out."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.live import NOT_FOUND
from tests.pages.test_page_socket import DRAW, opened

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_stranger_at_a_private_match(begin: Any, person: Any, browser_of: Any) -> None:
    amber, birch, cedar = [await sync_to_async(person)(name) for name in ("a", "b", "c")]
    match = await sync_to_async(begin)(amber, birch, private=True)
    client = await sync_to_async(browser_of)(cedar)
    async with opened(match, client) as page:
        await page.submit(action=DRAW, version="0", client_id="one")
        assert (await page.next("error"))["code"] == "not_found"
        output = await page.communicator.receive_output()
        assert output == {"type": "websocket.close", "code": NOT_FOUND}
        assert await page.silent(), "what was said is not answered"


async def test_nobody_in_particular_at_no_match(caplog: pytest.LogCaptureFixture) -> None:
    async with opened("nosuchmatch") as page:
        await page.say(json.dumps({"body": {"action": DRAW, "version": "0"}}))
        await page.next("error")
        await page.communicator.receive_output()
        assert await page.silent()
    assert caplog.text == ""
