"""How long people wait for computer players: `python -m bench.answers --tables hard=50 medium=10`.

The servers are those of `make run`. At each table a person, who thinks for two to six seconds,
plays random moves against computers of one level; the rulesets that offer the level alternate. An
answer is timed from the step that asks a computer player to its own step. No page is open, so that
computers don't wait for viewers.
"""

import asyncio
import os
import random
import statistics
import tempfile
import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec
import websockets

from attack import inside
from bench.load import JsonSocket
from tests.support.running_portal import RunningPortal

GAMES = {"please-dont-burn-my-village": 2, "castle-panic": 2, "burnt-to-ashes": 3}  # seats
THINKS = 2.0, 6.0  # seconds that a person thinks


class State(msgspec.Struct):
    type: str
    status: str = ""
    version: int = -1
    actions: list[dict[str, Any]] = []


def begun(level: str, count: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The level and a new match of one person against computers of that level, `count` times."""
    from games.matches.play.actions import services
    from games.plugin import registry

    offered = [game for game in GAMES if level in registry.get(game).meta.levels]
    if not offered:
        raise SystemExit(f"no game has a level {level!r}")
    for number, game in enumerate(islice(cycle(offered), count)):
        user = inside.person(f"{level}{number}")
        computers = [services.Player(ai_level=level)] * (GAMES[game] - 1)
        deal, players = services.open_deal(), [services.Player(user=user), *computers]
        match = services.start_match(game=game, options={}, players=players, deal=deal)
        yield level, {"id": match.public_id, "tokens": [inside.token(user)]}


async def play(socket: JsonSocket, dice: random.Random, times: list[float]) -> None:
    """Play a match, and note how long each answer took."""
    async with websockets.connect(
        socket.address, additional_headers=socket.headers, max_size=None
    ) as connection:
        asked_at: float | None = None
        async for text in connection:
            state = msgspec.json.decode(text, type=State)
            if state.type != "state":
                continue
            now = time.perf_counter()
            if asked_at is not None:
                times.append(now - asked_at)
            if state.status != "active":
                return
            asked_at = None if state.actions else now
            if state.actions:
                await asyncio.sleep(dice.uniform(*THINKS))
                await connection.send(
                    socket.move(state.version, dice.choice(state.actions)["action"])
                )


async def measure(
    base_url: str, matches: list[tuple[str, dict[str, Any]]], seconds: float
) -> dict[str, list[float]]:
    base, times = base_url.replace("http", "ws", 1), defaultdict[str, list[float]](list)
    playing = [
        play(JsonSocket(base, match, 0), random.Random(number), times[level])
        for number, (level, match) in enumerate(matches)
    ]
    tasks = [asyncio.create_task(each) for each in playing]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    return times


def main() -> None:
    parser = ArgumentParser(prog="python -m bench.answers", description=__doc__)
    parser.add_argument("--tables", nargs="+", default=["hard=50", "medium=10"])
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, RunningPortal(Path(folder)) as portal:
        inside.set_up(Path(folder))
        wanted = [text.partition("=") for text in asked.tables]
        matches = [one for level, _is, count in wanted for one in begun(level, int(count))]
        inside.let_go()
        found = asyncio.run(measure(portal.base_url, matches, asked.seconds))
    for level, times in found.items():
        if len(times) < 2:
            print(f"{level}: too few answers in that time")
            continue
        cut = statistics.quantiles(times, n=100)
        print(
            f"{level}: {len(times)} answers, p50 {cut[49]:.2f} s, p99 {cut[98]:.2f} s, "
            f"max {max(times):.2f} s; load average {os.getloadavg()[0]:.1f}"
        )


if __name__ == "__main__":
    main()
