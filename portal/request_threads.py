"""Threads that serve one request after another, so that each keeps its database connection.

Django gives each request a thread of its own, with which that would go: a fifth of what a page
costs with SQLite is opening the database and reading its statements anew.

Each address is served only a few requests at once, so that many connections take the interpreter
from each other and not from everyone. Requests that wait cost neither a thread nor a connection.
"""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings

from accounts import hashing
from portal.addresses import address_of
from toolbox.places import place_of

KEPT = 8  # idle ones; as many more as there are requests at once come and go
# Of one address. What changes something never waits for reads.
READS_AT_ONCE = 2
OTHERS_AT_ONCE = 4


class KeptThreads:
    """An application whose requests are served in such threads, each by one of its own.

    A client that hangs up leaves the line at once. A thread can't be stopped then, so its turn
    lasts until its view ends; hashes that it waits for are forgotten.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self._idle: list[ThreadPoolExecutor] = []
        self._turns: WeakValueDictionary[tuple[str, bool], asyncio.Semaphore]
        self._turns = WeakValueDictionary()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        turn = self._turn(scope)
        if not turn.locked():
            await turn.acquire()
            await self._serve(turn, scope, receive, send)
            return
        asked: list[Any] = []  # the body, which Daphne has whole by now, in pieces
        while not asked or asked[-1].get("more_body"):
            asked.append(await receive())
        if asked[-1]["type"] == "http.disconnect":
            return
        gone = asyncio.ensure_future(receive())

        async def received() -> Any:
            return asked.pop(0) if asked else await gone

        try:
            if await _acquired(turn, gone):
                await self._serve(turn, scope, received, send)
        finally:
            gone.cancel()

    def _turn(self, scope: Any) -> asyncio.Semaphore:
        """What the request waits for; requests from nowhere known wait for nobody."""
        place = place_of(address_of(scope))
        if not place or (settings.NO_LIMITS and settings.DEBUG):
            return asyncio.Semaphore()
        key = place, scope["method"] in ("GET", "HEAD")
        turn = self._turns.get(key)
        if turn is None:
            turn = self._turns[key] = asyncio.Semaphore(READS_AT_ONCE if key[1] else OTHERS_AT_ONCE)
        return turn

    async def _serve(self, turn: asyncio.Semaphore, scope: Any, receive: Any, send: Any) -> None:
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "request")
        hung_up: Future[None] = Future()

        async def received() -> Any:
            message = await receive()  # Django asks for one during the whole of a request
            if message["type"] == "http.disconnect" and not hung_up.done():
                hung_up.set_result(None)
            return message

        try:
            with hashing.forgotten_after(hung_up):
                async with ThreadSensitiveContext(executor=thread):
                    await self.application(scope, received, send)
        finally:
            # The thread returns itself when its view ends, which may be after the client has left.
            thread.submit(self._give_back, thread, turn, asyncio.get_running_loop())

    def _give_back(
        self, thread: ThreadPoolExecutor, turn: asyncio.Semaphore, loop: asyncio.AbstractEventLoop
    ) -> None:
        if len(self._idle) < KEPT:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(turn.release)


async def _acquired(turn: asyncio.Semaphore, gone: asyncio.Future[Any]) -> bool:
    """Wait for the turn. False: the client has left first."""
    ours = asyncio.ensure_future(turn.acquire())
    try:
        await asyncio.wait({gone, ours}, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        if not ours.cancel():  # it was our turn just then
            turn.release()
        raise
    return not ours.cancel()
