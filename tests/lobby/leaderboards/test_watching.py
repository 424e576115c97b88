"""A stranger watches somebody's run live."""

from typing import Any

import pytest
import time_machine as machine
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connections

from accounts.models import User
from tests.lobby.leaderboards.conftest import begin, move
from tests.rulesets.climb import ROCKS
from tests.secrets.conftest import Onlooker, watching


@pytest.fixture
def _close_connections_of_threads() -> Any:
    yield
    connections.close_all()


pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_close_connections_of_threads"),
]


def _people() -> tuple[User, Onlooker]:
    with machine.travel("2026-04-01T00:00:00Z"):
        return User.objects.create_user("amber"), Onlooker(User.objects.create_user("birch"), None)


def _rocks(text: str) -> list[str]:
    return [rock for rock in ROCKS if rock in text]


async def _until(socket: WebsocketCommunicator, version: int) -> str:
    """What comes over the socket until it shows that version."""
    heard = ""
    while f'"version":{version},' not in heard:
        heard += (await socket.receive_output())["text"]
    return heard


async def test_a_stranger_watches_a_running_public_run_live(climb):
    amber, stranger = await sync_to_async(_people)()
    match = await sync_to_async(begin)(amber)
    async with watching(match, [stranger]):
        for socket in stranger.sockets:
            assert _rocks(await _until(socket, 0)) == []
        await sync_to_async(move)(match, amber, "climb")
        for socket in stranger.sockets:
            (climbed,) = _rocks(await _until(socket, 1))
        await sync_to_async(move)(match, amber, "stop")
        page, api = stranger.sockets
        assert "The end" in await _until(page, 2)
        assert climbed in await _until(api, 2)
