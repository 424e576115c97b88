"""The list of open tables under load: its page, and how fast a change reaches who looks at it.

This process is the load; the servers are those of `make run` in a temporary folder. PEOPLE are
logged in, SOCKETS of them have the list open, TABLES tables wait; the others load the page at
PAGES_A_SECOND. Then someone sits down and gets up again, by the API, CHANGES times; what is
measured ends when the last socket has the new row.
"""

import asyncio
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import websockets

from tests.support.running_portal import SESSION_COOKIE, RunningPortal, clean_environment

PEOPLE, TABLES, SOCKETS = 1_000, 2_000, 500
PAGES_A_SECOND, SECONDS = 20, 15
CHANGES = 30
ADDRESSES = ("", "?pace=live", "?free=2", "?ai=without&seats=4", "?page=7", "?page=40")


class Browsers:
    """Connections that are kept, one for each of a few threads."""

    def __init__(self, base: str) -> None:
        self._place = urlsplit(base).netloc
        self._own = threading.local()
        self._threads = ThreadPoolExecutor(16)

    async def ask(self, method: str, path: str, headers: dict[str, str]) -> bytes:
        """The body of the answer, which must be a good one."""
        ask = self._ask
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: ask(method, path, headers)
        )

    def _ask(self, method: str, path: str, headers: dict[str, str]) -> bytes:
        if not hasattr(self._own, "connection"):
            self._own.connection = http.client.HTTPConnection(self._place, timeout=30)
        self._own.connection.request(method, path, headers=headers)
        answer = self._own.connection.getresponse()
        body: bytes = answer.read()
        assert answer.status == 200, (answer.status, body[:200])
        return body


class Looker:
    """A socket of someone who has the list open, and when it last heard of the table."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.heard_at = 0.0
        self.heard = asyncio.Event()

    async def listen(self, table: str) -> None:
        async for text in self.connection:
            if json.loads(text).get("id") == table:  # the greeting names none
                self.heard_at = time.perf_counter()
                self.heard.set()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, RunningPortal(Path(folder)) as portal:
        prepared = _prepared(folder)
        asyncio.run(_load(portal.base_url, prepared))


def _prepared(folder: str) -> dict[str, Any]:
    """Make people and tables in the running portal's database, from another process."""
    command = [sys.executable, "-m", "bench.prepare_lobby", str(PEOPLE), str(TABLES)]
    environment = clean_environment(DATA_DIR=folder, LOG_LEVEL="ERROR")
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return dict(json.loads(done.stdout))


async def _load(base: str, prepared: dict[str, Any]) -> None:
    sessions = prepared["sessions"]
    lookers = [await _looker(base, session) for session in sessions[:SOCKETS]]
    listening = [asyncio.create_task(looker.listen(prepared["table"])) for looker in lookers]
    browsers = Browsers(base)
    await _pages(browsers, sessions, seconds=2)  # warms up
    pages = await _pages(browsers, sessions, seconds=SECONDS)
    _report(f"{len(pages)} pages of the list, {PAGES_A_SECOND}/s, {TABLES} tables", pages)
    changes = [await _change(browsers, prepared, lookers, number) for number in range(CHANGES)]
    _report(f"{CHANGES} changes, sent → all {SOCKETS} sockets have it", changes)
    for task in listening:
        task.cancel()
    for looker in lookers:
        looker.connection.transport.abort()


async def _looker(base: str, session: str) -> Looker:
    headers = {"Cookie": f"{SESSION_COOKIE}={session}", "Origin": base.rstrip("/")}
    address = base.replace("http", "ws", 1) + "ws/tables/"
    return Looker(
        await websockets.connect(
            address, additional_headers=headers, compression=None, ping_interval=None
        )
    )


async def _pages(browsers: Browsers, sessions: list[str], *, seconds: int) -> list[float]:
    """Load pages at the set rate, each by another person; how long each took, in seconds."""
    begun = time.perf_counter()

    async def one(number: int) -> float:
        await asyncio.sleep(max(0, begun + number / PAGES_A_SECOND - time.perf_counter()))
        asked = time.perf_counter()
        headers = {"Cookie": f"{SESSION_COOKIE}={sessions[number % len(sessions)]}"}
        address = f"/tables/{ADDRESSES[number % len(ADDRESSES)]}"
        assert b"open-table" in await browsers.ask("GET", address, headers)
        return time.perf_counter() - asked

    return await asyncio.gather(*(one(number) for number in range(seconds * PAGES_A_SECOND)))


async def _change(
    browsers: Browsers, prepared: dict[str, Any], lookers: list[Looker], number: int
) -> float:
    """Someone sits down or gets up; how long until the last socket has heard, in seconds."""
    for looker in lookers:
        looker.heard.clear()
    call = "leave" if number % 2 else "join"
    headers = {"Authorization": f"Token {prepared['guest']}"}
    begun = time.perf_counter()
    await browsers.ask("POST", f"/api/tables/{prepared['table']}/{call}/", headers)
    await asyncio.wait_for(asyncio.gather(*(looker.heard.wait() for looker in lookers)), 30)
    await asyncio.sleep(0.2)  # the next change is not told together with this one
    return max(looker.heard_at for looker in lookers) - begun


def _report(what: str, seconds: list[float]) -> None:
    times = sorted(second * 1_000 for second in seconds)
    quantiles = statistics.quantiles(times, n=100)
    print(
        f"{what}: p50 {statistics.median(times):.0f} ms, p90 {quantiles[89]:.0f}, "
        f"p99 {quantiles[98]:.0f}, max {times[-1]:.0f}"
    )
