"""Threads that serve one request after another, so that each keeps its database connection.

Django gives each request a thread of its own, with which that would go: a fifth of what a page
costs with SQLite is opening the database and reading its statements anew.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext

from accounts import hashing

KEPT = 8  # idle ones; as many more as there are requests at once come and go


class KeptThreads:
    """An application whose requests are served in such threads, each by one of its own.

    A thread can't be stopped when the client hangs up, but hashes that it waits for are forgotten.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self._idle: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
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
            # By itself, when it is done: whoever hangs up leaves a view that is still at work.
            thread.submit(self._give_back, thread)

    def _give_back(self, thread: ThreadPoolExecutor) -> None:
        if len(self._idle) < KEPT:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)
