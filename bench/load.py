"""A load of moves on a portal: `make load`, or `python -m bench.load --tables 20 --rate 40`.

Without `--base-url` a portal is started for it. With it, people sign up and sit down by the API of
the portal there: one of your own, with `DEBUG=1 LIMITS=off`. Each seat and each spectator has a
JSON socket, with `--pages` each seat the socket of a page; seats move at random at the rate, all
tables taken together.
"""

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import websockets

from tests.support.running_portal import (
    SESSION_COOKIE,
    RunningPortal,
    clean_environment,
    descendants,
)

GAME, SEATS = "please-dont-burn-my-village", 4
WARM_UP, PATIENCE = 3.0, 30.0  # seconds


@dataclass(frozen=True)
class Asked:
    """One load. `rate`: moves a second, at all tables together; `pid`: whose processes to watch."""

    base_url: str
    tables: int
    seats: int
    spectators: int
    rate: int
    game: str
    seconds: float
    pid: int | None
    pages: bool = False


class State(msgspec.Struct):
    """The few fields of a message that the load needs: what its seat may do at a version."""

    type: str
    version: int = -1
    actions: list[dict[str, Any]] = []


class JsonSocket:
    """Speaks to `/ws/api/matches/{id}/`."""

    def __init__(self, base: str, match: dict[str, Any], seat: int | None) -> None:
        """`seat` None: a spectator's, whom nobody knows."""
        self.address = f"{base}ws/api/matches/{match['id']}/"
        self.headers = {} if seat is None else {"Authorization": f"Token {match['tokens'][seat]}"}

    def heard(self, text: str) -> State:
        return msgspec.json.decode(text, type=State)

    def move(self, version: int, action: Any) -> str:
        said = {"type": "action", "action": action, "version": version, "client_id": str(version)}
        return json.dumps(said)


class PageSocket:
    """Speaks to `/ws/matches/{id}/` as htmx does."""

    CHOICES = re.compile(r'<script type="application/json" id="choices">(.*?)</script>', re.DOTALL)

    def __init__(self, base: str, match: dict[str, Any], seat: int) -> None:
        self.address = f"{base}ws/matches/{match['id']}/?packed=1"
        origin = base.replace("ws", "http", 1).rstrip("/")
        self.headers = {"Cookie": f"{SESSION_COOKIE}={match['sessions'][seat]}", "Origin": origin}

    def heard(self, frame: str | bytes) -> State:
        message = json.loads(frame if isinstance(frame, str) else zlib.decompress(frame))
        if message["type"] != "page":
            return State(message["type"])
        found = self.CHOICES.search(message["content"])
        actions = json.loads(found[1])["actions"] if found else []
        return State("state", message["version"], [{"action": action} for action in actions])

    def move(self, version: int, action: Any) -> str:
        said = {"action": json.dumps(action), "version": str(version), "client_id": f"p{version}"}
        return json.dumps({"headers": {}, "body": said})


class Table:
    """One match: its sockets, what a seat may do now, and when the move under way was sent."""

    def __init__(self) -> None:
        self.open: list[tuple[Any, Any]] = []  # what each socket speaks, and its connection
        self.versions: list[int] = []
        self.offer: tuple[int, State] | None = None  # by the number of its socket
        self.sent_at = 0.0
        self.settled = asyncio.Event()

    def add(self, speaker: Any, connection: Any) -> None:
        self.open.append((speaker, connection))
        self.versions.append(-1)

    async def connect(self, speaker: Any) -> None:
        connection = await websockets.connect(
            speaker.address, additional_headers=speaker.headers, compression=None, max_size=None
        )
        self.add(speaker, connection)

    async def all_have_it(self) -> None:
        """Wait until every socket has the newest version."""
        await asyncio.wait_for(self.settled.wait(), PATIENCE)
        self.settled.clear()

    async def move(self, dice: random.Random) -> None:
        assert self.offer is not None
        (number, state), self.offer = self.offer, None
        speaker, connection = self.open[number]
        self.sent_at = time.perf_counter()
        await connection.send(speaker.move(state.version, dice.choice(state.actions)["action"]))


@dataclass
class Outcome:
    """How a load went: times in ms. `cpu`: ms of the processor a move; None: nobody looked."""

    times: list[float] = field(default_factory=list)
    moves: int = 0
    errors: list[str] = field(default_factory=list)
    cpu: float | None = None

    def report(self) -> list[str]:
        lines = ["no move reached everyone"]
        if len(self.times) > 1:
            cut = statistics.quantiles(self.times, n=100)
            lines = [f"p50 {cut[49]:,.1f} ms, p90 {cut[89]:,.1f} ms, p99 {cut[98]:,.1f} ms"]
        if self.cpu is not None:
            lines.append(f"CPU per move {self.cpu:.1f} ms")
        lines.append(f"errors {len(self.errors)}")
        return [*lines, *(f"error: {error}" for error in sorted(set(self.errors))[:5])]

    async def listen(self, table: Table, number: int) -> None:
        """Note how long each move took to reach every socket of its table."""
        speaker, connection = table.open[number]
        async for frame in connection:
            state = speaker.heard(frame)
            if state.type == "error":
                self.errors.append(str(frame)[:200])
            if state.type != "state":
                continue
            table.versions[number] = state.version
            if state.actions:
                table.offer = number, state
            if min(table.versions) == max(table.versions):
                table.settled.set()
                if table.sent_at:
                    self.times.append((time.perf_counter() - table.sent_at) * 1_000)
                table.sent_at = 0.0

    async def run(self, tables: list[Table], rate: int, seconds: float) -> None:
        """Send moves for that long. What was measured before is forgotten."""
        dice, begun = random.Random(1), time.perf_counter()
        self.moves, self.times = 0, []
        while (elapsed := time.perf_counter() - begun) < seconds:
            while self.moves < elapsed * rate:
                ready = [table for table in tables if table.offer and not table.sent_at]
                if not ready:
                    break
                await dice.choice(ready).move(dice)
                self.moves += 1
            await asyncio.sleep(0.002)


def cpu_seconds(pid: int | None) -> float:
    """What a process and all below it, those that ended included, have used of the processor."""
    ticks = 0
    for each in (pid, *descendants(pid)) if pid else ():
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has just ended
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def prepared(
    folder: str, matches: int, seats: int = SEATS, game: str = GAME
) -> list[dict[str, Any]]:
    """Make people and matches in the running portal's database, from another process."""
    command = [sys.executable, "-m", "bench.prepare", str(matches), str(seats), game]
    environment = clean_environment(DATA_DIR=folder, LOG_LEVEL="ERROR")
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return list(json.loads(done.stdout))


def seated(asked: Asked) -> dict[str, Any]:
    """A match that begins by the API of a portal, with the keys of its people."""
    stamp, tokens = os.urandom(3).hex(), []
    for seat in range(asked.seats):
        account = {"username": f"load-{stamp}-{seat}", "password": f"pass-{os.urandom(8).hex()}"}
        tokens.append(call(asked, "accounts/", account)["token"])
    table = call(asked, "tables/", {"game": asked.game, "seats": asked.seats}, tokens[0])["id"]
    for token in tokens[1:]:
        call(asked, f"tables/{table}/join/", {}, token)
    match = call(asked, f"tables/{table}/start/", {}, tokens[0])["match"]
    return {"id": match, "tokens": tokens}


def call(asked: Asked, path: str, body: dict[str, Any], token: str = "") -> Any:
    """A call of the API. Raises HTTPError, which says why, for a refusal."""
    headers = {"Content-Type": "application/json"}
    headers |= {"Authorization": f"Token {token}"} if token else {}
    address = f"{asked.base_url}api/{path}"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def play(asked: Asked, matches: list[dict[str, Any]]) -> Outcome:
    """Warm up, then measure for that long."""
    outcome, tables, listeners = Outcome(), [], []
    base, speaker = (
        asked.base_url.replace("http", "ws", 1),
        PageSocket if asked.pages else JsonSocket,
    )
    for match in matches:
        tables.append(table := Table())
        for seat in range(asked.seats):
            await table.connect(speaker(base, match, seat))
        for _spectator in range(asked.spectators):
            await table.connect(JsonSocket(base, match, None))
        places = range(len(table.open))
        listeners += [asyncio.create_task(outcome.listen(table, place)) for place in places]
    await outcome.run(tables, asked.rate, WARM_UP)
    begun = cpu_seconds(asked.pid)
    await outcome.run(tables, asked.rate, asked.seconds)
    if asked.pid and outcome.moves:
        outcome.cpu = (cpu_seconds(asked.pid) - begun) * 1_000 / outcome.moves
    await asyncio.sleep(0.5)
    for listener in listeners:
        listener.cancel()
    for table in tables:
        for _speaker, connection in table.open:
            connection.transport.abort()
    return outcome


def main() -> None:
    asked = _asked()
    with ExitStack() as stack:
        if asked.base_url:
            matches = [seated(asked) for _table in range(asked.tables)]
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            portal = stack.enter_context(RunningPortal(Path(folder)))
            assert portal.process is not None
            asked = Asked(**vars(asked) | {"base_url": portal.base_url, "pid": portal.process.pid})
            matches = prepared(folder, asked.tables, asked.seats, asked.game)
        outcome = asyncio.run(play(asked, matches))
    print(
        f"{asked.tables} tables of {asked.game}, {asked.seats} {'page' if asked.pages else 'JSON'} "
        f"sockets and {asked.spectators} spectators each, {outcome.moves / asked.seconds:.0f} "
        f"moves/s for {asked.seconds:.0f} s (set: {asked.rate}), {len(outcome.times)} measured"
    )
    print("sent until every socket of the table has it:", *outcome.report(), sep="\n")


def _asked() -> Asked:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    add = parser.add_argument
    add("--base-url", default="", help="of a running portal; http://127.0.0.1:8000/")
    add("--tables", type=int, default=50)
    add("--seats", type=int, default=SEATS, help="at each table")
    add("--spectators", type=int, default=0, help="at each table")
    add("--rate", type=int, default=100, help="moves a second, in all")
    add("--game", default=GAME)
    add("--seconds", type=float, default=15.0)
    add("--pid", type=int, help="of `manage.py portal` there, for CPU per move")
    add("--pages", action="store_true", help="sockets of pages; not with --base-url")
    said = parser.parse_args()
    if said.pages and said.base_url:
        parser.error("--pages needs a portal that is started for it: leave out --base-url")
    if said.base_url and not said.base_url.endswith("/"):
        said.base_url += "/"
    return Asked(**vars(said))


if __name__ == "__main__":
    main()
