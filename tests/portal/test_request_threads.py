"""Requests are served by threads that are kept, each with its connection to the database."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from portal.request_threads import KEPT, OTHERS_AT_ONCE, READS_AT_ONCE, KeptThreads
from tests.support.waiting import wait_for


class Views:
    """An application: each request calls the function that its scope names, in a thread."""

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        def view() -> None:
            self.threads.append(threading.current_thread())
            scope["view"]()

        await sync_to_async(view)()
        await sync_to_async(view)()  # a second call of the same request


@pytest.fixture
def views() -> Views:
    return Views()


@pytest.fixture
def ask(views: Views) -> Any:
    application = KeptThreads(views)

    def asked(
        view: Callable[[], Any] = lambda: None,
        method: str = "POST",
        address: str = "127.0.0.1",
        hung_up: asyncio.Event | None = None,
    ) -> Any:
        said = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if said:
                return said.pop()
            await (hung_up or asyncio.Event()).wait()
            return {"type": "http.disconnect"}

        scope = {"view": view, "method": method, "headers": [], "client": (address, 1)}
        return application(scope, receive, None)

    asked.idle = lambda: len(application._idle)  # type: ignore[attr-defined]
    return asked


async def resting(ask: Any, count: int) -> None:
    """Until so many threads have nothing to do."""
    while ask.idle() < count:
        await asyncio.sleep(0)


async def test_one_thread_serves_one_request_after_another(ask, views):
    for _request in range(3):
        await ask()
        await resting(ask, 1)
    assert len(views.threads) == 6
    assert len(set(views.threads)) == 1


@pytest.mark.django_db(transaction=True)
async def test_its_connection_stays_open(ask):
    seen: list[Any] = []

    def look() -> None:
        connection.ensure_connection()
        seen.append(connection.connection)

    try:
        for _request in range(2):
            await ask(look)
            await resting(ask, 1)
        assert len(seen) == 4
        assert len(set(map(id, seen))) == 1
    finally:
        await ask(lambda: connection.close())


async def test_requests_at_once_keep_out_of_each_others_threads(ask, views):
    together = threading.Barrier(3)
    await asyncio.gather(*(ask(together.wait) for _request in range(3)))
    assert len(views.threads) == 6
    assert len(set(views.threads)) == 3


async def test_reads_of_one_address_wait_for_each_other(ask):
    """Nothing else waits for them: neither other addresses nor what changes something."""
    go_on, begun = threading.Event(), threading.Semaphore(0)

    def long() -> None:
        begun.release()
        go_on.wait()

    async def reading() -> None:
        await sync_to_async(begun.acquire, thread_sensitive=False)()

    served: list[str] = []
    held = [asyncio.create_task(ask(long, "GET")) for _request in range(READS_AT_ONCE)]
    for _request in held:
        await reading()
    late = asyncio.create_task(ask(lambda: served.append("late"), "HEAD"))
    try:
        await ask(lambda: served.append("other"), "GET", "127.0.0.2")
        await ask(lambda: served.append("change"), "POST")
        assert served == ["other"] * 2 + ["change"] * 2
    finally:
        go_on.set()
        await asyncio.gather(*held, late)
    assert served[-1] == "late"


async def test_whoever_hangs_up_leaves_the_line_but_not_the_turn(ask, views):
    begun, go_on, hung_up = threading.Semaphore(0), threading.Event(), asyncio.Event()

    def long() -> None:
        begun.release()
        go_on.wait()

    held = [asyncio.create_task(ask(long)) for _request in range(OTHERS_AT_ONCE)]
    for _request in held:
        await sync_to_async(begun.acquire, thread_sensitive=False)()
    in_line = [asyncio.create_task(ask(hung_up=hung_up)) for _request in range(3)]
    patient = asyncio.create_task(ask())
    await asyncio.sleep(0)
    for left in held:
        left.cancel()  # as Daphne does; their views go on
    hung_up.set()
    try:
        await asyncio.gather(*in_line)
        assert len(views.threads) == OTHERS_AT_ONCE, "none of these was served"
        assert not patient.done()
    finally:
        go_on.set()
    await patient
    await asyncio.gather(*held, return_exceptions=True)


async def test_a_view_that_somebody_left_keeps_nobody_waiting(ask, views):
    begun, go_on = threading.Event(), threading.Event()

    def long() -> None:
        begun.set()
        go_on.wait()

    left = asyncio.create_task(ask(long))
    await sync_to_async(begun.wait, thread_sensitive=False)()
    left.cancel()
    try:
        await ask()  # in another thread: that one isn't free yet
        assert views.threads[-1] is not views.threads[0]
    finally:
        go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await left
    await resting(ask, 2)


async def test_no_more_are_kept_than_are_worth_it(ask, views):
    together = threading.Barrier(KEPT + 3)
    await asyncio.gather(
        *(ask(together.wait, address=f"127.0.0.{number}") for number in range(KEPT + 3))
    )
    threads = set(views.threads)
    await sync_to_async(wait_for, thread_sensitive=False)(
        lambda: sum(thread.is_alive() for thread in threads) == KEPT, "the others end"
    )
    assert ask.idle() == KEPT
