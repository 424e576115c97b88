"""Threads that serve one request after another, so that each keeps its database connection.

Django gives each request a thread of its own, with which that would go: a fifth of what a page
costs with SQLite is opening the database and reading its statements anew.

Of one address only a few reads are served at once, so that those who ask on many connections take
the interpreter from each other and not from everyone. The others wait where that costs nothing.
"""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any
from weakref import WeakValueDictionary

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings

from accounts import hashing
from accounts.places import place_of
from portal.addresses import address_of

KEPT = 8  # idle ones; as many more as there are requests at once come and go
READS_AT_ONCE = 2  # of one address


class KeptThreads:
    """An application whose requests are served in such threads, each by one of its own.

    A thread can't be stopped when the client hangs up, but hashes that it waits for are forgotten.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self._idle: list[ThreadPoolExecutor] = []
        self._readers: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async with self._turn(scope):
            await self._serve(scope, receive, send)

    def _turn(self, scope: Any) -> AbstractAsyncContextManager[Any]:
        """Only GET and HEAD from a known address take turns."""
        place = place_of(address_of(scope)) if scope["method"] in ("GET", "HEAD") else ""
        if not place or (settings.NO_LIMITS and settings.DEBUG):
            return nullcontext()
        turn = self._readers.get(place)
        if turn is None:
            turn = self._readers[place] = asyncio.Semaphore(READS_AT_ONCE)
        return turn

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
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
            thread.submit(self._give_back, thread)

    def _give_back(self, thread: ThreadPoolExecutor) -> None:
        if len(self._idle) < KEPT:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)
