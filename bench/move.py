"""What a move costs the web process: four JSON sockets at a table, all in this process.

The tables play one after another, the next move when all four have the last one. Figures are
milliseconds of the processor for each move, by what they are spent on; nobody sends bytes over a
network here, so what Daphne does is not in them. The broker is a real one, beside this process.
"""

import asyncio
import os
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.load import SEATS, JsonSocket, Outcome, Table
from bench.scratch import scratch_portal
from tests.support.services import redis_server

WARM_UP, TABLES = 8, 40
MOST_MOVES = 40  # at a table; few games take longer

# What is timed, in the thread that does it: what it is called, its module, its name there.
PARTS = (
    ("submit", "games.matches.play.services", "submit_action"),
    ("views", "games.matches.live.api", "_message"),
)
spent: dict[str, float] = defaultdict(float)  # seconds of the processor


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, redis_server(Path(folder)) as address:
        os.environ["REDIS_URL"] = address
        with scratch_portal():
            asyncio.run(_measure())


def _watch(part: str, module: Any, name: str) -> None:
    """Time every call of that function from now on."""
    function = getattr(module, name)

    def timed(*arguments: Any, **named: Any) -> Any:
        begun = time.thread_time()
        try:
            return function(*arguments, **named)
        finally:
            spent[part] += time.thread_time() - begun

    setattr(module, name, timed)


class LocalSocket:
    """A connection to the application in this process, spoken to as Daphne does."""

    def __init__(self, application: Any, speaker: JsonSocket) -> None:
        self.inbox, self.outbox = asyncio.Queue[Any](), asyncio.Queue[Any]()
        headers = [(name.lower().encode(), told.encode()) for name, told in speaker.headers.items()]
        scope = {"type": "websocket", "path": speaker.address, "query_string": b""}
        scope["headers"] = headers
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.running = asyncio.create_task(application(scope, self.inbox.get, self.outbox.put))

    async def send(self, text: str) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def __aiter__(self) -> AsyncIterator[str]:
        while True:
            message = await self.outbox.get()
            if message["type"] == "websocket.send":
                yield message["text"]

    async def close(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.running


async def _play(application: Any, match: dict[str, Any], dice: random.Random) -> dict[str, float]:
    """Play until nobody may move; returns what was spent meanwhile, and how many moves it was."""
    table, outcome = Table(), Outcome()
    for seat in range(SEATS):
        speaker = JsonSocket("/", match, seat)
        table.add(speaker, LocalSocket(application, speaker))
    listeners = [asyncio.create_task(outcome.listen(table, seat)) for seat in range(SEATS)]
    await table.all_have_it()
    before, begun = dict(spent), time.process_time()
    while table.offer is not None and outcome.moves < MOST_MOVES:
        await table.move(dice)
        await table.all_have_it()
        outcome.moves += 1
    used = {part: seconds - before.get(part, 0.0) for part, seconds in spent.items()}
    used |= {"all": time.process_time() - begun, "moves": outcome.moves}
    assert not outcome.errors, outcome.errors
    for listener in listeners:
        listener.cancel()
    for _speaker, connection in table.open:
        await connection.close()
    return used


async def _measure() -> None:
    _lift_limits()
    from bench.prepare import prepared
    from portal.asgi import application

    for part, owner, name in PARTS:
        _watch(part, import_module(owner), name)
    _watch("players", JsonSocket, "heard")
    dice = random.Random(1)
    matches = await asyncio.to_thread(prepared, WARM_UP + TABLES, SEATS)
    during = [await _play(application, match, dice) for match in matches][WARM_UP:]
    moves = sum(one["moves"] for one in during)
    each = {part: sum(one[part] for one in during) * 1_000 / moves for part in during[0]}
    whole = each["all"] - each["players"]
    print(
        f"{moves} moves of {TABLES} tables, {SEATS} JSON sockets each: {whole:.2f} ms of the "
        f"processor per move: submit {each['submit']:.2f}, views {each['views']:.2f}, pushing and "
        f"sockets {whole - each['submit'] - each['views']:.2f}"
    )


def _lift_limits() -> None:
    from django.conf import settings

    from games.matches.live import base

    settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {}
    base.MESSAGES_A_SECOND = base.MESSAGES_AT_ONCE = 10_000
    base.MatchConsumer.flood = (10_000, 10_000)
