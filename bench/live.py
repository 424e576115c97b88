"""Live moves through the real servers: from sending a move to every subscriber having it.

This process is the load; the servers are those of `make run` in a temporary folder, with
computer players idle. Each of 50 matches has four people, each with a JSON socket.
"""

import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import websockets

from tests.support.running_portal import RunningPortal, clean_environment

MATCHES, SEATS = 50, 4
MOVES_A_SECOND = 100
WARM_UP, SECONDS = 3.0, 15.0


class State(msgspec.Struct):
    """The few fields of a state message that the load needs."""

    type: str
    version: int = -1
    status: str = ""
    actions: list[dict[str, Any]] = []
    code: str = ""
    detail: str = ""


class Table:
    """One match: its sockets, its newest legal moves, and the move under way."""

    def __init__(self, public_id: str) -> None:
        self.id = public_id
        self.sockets: list[Any] = []
        self.versions = [-1] * SEATS
        self.legal: tuple[int, int, list[Any]] | None = None  # seat, version, actions
        self.sent_at = 0.0
        self.finished = False

    @property
    def ready(self) -> bool:
        return self.legal is not None and not self.finished


class Load:
    """Plays all tables at the set rate and notes how long each move took to reach everybody."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.bytes = 0
        self.errors: list[str] = []
        self.measuring = False

    async def listen(self, table: Table, seat: int) -> None:
        async for text in table.sockets[seat]:
            now = time.perf_counter()
            self.bytes += len(text)
            message = msgspec.json.decode(text, type=State)
            if message.type == "error":
                self.errors.append(f"{message.code}: {message.detail}")
            if message.type != "state":
                continue
            table.versions[seat] = message.version
            if table.sent_at and min(table.versions) == max(table.versions):
                if self.measuring:
                    self.latencies.append(now - table.sent_at)
                table.sent_at = 0.0
            if message.actions:
                table.legal = (seat, message.version, message.actions)
            table.finished = message.status != "active"

    async def move(self, table: Table, dice: random.Random) -> None:
        assert table.legal is not None
        seat, version, actions = table.legal
        table.legal = None
        action = dice.choice(actions)["action"]
        table.sent_at = time.perf_counter()
        message = {
            "type": "action",
            "action": action,
            "version": version,
            "client_id": f"{version}",
        }
        await table.sockets[seat].send(json.dumps(message))

    async def run(self, tables: list[Table], seconds: float) -> float:
        """Send moves for that long; returns moves sent per second."""
        dice = random.Random(1)
        begun = time.perf_counter()
        sent = 0
        while (elapsed := time.perf_counter() - begun) < seconds:
            while sent < elapsed * MOVES_A_SECOND:
                ready = [table for table in tables if table.ready and not table.sent_at]
                if not ready:
                    break
                await self.move(dice.choice(ready), dice)
                sent += 1
            await asyncio.sleep(0.002)
        return sent / seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, RunningPortal(Path(folder)) as portal:
        tables = [(entry["id"], entry["tokens"]) for entry in _prepared(folder)]
        asyncio.run(_load(portal.base_url.replace("http", "ws", 1), tables))


def _prepared(folder: str) -> list[dict[str, Any]]:
    """Make people and matches in the running portal's database, from another process."""
    command = [sys.executable, "-m", "bench.prepare", str(MATCHES), str(SEATS)]
    environment = clean_environment(DATA_DIR=folder, LOG_LEVEL="ERROR")
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return list(json.loads(done.stdout))


async def _load(address: str, prepared: list[tuple[str, list[str]]]) -> None:
    load = Load()
    tables = []
    listeners = []
    for public_id, tokens in prepared:
        table = Table(public_id)
        for token in tokens:
            socket = await websockets.connect(
                f"{address}ws/api/matches/{public_id}/",
                additional_headers={"Authorization": f"Token {token}"},
                compression=None,
                max_size=None,
            )
            table.sockets.append(socket)
        tables.append(table)
        listeners += [asyncio.create_task(load.listen(table, seat)) for seat in range(SEATS)]
    await load.run(tables, WARM_UP)
    load.measuring, load.bytes = True, 0
    rate = await load.run(tables, SECONDS)
    await asyncio.sleep(0.5)
    for listener in listeners:
        listener.cancel()
    for table in tables:
        for socket in table.sockets:
            socket.transport.abort()
    _report(load, tables, rate)


def _report(load: Load, tables: list[Table], rate: float) -> None:
    times = sorted(latency * 1_000 for latency in load.latencies)
    quantiles = statistics.quantiles(times, n=100)
    print(
        f"{MATCHES} matches, {MATCHES * SEATS} JSON sockets, {rate:.0f} moves/s for "
        f"{SECONDS:.0f} s (set: {MOVES_A_SECOND}), {len(times)} measured, "
        f"{len(load.errors)} errors, "
        f"{sum(table.finished for table in tables)} matches ended, "
        f"{load.bytes / SECONDS / 1e6:.1f} MB/s received"
    )
    print(
        f"sent → every subscriber has it: p50 {statistics.median(times):.1f} ms, "
        f"p90 {quantiles[89]:.1f}, p99 {quantiles[98]:.1f}, max {times[-1]:.1f}"
    )
    for error in sorted(set(load.errors))[:5]:
        print("error:", error)
