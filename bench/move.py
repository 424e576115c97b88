"""What a move costs the web process: four JSON sockets at a table, all in this process.

The tables play one after another, the next move when all four have the last one. Figures are
milliseconds of the processor for each move, by what they are spent on; nobody sends bytes over a
network here, so what Daphne does is not in them. The broker is a real one, beside this process.
"""

import asyncio
import os
import random
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import msgspec

from bench.scratch import scratch_portal

SEATS = 4
WARM_UP, TABLES = 8, 40
MOST_MOVES = 40  # at a table; few games take longer
PATIENCE_SECONDS = 30.0

# What is timed, in the thread that does it: what it is called, its module, its name there.
PARTS = (
    ("submit", "games.matches.play.services", "submit_action"),
    ("views", "games.matches.live.api", "_message"),
)


def main() -> None:
    with _broker() as address:
        os.environ["REDIS_URL"] = address
        with scratch_portal():
            asyncio.run(_measure())


@contextmanager
def _broker() -> Iterator[str]:
    from portal.supervisor import broker

    folder = broker.choose_folder()
    broker.make_folder(folder)
    command = broker.command(broker.find_server(), folder, folder / "log.txt")
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while not broker.answers(broker.address_in(folder)):
            assert server.poll() is None, "the broker ended"
            time.sleep(0.02)
        yield broker.address_in(folder)
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


class _State(msgspec.Struct):
    """The few fields of a message that the players need."""

    type: str
    version: int = -1
    actions: list[dict[str, Any]] = []


@dataclass
class Meter:
    """Seconds of the processor, by what they were spent on; `players` is this bench itself."""

    spent: Counter[str] = field(default_factory=Counter)
    since: float | None = None  # the processor time at which it was started; None: it stands still

    def start(self) -> None:
        self.since = time.process_time()

    def stop(self) -> None:
        if self.since is not None:
            self.spent["all"] += time.process_time() - self.since
        self.since = None

    def note(self, part: str, seconds: float) -> None:
        if self.since is not None:
            self.spent[part] += seconds

    def watch(self, part: str, owner: Any, name: str) -> None:
        """Time every call of that function from now on."""
        function = getattr(owner, name)

        def timed(*arguments: Any, **named: Any) -> Any:
            begun = time.thread_time()
            try:
                return function(*arguments, **named)
            finally:
                self.note(part, time.thread_time() - begun)

        setattr(owner, name, timed)


class Table:
    """A match with its four sockets, spoken to as Daphne does."""

    def __init__(self, match: dict[str, Any], meter: Meter) -> None:
        self.match, self.meter = match, meter
        self.versions = [-1] * SEATS
        self.offer: tuple[int, int, list[Any]] | None = None
        self.ready = asyncio.Event()
        self.inboxes = [asyncio.Queue[Any]() for _ in range(SEATS)]
        self.running: list[asyncio.Task[None]] = []

    async def open(self, application: Any) -> None:
        for seat, inbox in enumerate(self.inboxes):
            inbox.put_nowait({"type": "websocket.connect"})
            socket = application(self._scope(seat), inbox.get, self._heard_by(seat))
            self.running.append(asyncio.create_task(socket))
        await self._all_have_it()

    def _scope(self, seat: int) -> dict[str, Any]:
        return {
            "type": "websocket",
            "path": f"/ws/api/matches/{self.match['id']}/",
            "headers": [(b"authorization", f"Token {self.match['tokens'][seat]}".encode())],
            "query_string": b"",
        }

    def _heard_by(self, seat: int) -> Any:
        async def heard(message: dict[str, Any]) -> None:
            begun = time.thread_time()
            if message["type"] == "websocket.send":
                self._read(seat, message["text"])
            self.meter.note("players", time.thread_time() - begun)

        return heard

    def _read(self, seat: int, text: str) -> None:
        said = msgspec.json.decode(text, type=_State)
        assert said.type in ("state", "accepted"), text
        if said.type != "state":
            return
        self.versions[seat] = said.version
        if said.actions:
            self.offer = seat, said.version, [choice["action"] for choice in said.actions]
        if min(self.versions) == max(self.versions):
            self.ready.set()

    async def _all_have_it(self) -> None:
        await asyncio.wait_for(self.ready.wait(), PATIENCE_SECONDS)
        self.ready.clear()

    async def play(self, dice: random.Random) -> int:
        """Play on until nobody may move; returns how many moves that were."""
        moves = 0
        self.meter.start()
        while self.offer is not None and moves < MOST_MOVES:
            (seat, version, actions), self.offer = self.offer, None
            move = {"type": "action", "action": dice.choice(actions), "version": version}
            text = msgspec.json.encode(move | {"client_id": str(version)}).decode()
            self.inboxes[seat].put_nowait({"type": "websocket.receive", "text": text})
            await self._all_have_it()
            moves += 1
        self.meter.stop()
        return moves

    async def close(self) -> None:
        for inbox in self.inboxes:
            inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.gather(*self.running)


async def _measure() -> None:
    _lift_limits()
    from bench.prepare import prepared
    from portal.asgi import application

    meter, dice = Meter(), random.Random(1)
    matches = await asyncio.to_thread(prepared, WARM_UP + TABLES, SEATS)
    for match in matches[:WARM_UP]:
        await _played(application, Table(match, meter), dice)
    for part, module, name in PARTS:
        meter.watch(part, import_module(module), name)
    meter.spent.clear()
    moves = 0
    for match in matches[WARM_UP:]:
        moves += await _played(application, Table(match, meter), dice)
    _report(moves, meter.spent)


def _lift_limits() -> None:
    from django.conf import settings

    from games.matches.live import base

    settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {}
    base.MESSAGES_A_SECOND = base.MESSAGES_AT_ONCE = 10_000
    base.MatchConsumer.flood = (10_000, 10_000)


async def _played(application: Any, table: Table, dice: random.Random) -> int:
    await table.open(application)
    moves = await table.play(dice)
    await table.close()
    return moves


def _report(moves: int, spent: Counter[str]) -> None:
    each = {part: seconds * 1_000 / moves for part, seconds in spent.items()}
    whole = each["all"] - each["players"]
    pushing = whole - each["submit"] - each["views"]
    print(
        f"{moves} moves of {TABLES} tables, {SEATS} JSON sockets each: {whole:.2f} ms of the "
        f"processor per move: submit {each['submit']:.2f}, views {each['views']:.2f}, "
        f"pushing and sockets {pushing:.2f} (the players besides: {each['players']:.2f})"
    )


if __name__ == "__main__":
    main()
