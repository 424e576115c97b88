"""The cost of a move in the web process: four JSON sockets at a table, all in this process.

The tables play one after another; the next move comes when all four sockets have the last one.
Figures are milliseconds of processor time per move, by purpose. No bytes cross a network here, so
Daphne's work isn't included. The broker is a real one, beside this process.
"""

import asyncio
import random
import time
from collections import defaultdict
from typing import Any

from channels.testing import WebsocketCommunicator
from django.core.management import call_command

from bench.load import GAME, SEATS, JsonSocket, State, started
from games.matches.live import api, base
from games.matches.play.actions import services

WARM_UP, TABLES = 8, 40
MOST_MOVES = 40  # at a table; few games take longer

spent: dict[str, float] = defaultdict(float)  # seconds of the processor


def main() -> None:
    call_command("migrate", verbosity=0)
    base.MESSAGES_A_SECOND = base.MESSAGES_AT_ONCE = 10_000
    base.MatchConsumer.flood = (10_000, 10_000)
    _watch("submit", services, "submit_action")
    _watch("views", api, "_message")
    _watch("players", JsonSocket, "heard")
    asyncio.run(_measure(started(WARM_UP + TABLES, SEATS, GAME)))


def _watch(part: str, owner: Any, name: str) -> None:
    """Time every call of that function from now on, in the thread that makes it."""
    function = getattr(owner, name)

    def timed(*arguments: Any, **named: Any) -> Any:
        begun = time.thread_time()
        try:
            return function(*arguments, **named)
        finally:
            spent[part] += time.thread_time() - begun

    setattr(owner, name, timed)


async def _measure(matches: list[dict[str, Any]]) -> None:
    from portal.asgi import application

    dice = random.Random(1)
    during = [await _play(application, match, dice) for match in matches][WARM_UP:]
    moves = sum(one["moves"] for one in during)
    each = {part: sum(one[part] for one in during) * 1_000 / moves for part in during[0]}
    whole = each["all"] - each["players"]
    print(
        f"{moves} moves of {TABLES} tables, {SEATS} JSON sockets each: {whole:.2f} ms of the "
        f"processor per move: submit {each['submit']:.2f}, views {each['views']:.2f}, pushing and "
        f"sockets {whole - each['submit'] - each['views']:.2f}"
    )


async def _play(application: Any, match: dict[str, Any], dice: random.Random) -> dict[str, float]:
    """Play until nobody may move; return the time spent by purpose, and the number of moves."""
    players, sockets = [JsonSocket("/", match, seat) for seat in range(SEATS)], []
    for player in players:
        headers = [(name.lower().encode(), text.encode()) for name, text in player.headers.items()]
        sockets.append(WebsocketCommunicator(application, player.address, headers))
        await sockets[-1].connect(timeout=None)
    views = [await _view(*one) for one in zip(players, sockets, strict=True)]
    before, begun, moves = dict(spent), time.process_time(), 0
    while moves < MOST_MOVES and any(view.actions for view in views):
        seat = next(number for number, view in enumerate(views) if view.actions)
        action = dice.choice(views[seat].actions)["action"]
        await sockets[seat].send_to(players[seat].move(views[seat].version, action))
        views = [await _view(*one) for one in zip(players, sockets, strict=True)]
        moves += 1
    used = {part: seconds - before.get(part, 0.0) for part, seconds in spent.items()}
    used |= {"all": time.process_time() - begun, "moves": moves}
    for socket in sockets:
        await socket.disconnect(timeout=None)
    return used


async def _view(player: JsonSocket, socket: WebsocketCommunicator) -> State:
    """The next view of the match that is sent to this player."""
    while (state := player.heard(await socket.receive_from(timeout=None))).type != "state":
        assert state.type != "error"
    return state
