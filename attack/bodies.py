"""Twenty connections send bodies that cost Twisted seconds and gigabytes while others read pages.

Each connection comes back a moment after it is answered. Others wait at most three times as long as
before, the web process doesn't grow, and every body is answered: 413, 408, or by Django.
"""

import os
import select
import socket
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path
from urllib.parse import urlsplit

from attack.report import Plan, Report
from attack.visitor import Visitor
from attack.well import note_server_errors
from portal.doors import BODY_BYTES, BODY_SECONDS
from tests.support.running_portal import RunningPortal

CONNECTIONS = 20
VISITORS = 3
PAGES = ("healthz", "accounts/login/", "privacy/")
WARM_SECONDS = 2.0
PAUSE_SECONDS = 0.05  # between two pages of a visitor
SLOWER = 3  # times as long as before, at most
FLOOR_SECONDS = 0.03  # fast enough on an idle machine, whatever it was before
GROWTH_MB = 40  # that the web process may grow
MOMENT_SECONDS = 0.25  # until an answered connection comes back
MB = 1_000_000
PIECE = 64 * 1024
FORM = "Content-Type: application/x-www-form-urlencoded"
PARTS = "Content-Type: multipart/form-data; boundary=x"
CUT = 0  # stands for a connection that was cut without an answer


@dataclass(frozen=True)
class Kind:
    """`body` is repeated to `size` bytes (0: endlessly); `statuses` are the right answers."""

    name: str
    headers: str
    text: bytes
    size: int
    statuses: set[int]
    pause: float = 0.0

    def head(self) -> bytes:
        length = f"Content-Length: {self.size}" if self.size else "Transfer-Encoding: chunked"
        lines = ("POST /healthz HTTP/1.1", "Host: 127.0.0.1", self.headers, length, "", "")
        return "\r\n".join(lines).encode()

    def pieces(self) -> Iterator[bytes]:
        if self.pause:
            return repeat(self.text[:1])
        whole = self.text * (PIECE // len(self.text))
        full, rest = divmod(self.size, len(whole))
        if not self.size:
            return repeat(whole)
        return chain(repeat(whole, full), [(self.text * rest)[:rest]])


INSIDE = BODY_BYTES - 1
KINDS = (
    Kind("line breaks as multipart", PARTS, b"\n", 5 * MB, {413}),
    Kind("small line breaks", PARTS, b"\n", INSIDE, {405}),
    Kind("many fields", FORM, b"a=&", 5 * MB, {413}),
    Kind("small many fields", FORM, b"a=&", INSIDE, {405}),
    Kind("tiny chunks without end", FORM, b"1\r\n&\r\n", 0, {413}),
    Kind("chunks without end", FORM, b"1000\r\n" + b"x" * 0x1000 + b"\r\n", 0, {413}),
    Kind("200 MB", PARTS, b"\n", 200 * MB, {413}),
    Kind("a trickle", FORM, b"a", INSIDE, {408}, pause=0.2),
)


def attack(plan: Plan) -> Report:
    """Measure a quiet portal, then send the bodies."""
    report = Report()
    with RunningPortal(plan.folder / "data") as portal, ProcessPoolExecutor(1) as elsewhere:
        base_url = portal.base_url
        port = urlsplit(base_url).port
        assert port
        elsewhere.submit(_send_all, port, WARM_SECONDS).result()  # loads everything
        quiet = _visit(base_url, lambda: time.sleep(plan.seconds / 3))
        web = portal.pids["web"]
        before = _megabytes(web)
        sending = elsewhere.submit(_send_all, port, plan.seconds)
        sizes = [before]

        def watch() -> None:
            while not sending.done():
                sizes.append(_megabytes(web))
                time.sleep(PAUSE_SECONDS)

        stormy = _visit(base_url, watch)
        answers = sending.result()
        report.expect(portal.pids["web"] == web, "The web process has ended.")
        note_server_errors(report, portal)
    for kind in KINDS:
        counts = answers.get(kind.name, Counter())
        report.tried[kind.name] += counts.total()
        line = f"{kind.name}: answered {dict(counts)}"
        report.say(line)
        report.expect(set(counts) <= kind.statuses, line)
        report.expect(counts or plan.seconds <= BODY_SECONDS, f"{kind.name}: never answered")
    report.tried["pages of others"] += len(quiet) + len(stormy)
    grown = max(sizes) - before
    report.say(f"web process: {before:.0f} MB before, at most {grown:.0f} MB more")
    report.expect(grown <= GROWTH_MB, f"The web process grew by {grown:.0f} MB.")
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    bound = max(SLOWER * _p99(quiet), FLOOR_SECONDS * (1 + load))
    for when, waits in (("before", quiet), ("meanwhile", stormy)):
        median, late = statistics.median(waits) * 1000, _p99(waits) * 1000
        report.say(f"others {when}: {len(waits)} pages, p50 {median:.1f} ms, p99 {late:.1f} ms")
    slow = f"Others waited {_p99(stormy) * 1000:.0f} ms (p99), more than {bound * 1000:.0f}."
    report.expect(_p99(stormy) <= bound, slow)
    return report


def _visit(base_url: str, what: Callable[[], None]) -> list[float]:
    """The seconds that each page took for several visitors while `what` ran."""
    over = False

    def visit(_number: int) -> list[float]:
        visitor, waits = Visitor(base_url), []
        while not over:
            for page in PAGES:
                begun = time.monotonic()
                assert visitor.get(page).status == 200, page
                waits.append(time.monotonic() - begun)
                time.sleep(PAUSE_SECONDS)
        visitor.close()
        return waits

    with ThreadPoolExecutor(VISITORS) as pool:
        visits = pool.map(visit, range(VISITORS))
        try:
            what()
        finally:
            over = True
        return [seconds for waits in visits for seconds in waits]


def _p99(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=100, method="inclusive")[98]


def _megabytes(pid: int) -> float:
    """The private memory of that process."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    sizes = {name: size for name, size, *_unit in map(str.split, lines[1:])}
    return sum(int(sizes[f"Private_{kind}:"]) for kind in ("Clean", "Dirty")) / 1024


def _send_all(port: int, seconds: float) -> dict[str, Counter[int]]:
    """In a separate process: count the answers by kind until the time is up."""
    end = time.monotonic() + seconds
    answers = {kind.name: Counter[int]() for kind in KINDS}

    def send_on(number: int) -> None:
        kind = KINDS[number % len(KINDS)]
        while time.monotonic() < end:
            status = _send(port, kind, end)
            if status is not None:
                answers[kind.name][status] += 1
            time.sleep(MOMENT_SECONDS)

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(send_on, range(CONNECTIONS)))
    return answers


def _send(port: int, kind: Kind, end: float) -> int | None:
    """Send one body until it is answered; None if the time is up first."""
    pieces = chain([kind.head()], kind.pieces())
    left: bytes | None = next(pieces)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setblocking(False)
        while time.monotonic() < end:
            readable, writable, _ = select.select([connection], [connection] * bool(left), [], 1)
            try:
                if readable:
                    line = connection.recv(PIECE).split(b" ", 2)
                    return int(line[1]) if len(line) > 1 else CUT
                if writable and left:
                    left = left[connection.send(left) :] or next(pieces, None)
                    time.sleep(kind.pause)
            except ConnectionError:
                return CUT
    return None
