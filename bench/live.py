"""Live moves through the real servers: from sending a move to every subscriber having it.

This process is the load; the servers are those of `make run` in a temporary folder, with
computer players idle. Each match has four people, each with a socket: the JSON socket of the API
(`live`), or the socket of the page with its rendered HTML (`pages`).
"""

import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import websockets

from tests.support.running_portal import SESSION_COOKIE, RunningPortal, clean_environment

SEATS = 4
GAME = "please-dont-burn-my-village"
WARM_UP, SECONDS = 3.0, 15.0


@dataclass(frozen=True)
class Plan:
    """One load: how many matches, how fast, through which kind of socket."""

    kind: str
    matches: int
    moves_a_second: int


JSON_SOCKETS = Plan("JSON", matches=50, moves_a_second=100)
PAGE_SOCKETS = Plan("page", matches=40, moves_a_second=40)


@dataclass(frozen=True)
class Offer:
    """What a seat may do at a version."""

    seat: int
    version: int
    actions: list[Any]


class JsonSocket:
    """Speaks to `/ws/api/matches/{id}/`."""

    def __init__(self, base: str, match: dict[str, Any], seat: int | None) -> None:
        """`seat` None: a spectator's, whom nobody knows."""
        self.seat = seat
        self.address = f"{base}ws/api/matches/{match['id']}/"
        token = None if seat is None else match["tokens"][seat]
        self.headers = {"Authorization": f"Token {token}"} if token else {}

    def heard(self, text: str) -> tuple[str, int, Offer | None]:
        """The kind of a message, its version (-1: none) and what it offers."""
        message = msgspec.json.decode(text, type=_State)
        actions = [choice["action"] for choice in message.actions]
        offer = None
        if actions and self.seat is not None:
            offer = Offer(self.seat, message.version, actions)
        return message.type, message.version, offer

    def move(self, offer: Offer, action: Any) -> str:
        version = offer.version
        return json.dumps(
            {"type": "action", "action": action, "version": version, "client_id": str(version)}
        )


class PageSocket:
    """Speaks to `/ws/matches/{id}/` as htmx does."""

    CHOICES = re.compile(r'<script type="application/json" id="choices">(.*?)</script>', re.DOTALL)

    def __init__(self, base: str, match: dict[str, Any], seat: int) -> None:
        self.seat = seat
        self.address = f"{base}ws/matches/{match['id']}/?packed=1"
        origin = base.replace("ws", "http", 1).rstrip("/")
        self.headers = {"Cookie": f"{SESSION_COOKIE}={match['sessions'][seat]}", "Origin": origin}

    def heard(self, frame: str | bytes) -> tuple[str, int, Offer | None]:
        message = json.loads(frame if isinstance(frame, str) else zlib.decompress(frame))
        if message["type"] != "page":
            return message["type"], -1, None
        found = self.CHOICES.search(message["content"])
        actions = json.loads(found[1])["actions"] if found else []
        offer = Offer(self.seat, message["version"], actions) if actions else None
        return "state", message["version"], offer

    def move(self, offer: Offer, action: Any) -> str:
        version = str(offer.version)
        fields = {"action": json.dumps(action), "version": version, "client_id": f"page-{version}"}
        return json.dumps({"headers": {}, "body": fields})


class _State(msgspec.Struct):
    """The few fields of a JSON message that the load needs."""

    type: str
    version: int = -1
    actions: list[dict[str, Any]] = []


class Table:
    """One match: its sockets, its newest legal moves, and when the move under way was sent."""

    def __init__(self, sockets: int = SEATS) -> None:
        self.open: list[tuple[Any, Any]] = []  # the protocol and the connection of each socket
        self.versions = [-1] * sockets
        self.offer: Offer | None = None
        self.sent_at = 0.0

    @property
    def ready(self) -> bool:
        return self.offer is not None and not self.sent_at


class Load:
    """Plays all tables at the set rate and notes how long each move took to reach everyone."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.bytes = 0
        self.errors: list[str] = []
        self.measuring = False

    async def listen(self, table: Table, seat: int) -> None:
        protocol, connection = table.open[seat]
        async for text in connection:
            now = time.perf_counter()
            self.bytes += len(text)
            kind, version, offer = protocol.heard(text)
            if kind == "error":
                self.errors.append(text[:200])
            if kind != "state":
                continue
            table.versions[seat] = version
            if table.sent_at and min(table.versions) == max(table.versions):
                if self.measuring:
                    self.latencies.append(now - table.sent_at)
                table.sent_at = 0.0
            table.offer = offer or table.offer

    async def move(self, table: Table, dice: random.Random) -> None:
        offer = table.offer
        assert offer is not None
        table.offer = None
        protocol, connection = table.open[offer.seat]
        table.sent_at = time.perf_counter()
        await connection.send(protocol.move(offer, dice.choice(offer.actions)))

    async def run(self, tables: list[Table], rate: int, seconds: float) -> float:
        """Send moves for that long; returns moves sent per second."""
        dice = random.Random(1)
        begun = time.perf_counter()
        sent = 0
        while (elapsed := time.perf_counter() - begun) < seconds:
            while sent < elapsed * rate:
                ready = [table for table in tables if table.ready]
                if not ready:
                    break
                await self.move(dice.choice(ready), dice)
                sent += 1
            await asyncio.sleep(0.002)
        return sent / seconds


def main(plan: Plan = JSON_SOCKETS) -> None:
    with tempfile.TemporaryDirectory() as folder, RunningPortal(Path(folder)) as portal:
        matches = prepared(folder, plan.matches)
        asyncio.run(_load(plan, portal.base_url.replace("http", "ws", 1), matches))


def prepared(
    folder: str, matches: int, seats: int = SEATS, game: str = GAME
) -> list[dict[str, Any]]:
    """Make people and matches in the running portal's database, from another process."""
    command = [sys.executable, "-m", "bench.prepare", str(matches), str(seats), game]
    environment = clean_environment(DATA_DIR=folder, LOG_LEVEL="ERROR")
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return list(json.loads(done.stdout))


async def _load(plan: Plan, base: str, matches: list[dict[str, Any]]) -> None:
    load = Load()
    tables: list[Table] = []
    listeners = []
    speak = JsonSocket if plan is JSON_SOCKETS else PageSocket
    for match in matches:
        table = Table()
        for seat in range(SEATS):
            protocol = speak(base, match, seat)
            connection = await websockets.connect(
                protocol.address,
                additional_headers=protocol.headers,
                compression=None,
                max_size=None,
            )
            table.open.append((protocol, connection))
        tables.append(table)
        listeners += [asyncio.create_task(load.listen(table, seat)) for seat in range(SEATS)]
    await load.run(tables, plan.moves_a_second, WARM_UP)
    load.measuring, load.bytes = True, 0
    rate = await load.run(tables, plan.moves_a_second, SECONDS)
    await asyncio.sleep(0.5)
    for listener in listeners:
        listener.cancel()
    for table in tables:
        for _, connection in table.open:
            connection.transport.abort()
    _report(plan, load, rate)


def _report(plan: Plan, load: Load, rate: float) -> None:
    times = sorted(latency * 1_000 for latency in load.latencies)
    quantiles = statistics.quantiles(times, n=100)
    print(
        f"{plan.matches} matches, {plan.matches * SEATS} {plan.kind} sockets, {rate:.0f} moves/s "
        f"for {SECONDS:.0f} s (set: {plan.moves_a_second}), {len(times)} measured, "
        f"{len(load.errors)} errors, {load.bytes / SECONDS / 1e6:.1f} MB/s received"
    )
    print(
        f"sent → every subscriber has it: p50 {statistics.median(times):.1f} ms, "
        f"p90 {quantiles[89]:.1f}, p99 {quantiles[98]:.1f}, max {times[-1]:.1f}"
    )
    for error in sorted(set(load.errors))[:5]:
        print("error:", error)
