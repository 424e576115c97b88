"""Threads that serve one request after another, and keep their database connections.

Django gives each request a new thread; with SQLite, opening the database and preparing statements
anew takes a fifth of a page's time.

Each address is served only a few requests at a time, so that many connections of one address slow
down only each other. Waiting requests take neither a thread nor a connection.
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

KEPT = 8  # idle threads
# Requests of one address. Reads never delay other requests.
READS_AT_ONCE = 2
OTHERS_AT_ONCE = 4


class KeptThreads:
    """An application that serves its requests in kept threads, one request per thread.

    A client that hangs up leaves the line at once. Its thread can't be stopped, so its turn lasts
    until the view ends, but password hashes for which it waits are dropped.
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
        body: list[Any] = []  # in pieces; Daphne has the whole body by now
        while not body or body[-1].get("more_body"):
            body.append(await receive())
        if body[-1]["type"] == "http.disconnect":
            return
        gone = asyncio.ensure_future(receive())

        async def received() -> Any:
            return body.pop(0) if body else await gone

        try:
            if await _acquired(turn, gone):
                await self._serve(turn, scope, received, send)
        finally:
            gone.cancel()

    def _turn(self, scope: Any) -> asyncio.Semaphore:
        """The semaphore of the request's address; unknown addresses don't wait."""
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
            message = await receive()  # Django awaits one during the whole request
            if message["type"] == "http.disconnect" and not hung_up.done():
                hung_up.set_result(None)
            return message

        try:
            with hashing.forgotten_after(hung_up):
                async with ThreadSensitiveContext(executor=thread):
                    await self.application(scope, received, send)
        finally:
            # The thread gives itself back when its view ends, maybe after the client has left.
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
    """Wait for the turn. False if the client leaves first."""
    ours = asyncio.ensure_future(turn.acquire())
    try:
        await asyncio.wait({gone, ours}, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        if not ours.cancel():  # the turn has just been acquired
            turn.release()
        raise
    return not ours.cancel()
