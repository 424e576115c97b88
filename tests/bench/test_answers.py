"""The waits for computer players: what counts as one."""

import asyncio
import json
import random
from typing import Any

import websockets

from bench import answers


def test_a_wait_begins_when_a_computer_is_asked_and_ends_with_its_step(monkeypatch):
    monkeypatch.setattr(answers, "THINKS", (0.0, 0.0))
    mine, theirs = [{"action": {"type": "draw"}}], []
    sent: list[dict[str, Any]] = []

    async def portal(connection: Any) -> None:
        async def tell(version: int, actions: list[Any], status: str = "active") -> None:
            state = {"type": "state", "version": version, "status": status, "actions": actions}
            await connection.send(json.dumps(state))

        await connection.send(json.dumps({"type": "clock"}))
        await tell(0, mine)
        sent.append(json.loads(await connection.recv()))
        for version, status in ((1, "active"), (2, "active"), (3, "finished")):
            await tell(version, theirs, status)
        await connection.wait_closed()

    async def run() -> list[float]:
        times: list[float] = []
        async with websockets.serve(portal, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            match = {"id": "m", "tokens": ["t"]}
            socket = answers.JsonSocket(f"ws://127.0.0.1:{port}/", match, 0)
            await answers.play(socket, random.Random(1), times)
        return times

    assert len(asyncio.run(run())) == 2
    assert [move["version"] for move in sent] == [0]
