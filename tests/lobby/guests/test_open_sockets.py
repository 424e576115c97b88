"""What a guest has open goes on working when they sign up, and is closed when they log in."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts import pushes, session_checks
from accounts.models import User
from games.matches.models import Match
from tests.support.guests import PASSWORD, log_in, match_of, play_now, sign_up, visitor
from tests.support.sockets import socket_of

pytestmark = pytest.mark.django_db(transaction=True)
SOLO = "village-assault"  # in which it is always the guest's turn


def begun(browser: Client) -> Match:
    return match_of(play_now(browser, SOLO))


@asynccontextmanager
async def page_of(browser: Client, match: Match) -> AsyncIterator[Any]:
    """The socket of the match's page, which shows it."""
    async with socket_of(f"/ws/matches/{match.public_id}/", browser) as socket:
        assert "Guest " in (await _said(socket, "page"))["content"]
        yield socket


async def _said(socket: Any, kind: str) -> dict[str, Any]:
    while True:
        output = await socket.receive_output()
        if output["type"] == "websocket.close":
            return {"type": "closed", "code": output["code"]}
        said: dict[str, Any] = json.loads(output["text"])
        if said["type"] == kind:
            return said


async def _resigns(socket: Any) -> dict[str, Any]:
    await socket.send_to(json.dumps({"body": {"control": "resign", "version": "0"}}))
    return await _said(socket, "accepted")


@pytest.mark.parametrize("push", [True, False], ids=["told", "push lost"])
async def test_signing_up_closes_nothing_and_changes_the_name(push, monkeypatch):
    browser = visitor()
    match = await sync_to_async(begun)(browser)
    async with page_of(browser, match) as socket:
        if not push:
            monkeypatch.setattr(pushes, "log_out", lambda *_who, **_but: None)
        await sync_to_async(sign_up)(browser)
        assert ">elder<" in (await _said(socket, "page"))["content"]
        if push:
            assert await _resigns(socket) == {"type": "accepted", "version": 1}
            await session_checks.current().look()  # the browser has another cookie since
            assert await _said(socket, "nothing") == {"type": "closed", "code": pushes.TRY_AGAIN}


def test_forms_of_open_pages_go_on_working():
    browser = Client(enforce_csrf_checks=True)

    def token_of(path: str) -> str:
        page = browser.get(path).content.decode()
        return page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]

    def post(path: str, token: str, **fields: str) -> Any:
        return browser.post(path, {**fields, "csrfmiddlewaretoken": token})

    of_visitor = token_of("/accounts/signup/")
    post(f"/play/{SOLO}/", of_visitor)
    of_guest = token_of("/settings/")
    post("/accounts/signup/", of_visitor, username="elder", password1=PASSWORD)
    assert post("/settings/keep/", of_guest, name="theme", value="dark").status_code == 204
    assert User.objects.get(username="elder").theme == "dark"


async def test_logging_in_closes_what_the_guest_had_open():
    await sync_to_async(User.objects.create_user)("elder", password=PASSWORD)
    browser = visitor()
    match = await sync_to_async(begun)(browser)
    async with page_of(browser, match) as socket:
        await sync_to_async(log_in)(browser, "elder")
        assert await _said(socket, "nothing") == {"type": "closed", "code": pushes.LOGGED_OUT}
