"""A load of moves on a portal: `make load`, or `python -m bench.load --tables 20 --rate 40`.

Without `--base-url` a portal is started for it. With it, people sign up and sit down by the API of
the portal there: one of your own, with `DEBUG=1 LIMITS=off`. Each seat and each spectator has a
JSON socket; seats move at random at the rate, all tables taken together. `--peer FILE` is the
output of another portal's load, whose p50, p90, p99, processor time and errors are named beside.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import tempfile
import urllib.request
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets

from bench.live import JsonSocket, Load, Table, prepared
from tests.support.running_portal import RunningPortal, descendants

WARM_UP = 3.0  # seconds
TICK = os.sysconf("SC_CLK_TCK")
_FIGURE = r"\s*(?:is|=|:)?\s*([\d,]+(?:\.\d+)?)"
FIGURES = ("p50", "p90", "p99", "CPU per move", "errors")


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
    peer: Path | None


@dataclass
class Outcome:
    """How a load went: times in ms. `cpu`: ms of the processor a move; None: nobody looked."""

    times: list[float]
    moves: int
    errors: list[str] = field(default_factory=list)
    cpu: float | None = None

    def figures(self) -> dict[str, float]:
        """What is told, by the names of `FIGURES`; nothing of what wasn't measured."""
        found: dict[str, float] = {"errors": len(self.errors)}
        if len(self.times) > 1:
            cut = statistics.quantiles(self.times, n=100)
            found |= {"p50": cut[49], "p90": cut[89], "p99": cut[98]}
        if self.cpu is not None:
            found["CPU per move"] = self.cpu
        return found


def peers_figures(output: str) -> dict[str, float]:
    """The figures in the output of some load: of each the last one that is told."""
    found = {}
    for name in FIGURES:
        after = re.findall(rf"\b{name}\b{_FIGURE}", output, re.IGNORECASE)
        before = re.findall(rf"([\d,]+(?:\.\d+)?) {name}\b", output, re.IGNORECASE)
        if told := after or before:
            found[name] = float(told[-1].replace(",", ""))
    return found


def report(outcome: Outcome, peer: dict[str, float]) -> list[str]:
    """The lines that are printed: each figure, and the peer's beside it."""
    own, lines = outcome.figures(), []
    for name in FIGURES:
        told = _told(name, own[name]) if name in own else "not measured"
        beside = f" (the peer: {_told(name, peer[name])})" if name in peer else ""
        lines.append(f"{name}: {told}{beside}")
    return [*lines, *(f"error: {error}" for error in sorted(set(outcome.errors))[:5])]


def _told(name: str, figure: float) -> str:
    return f"{figure:.0f}" if name == "errors" else f"{figure:,.1f} ms"


def cpu_seconds(pid: int) -> float:
    """What a process and all below it, those that ended included, have used of the processor."""
    total = 0
    for each in (pid, *descendants(pid)):
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has just ended
            continue
        total += sum(map(int, fields[11:15]))
    return total / TICK


def seated(asked: Asked) -> list[dict[str, Any]]:
    """Matches that begin by the API of a portal, with the keys of their people."""
    return [_one_match(asked, number) for number in range(asked.tables)]


def _one_match(asked: Asked, number: int) -> dict[str, Any]:
    stamp = os.urandom(3).hex()
    tokens = []
    for seat in range(asked.seats):
        account = {"username": f"load-{stamp}-{seat}", "password": f"pass-{os.urandom(8).hex()}"}
        tokens.append(call(asked, "accounts/", account)["token"])
    wanted = {"game": asked.game, "seats": asked.seats}
    table = call(asked, "tables/", wanted, tokens[0])["id"]
    for token in tokens[1:]:
        call(asked, f"tables/{table}/join/", {}, token)
    match = call(asked, f"tables/{table}/start/", {}, tokens[0])["match"]
    return {"id": match, "tokens": tokens}


def call(asked: Asked, path: str, body: dict[str, Any], token: str = "") -> Any:
    """A call of the API. Raises HTTPError, which says why, for a refusal."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Token {token}"
    request = urllib.request.Request(
        f"{asked.base_url}api/{path}", json.dumps(body).encode(), headers
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def play(asked: Asked, matches: list[dict[str, Any]]) -> Outcome:
    """Warm up, then measure for that long."""
    load, tables, listeners = Load(), [], []
    base = asked.base_url.replace("http", "ws", 1)
    for match in matches:
        table = Table(asked.seats + asked.spectators)
        for place in range(asked.seats + asked.spectators):
            protocol = JsonSocket(base, match, place if place < asked.seats else None)
            connection = await websockets.connect(
                protocol.address,
                additional_headers=protocol.headers,
                compression=None,
                max_size=None,
            )
            table.open.append((protocol, connection))
        tables.append(table)
        places = range(len(table.open))
        listeners += [asyncio.create_task(load.listen(table, place)) for place in places]
    await load.run(tables, asked.rate, WARM_UP)
    load.measuring = True
    begun = cpu_seconds(asked.pid) if asked.pid else 0.0
    sent = await load.run(tables, asked.rate, asked.seconds) * asked.seconds
    used = cpu_seconds(asked.pid) - begun if asked.pid else 0.0
    await asyncio.sleep(0.5)
    for listener in listeners:
        listener.cancel()
    for table in tables:
        for _protocol, connection in table.open:
            connection.transport.abort()
    times = [latency * 1_000 for latency in load.latencies]
    cpu = used / sent * 1_000 if asked.pid and sent else None
    return Outcome(times, round(sent), load.errors, cpu)


def main() -> None:
    asked = _asked()
    with ExitStack() as stack:
        if asked.base_url:
            matches = seated(asked)
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            portal = stack.enter_context(RunningPortal(Path(folder)))
            assert portal.process is not None
            asked = Asked(**vars(asked) | {"base_url": portal.base_url, "pid": portal.process.pid})
            matches = prepared(folder, asked.tables, asked.seats, asked.game)
        outcome = asyncio.run(play(asked, matches))
    print(
        f"{asked.tables} tables of {asked.game}, {asked.seats} seats and {asked.spectators} "
        f"spectators each: {outcome.moves / asked.seconds:.0f} moves/s for {asked.seconds:.0f} s "
        f"(set: {asked.rate}), {len(outcome.times)} measured"
    )
    print("sent until every socket of the table has it:")
    peer = peers_figures(asked.peer.read_text()) if asked.peer else {}
    print(*report(outcome, peer), sep="\n")


def _asked() -> Asked:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument(
        "--base-url", default="", help="of a running portal; http://127.0.0.1:8000/"
    )
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4, help="at each table")
    parser.add_argument("--spectators", type=int, default=0, help="at each table")
    parser.add_argument("--rate", type=int, default=100, help="moves a second, in all")
    parser.add_argument("--game", default="please-dont-burn-my-village")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--pid", type=int, help="of `manage.py portal` there, for CPU per move")
    parser.add_argument("--peer", type=Path, help="a file with the output of another load")
    said = parser.parse_args()
    if said.base_url and not said.base_url.endswith("/"):
        said.base_url += "/"
    return Asked(**vars(said))


if __name__ == "__main__":
    main()
