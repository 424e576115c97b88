"""No socket of a match opens for whoever is banned. What a ban ends: test_lost_rights.py."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts import pushes, sanctions
from accounts.models import User
from accounts.services import issue_token
from tests.pages.test_page_socket import opened
from tests.support.sockets import closed_with

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(begin: Any, person: Any, browser_of: Any) -> Any:
    amber = person("amber")
    return begin(amber, person("birch"), first=0), amber, browser_of(amber)


def ban(user: User) -> None:
    root = User.objects.create_superuser("root")
    sanctions.impose(user=user, by=root, kind="ban", reason="threats")


async def test_no_page_socket_opens_for_a_banned_person(table: Any) -> None:
    match, amber, mine = table
    await sync_to_async(ban)(amber)
    async with opened(match, mine, "?version=0") as page:
        assert await closed_with(page.communicator) == pushes.BANNED


@pytest.mark.parametrize("first", ["header", "message"])
async def test_no_json_socket_opens_for_a_banned_person(table: Any, first: str) -> None:
    from portal.asgi import application

    match, amber, _mine = table
    key = await sync_to_async(issue_token)(user=amber)
    await sync_to_async(ban)(amber)
    headers = [(b"authorization", f"Token {key}".encode())] if first == "header" else []
    socket = WebsocketCommunicator(application, f"/ws/api/matches/{match.public_id}/", headers)
    await socket.connect()
    if first == "message":
        await socket.receive_json_from()  # what anyone may see
        await socket.send_json_to({"type": "auth", "token": key})
    assert await closed_with(socket) == pushes.BANNED
    await socket.disconnect()
