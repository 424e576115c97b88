"""Who may open which socket: a row for every address, a column for everyone."""

import asyncio
import json
from contextlib import suppress

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings

from portal.asgi import application
from tests.permissions import scene
from tests.permissions.cells import rows

# What is heard first, or the code with which the socket is closed.
# Columns: anonymous member seat spectator blocked banned moderator reviewer superuser guest
# (Programs have keys, so a guest's are nobody's.)
SOCKETS = """
ws ws/api/matches/{public}/         state state state state state 4403 state state state state
ws ws/api/matches/{private}/        error 4404  state 4404  4404  4403 4404  4404  4404 error
ws ws/api/matches/{hidden}/         error 4404  state 4404  4404  4403 4404  4404  4404 error
ws ws/matches/{public}/             page  page  page  page  page  4403 page  page  page page
ws ws/matches/{private}/            4404  4404  page  4404  4404  4403 4404  4404  4404 4404
ws ws/matches/{hidden}/             4404  4404  page  4404  4404  4403 4404  4404  4404 4404
ws ws/me/                           4401  badge badge badge badge 4403 badge badge badge badge
ws ws/tables/                       open  open  open  open  open  4403 open  open  open open
ws ws/tables/{table}/ changed changed changed changed 4404 4403 changed changed changed changed
ws ws/tables/{closed}/ changed changed changed changed 4404 4403 changed changed changed changed
ws ws/chat/match:{public}:players/  4404  4404  lines 4404  4404  4403 4404  4404  4404 4404
ws ws/chat/match:{public}:watchers/ lines lines 4404  lines lines 4403 lines lines lines lines
ws ws/chat/match:{private}:players/ 4404  4404  quiet 4404  4404  4403 4404  4404  4404 4404
ws ws/chat/match:{over}:watchers/   quiet quiet quiet quiet quiet 4403 quiet quiet quiet quiet
ws ws/tables/{inner}/   4404  4404 changed changed 4404 4403 4404 4404 4404 4404
ws ws/chat/club:{club}/             4404  4404  quiet quiet quiet 4403 4404  4404  4404 4404
ws ws/chat/table:{table}/           quiet quiet quiet quiet 4404  4403 quiet quiet quiet quiet
ws ws/nowhere/                      4404  4404  4404  4404  4404  4404 4404  4404  4404 4404
"""
QUIET = "quiet"  # open, with nothing to say yet


async def _heard(here: scene.Scene, path: str, who: str, expected: str) -> str:
    headers = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
    if path.startswith("ws/api/"):
        headers += [(name.lower().encode(), v.encode()) for name, v in here.headers(who).items()]
    elif who in here.sessions:
        cookie = f"{settings.SESSION_COOKIE_NAME}={here.sessions[who]}"
        headers.append((b"cookie", cookie.encode()))
    socket = WebsocketCommunicator(application, f"/{path.format(**here.names)}", headers=headers)
    accepted, code = await socket.connect()
    if not accepted:
        return str(code)
    try:
        return await _first_word(socket, expected)
    except (TimeoutError, asyncio.CancelledError):
        return "nothing"
    finally:
        with suppress(Exception, asyncio.CancelledError):  # it may have closed already
            await socket.disconnect()


async def _first_word(socket: WebsocketCommunicator, expected: str) -> str:
    if expected == QUIET and await socket.receive_nothing(timeout=0.05):
        return QUIET
    said = {"type": "nothing"}
    while True:
        message = await socket.receive_output()
        if message["type"] == "websocket.close":
            why = "" if said["type"] == "error" else " without a word"
            return f"{message['code']}{why}"
        said = json.loads(message["text"])
        if said["type"] == "people":
            continue  # who is here may be told while the page is still being drawn
        if said["type"] != "error" or expected == "error":  # elsewhere it says why it closes
            return str(said["type"])


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
async def test_everybody_hears_what_is_theirs():
    here = await sync_to_async(scene.make)()
    wrong = []
    for _, path, answers in rows(SOCKETS):
        for who, expected in answers.items():
            heard = await _heard(here, path, who, expected)
            if heard != expected:
                wrong.append(f"{path} as {who}: {heard} instead of {expected}")
    assert not wrong, "\n".join(wrong)
