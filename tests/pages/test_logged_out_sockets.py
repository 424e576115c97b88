"""Whose sockets a new password or a revoked key ends, and for whom none opens.

Every other way to lose a right: test_lost_rights.py.
"""

import json
import re
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import pushes, sanctions
from accounts.live import NOT_FOUND
from accounts.models import User
from accounts.services import issue_token, revoke_tokens
from tests.lobby.test_me_socket import opened as opened_site
from tests.pages.test_page_socket import DRAW, Page, opened
from tests.support.sockets import closed_with, socket_of

pytestmark = pytest.mark.django_db(transaction=True)
NEW = {"password1": "violet-kettle-9", "password2": "violet-kettle-9"}


@pytest.fixture
def amber(person: Any) -> User:
    user: User = person("amber")
    user.email = "amber@post.example"
    user.set_password("a long password")
    user.save()
    user.emailaddress_set.create(email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def birch(person: Any) -> User:
    user: User = person("birch")
    return user


async def is_closed(communicator: WebsocketCommunicator) -> bool:
    """Whether the next word, but for those of the badge and the match, is the end."""
    output = {"type": "websocket.send"}
    while output["type"] == "websocket.send":
        output = await communicator.receive_output()
    return (output["type"], output.get("code")) == ("websocket.close", pushes.LOGGED_OUT)


def changed(browser: Client) -> None:
    """The person changes the password in this browser."""
    data = {"oldpassword": "a long password", **NEW}
    assert browser.post("/accounts/password/change/", data)["Location"] == "/settings/account/"
    assert browser.get("/settings/").status_code == 200


def replaced() -> None:
    """The person follows the link in the letter, in a browser where nobody is logged in."""
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": "amber@post.example"})
    link = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[-1].body))
    assert link is not None
    form = browser.get(link[0], follow=True).redirect_chain[-1][0]
    answer = browser.post(form, NEW)
    assert answer["Location"] == "/accounts/password/reset/key/done/"


async def test_a_new_password_closes_what_other_browsers_have_open_and_nothing_else(
    amber, birch, begin, browser_of
):
    match = await sync_to_async(begin)(amber, birch, first=0)
    browser_of = sync_to_async(browser_of)
    mine, stolen, theirs = [await browser_of(user) for user in (amber, amber, birch)]
    async with (
        opened(match, mine, "?version=0") as here,
        opened(match, stolen, "?version=0") as elsewhere,
        opened(match, theirs, "?version=0") as other,
        opened_site(stolen) as site,
        json_socket(match, await sync_to_async(issue_token)(user=amber)) as bot,
    ):
        await sync_to_async(changed)(mine)
        assert await is_closed(elsewhere.communicator)
        assert await is_closed(site)
        for page in (here, other, bot):
            assert await page_is_open(page)


async def test_a_password_set_by_a_mailed_link_closes_every_browser(amber, browser_of):
    async with opened_site(await sync_to_async(browser_of)(amber)) as site:
        await sync_to_async(replaced)()
        assert await is_closed(site)


async def test_a_revoked_key_closes_what_it_opened_and_nothing_else(
    amber, birch, begin, browser_of
):
    """It came in the first message; in a header: test_lost_rights.py."""
    match = await sync_to_async(begin)(amber, birch, first=0)
    browser = await sync_to_async(browser_of)(amber)
    first = await sync_to_async(issue_token)(user=amber)
    second = await sync_to_async(issue_token)(user=amber)
    async with (
        json_socket(match, first, "message") as lost,
        json_socket(match, second, "message") as kept,
        opened(match, browser, "?version=0") as page,
    ):
        oldest = await sync_to_async(lambda: amber.tokens.order_by("pk")[0].pk)()
        await sync_to_async(revoke_tokens)(user=amber, pk=oldest)
        assert (await lost.next("error"))["code"] == "not_authenticated", "it says why"
        assert await is_closed(lost.communicator)
        for other in (kept, page):
            assert await page_is_open(other)
        await sync_to_async(revoke_tokens)(user=amber)
        assert await is_closed(kept.communicator)
        assert await page_is_open(page)


def test_keys_revoked_in_the_administration_are_closed_too(amber, monkeypatch):
    told: list[Any] = []
    monkeypatch.setattr(pushes, "send", lambda group, message: told.append((group, message)))
    issue_token(user=amber)
    token = amber.tokens.get()
    office = Client()
    office.force_login(User.objects.create_superuser("root"))
    page = reverse("admin:accounts_token_delete", args=[token.pk])
    assert office.post(page, {"post": "yes"}).status_code == 302
    group = pushes.group_of(amber.pk)
    assert told == [(group, {"type": "person.revoked", "keys": [token.digest]})]


@asynccontextmanager
async def json_socket(match: Any, key: str, how: str = "header") -> Any:
    path = f"/ws/api/matches/{match.public_id}/"
    async with socket_of(path, key=key if how == "header" else "") as communicator:
        if how == "message":
            await communicator.send_json_to({"type": "auth", "token": key})
        async for message in heard(communicator):
            if message["type"] == "state" and message["you"] == 0:
                break
        yield Page(communicator)


async def heard(communicator: WebsocketCommunicator) -> Any:
    while True:
        yield await communicator.receive_json_from()


async def page_is_open(page: Page) -> bool:
    """Whether a message is still answered."""
    await page.say('{"nothing": 1}')
    while True:
        output = await page.communicator.receive_output()
        if output["type"] == "websocket.close":
            return False
        if '"error"' in output["text"]:
            return True


@pytest.fixture
def table(begin: Any, person: Any, browser_of: Any) -> Any:
    amber = person("amber")
    return begin(amber, person("birch"), first=0), amber, browser_of(amber)


def ban(user: User) -> None:
    root = User.objects.create_superuser("root")
    sanctions.impose(user=user, by=root, kind="ban", reason="threats")


async def test_no_page_socket_opens_for_a_banned_person(table):
    match, amber, mine = table
    await sync_to_async(ban)(amber)
    async with opened(match, mine, "?version=0") as page:
        assert await closed_with(page.communicator) == pushes.BANNED


@pytest.mark.parametrize("first", ["header", "message"])
async def test_no_json_socket_opens_for_a_banned_person(table, first):
    match, amber, _mine = table
    key = await sync_to_async(issue_token)(user=amber)
    await sync_to_async(ban)(amber)
    path = f"/ws/api/matches/{match.public_id}/"
    async with socket_of(path, key=key if first == "header" else "") as socket:
        if first == "message":
            await socket.receive_json_from()  # what anyone may see
            await socket.send_json_to({"type": "auth", "token": key})
        assert await closed_with(socket) == pushes.BANNED


async def test_a_stranger_at_a_private_match(begin, person, browser_of):
    amber, birch, cedar = [await sync_to_async(person)(name) for name in ("a", "b", "c")]
    match = await sync_to_async(begin)(amber, birch, private=True)
    client = await sync_to_async(browser_of)(cedar)
    async with opened(match, client) as page:
        await page.submit(action=DRAW, version="0", client_id="one")
        assert (await page.next("error"))["code"] == "not_found"
        output = await page.communicator.receive_output()
        assert output == {"type": "websocket.close", "code": NOT_FOUND}
        assert await page.silent(), "what was said is not answered"


async def test_nobody_in_particular_at_no_match(caplog):
    async with opened("nosuchmatch") as page:
        await page.say(json.dumps({"body": {"action": DRAW, "version": "0"}}))
        await page.next("error")
        await page.communicator.receive_output()
        assert await page.silent()
    assert caplog.text == ""
