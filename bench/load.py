"""A load of moves on a portal: `make load`, or `python -m bench.load --tables 20 --rate 40`.

Without `--base-url` it starts a portal. With it, people sign up and sit down by the API of the
portal there, which must be your own, with `DEBUG=1 LIMITS=off`. Each seat and each spectator has a
JSON socket (with `--pages`, each seat has the socket of a page); seats move at random, at the rate
for all tables together.

`bench/scenarios.py` describes `--scenario evening` and `correspondence`. They need no other
options, start a portal (with `--web-processes`, on PostgreSQL), and take some minutes.
"""

import asyncio
import json
import os
import random
import re
import signal
import statistics
import sys
import tempfile
import time
import zlib
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import websockets

from attack import inside
from tests.support.running_portal import SESSION_COOKIE, RunningPortal, descendants
from tests.support.services import postgresql
from tests.support.stubborn_player import call

GAME, SEATS = "please-dont-burn-my-village", 4
PASSWORD = "violet-lantern-moss"
WARM_UP = 3.0  # seconds


class State(msgspec.Struct):
    """The few fields of a message that the load needs: the seat's actions at a version."""

    type: str
    version: int = -1
    actions: list[dict[str, Any]] = []


class JsonSocket:
    """Speaks to `/ws/api/matches/{id}/`. `seat` None: an anonymous spectator."""

    def __init__(self, base: str, match: dict[str, Any], seat: int | None) -> None:
        self.address = f"{base}ws/api/matches/{match['id']}/"
        self.headers = {} if seat is None else {"Authorization": f"Token {match['tokens'][seat]}"}

    def heard(self, text: str) -> State:
        return msgspec.json.decode(text, type=State)

    def move(self, version: int, action: Any) -> str:
        body = {"type": "action", "action": action, "version": version, "client_id": str(version)}
        return json.dumps(body)


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
        body = {"action": json.dumps(action), "version": str(version), "client_id": f"p{version}"}
        return json.dumps({"headers": {}, "body": body})


class Table:
    """One match: its sockets, a seat's present actions, and when the pending move was sent."""

    def __init__(self) -> None:
        self.open: list[tuple[Any, Any]] = []  # each socket's speaker and connection
        self.versions: list[int] = []
        self.offer: Any = None  # a socket that may move, as above, and its newest state
        self.sent_at = 0.0

    async def connect(self, speaker: Any) -> None:
        connection = await websockets.connect(
            speaker.address, additional_headers=speaker.headers, compression=None, max_size=None
        )
        self.open.append((speaker, connection))
        self.versions.append(-1)


@dataclass
class Outcome:
    """The results of a load: times in ms. `cpu`: processor ms per move; None: not measured."""

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
        """Record how long each move took to reach every socket of its table."""
        speaker, connection = table.open[number]
        async for frame in connection:
            state = speaker.heard(frame)
            if state.type == "error":
                self.errors.append(str(frame)[:200])
            if state.type != "state":
                continue
            table.versions[number] = state.version
            if state.actions:
                table.offer = speaker, connection, state
            if table.sent_at and min(table.versions) == max(table.versions):
                self.times.append((time.perf_counter() - table.sent_at) * 1_000)
                table.sent_at = 0.0

    async def run(self, tables: list[Table], rate: int, seconds: float) -> None:
        """Send moves for that long, and forget earlier measurements."""
        dice, begun = random.Random(1), time.perf_counter()
        self.moves, self.times = 0, []
        while (elapsed := time.perf_counter() - begun) < seconds:
            while self.moves < elapsed * rate:
                ready = [table for table in tables if table.offer and not table.sent_at]
                if not ready:
                    break
                table = dice.choice(ready)
                (speaker, connection, state), table.offer = table.offer, None
                action = dice.choice(state.actions)["action"]
                table.sent_at = time.perf_counter()
                await connection.send(speaker.move(state.version, action))
                self.moves += 1
            await asyncio.sleep(0.002)


def cpu_seconds(pid: int | None) -> float:
    """The processor time of a process and all its descendants, including ended ones."""
    ticks = 0
    for each in (pid, *descendants(pid)) if pid else ():
        with suppress(OSError):  # it has just ended
            fields = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """MB of a process and all its descendants; shared memory is counted once."""
    kilobytes = 0
    for each in (pid, *descendants(pid)):
        with suppress(OSError):  # it has just ended
            fields = Path(f"/proc/{each}/smaps_rollup").read_text().split()
            kilobytes += int(fields[fields.index("Pss:") + 1])
    return kilobytes / 1024


def started(matches: int, seats: int, game: str) -> list[dict[str, Any]]:
    """New matches of new people, made by the portal's own code, with the keys to their seats."""
    from games.matches.play.actions import services

    made = []
    for number in range(matches):
        people = [inside.person(f"load{number}-{seat}") for seat in range(seats)]
        players, deal = [services.Player(user=user) for user in people], services.open_deal()
        match = services.start_match(game=game, options={}, players=players, deal=deal)
        made.append(keys(match, people))
    return made


def keys(match: Any, people: list[Any]) -> dict[str, Any]:
    """The match's address, and the API keys and sessions for its seats."""
    tokens, sessions = map(inside.token, people), map(inside.session, people)
    return {"id": match.public_id, "tokens": [*tokens], "sessions": [*sessions]}


def seated(base_url: str, seats: int, game: str) -> dict[str, Any]:
    """A match of new people, begun by a portal's API, with the keys to their seats."""
    ask, stamp = partial(call, base_url), os.urandom(3).hex()
    accounts = [{"username": f"load-{stamp}-{seat}", "password": PASSWORD} for seat in range(seats)]
    tokens = [ask("accounts/", account)["token"] for account in accounts]
    table = ask("tables/", {"game": game, "seats": seats}, tokens[0])["id"]
    for token in tokens[1:]:
        ask(f"tables/{table}/join/", {}, token)
    return {"id": ask(f"tables/{table}/start/", {}, tokens[0])["match"], "tokens": tokens}


async def play(asked: Namespace, matches: list[dict[str, Any]]) -> Outcome:
    """Warm up, then measure for that long."""
    outcome, tables, listeners = Outcome(), [], []
    base = asked.base_url.replace("http", "ws", 1)
    speaker = PageSocket if asked.pages else JsonSocket
    for match in matches:
        tables.append(table := Table())
        speakers = [speaker(base, match, seat) for seat in range(asked.seats)]
        for one in (*speakers, *[JsonSocket(base, match, None)] * asked.spectators):
            await table.connect(one)
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


def scenario(asked: Namespace, stack: ExitStack) -> None:
    """Fill a database, PostgreSQL for several web processes, start a portal on it, and measure."""
    from bench import scenarios

    folder = Path(asked.data or stack.enter_context(tempfile.TemporaryDirectory())).resolve()
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o711)
    environment, settings = {"TRUSTED_PROXIES": "1"}, {}
    if asked.web_processes:
        settings = {"DATABASE_URL": stack.enter_context(postgresql(folder))}
        environment |= settings | {"WEB_PROCESSES": str(asked.web_processes)}
    inside.set_up(data, **settings)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    evening = asked.scenario == "evening"
    made = scenarios.evening(asked.people) if evening else scenarios.day(asked.matches)
    inside.let_go()
    portal = stack.enter_context(RunningPortal(data, environment))
    asked.base_url, asked.pids = portal.base_url, children(os.getpid())
    asyncio.run(scenarios.run(asked, made))


def children(pid: int) -> list[int]:
    """The processes that this one has started."""
    return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def main() -> None:
    # Leaves the blocks below, which end the processes they have started.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    asked = options().parse_args()
    if asked.data and asked.scenario != "correspondence":
        options().error("--data is for --scenario correspondence")
    if asked.scenario:
        with ExitStack() as stack:
            scenario(asked, stack)
        return
    if asked.pages and asked.base_url:
        options().error("--pages needs a portal that is started for it: leave out --base-url")
    with ExitStack() as stack:
        if asked.base_url:
            asked.base_url = asked.base_url.rstrip("/") + "/"
            matches = [
                seated(asked.base_url, asked.seats, asked.game) for _table in range(asked.tables)
            ]
        else:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            portal = stack.enter_context(RunningPortal(folder))
            asked.base_url, asked.pid = portal.base_url, portal.process.pid
            inside.set_up(folder)
            matches = started(asked.tables, asked.seats, asked.game)
            inside.let_go()
        outcome = asyncio.run(play(asked, matches))
    print(
        f"{asked.tables} tables of {asked.game}, {asked.seats} {'page' if asked.pages else 'JSON'} "
        f"sockets and {asked.spectators} spectators each, {outcome.moves / asked.seconds:.0f} "
        f"moves/s for {asked.seconds:.0f} s (set: {asked.rate}), {len(outcome.times)} measured"
    )
    print("sent until every socket of the table has it:", *outcome.report(), sep="\n")


def options() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m bench.load", description=__doc__)
    add = parser.add_argument
    add("--base-url", default="", help="of a running portal; http://127.0.0.1:8000/")
    add("--tables", type=int, default=50)
    add("--seats", type=int, default=SEATS, help="at each table")
    add("--spectators", type=int, default=0, help="at each table")
    add("--rate", type=int, default=100, help="moves per second, in all")
    add("--game", default=GAME)
    add("--seconds", type=float, default=15.0)
    add("--pid", type=int, help="of `manage.py portal` there, for CPU per move")
    add("--scenario", choices=["evening", "correspondence"])
    add("--people", type=int, default=200, help="of an evening")
    add("--matches", type=int, default=50_000, help="for correspondence: matches in the database")
    add("--data", metavar="FOLDER", help="for correspondence: fill it, or use its data")
    add("--fastest", type=float, default=32, help="for a scenario: the highest factor of its rates")
    add("--web-processes", type=int, help="for a scenario: on PostgreSQL; else one, on SQLite")
    add("--pages", action="store_true", help="use sockets of pages; not with --base-url")
    return parser


if __name__ == "__main__":
    main()
