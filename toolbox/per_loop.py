"""What there is one of for each event loop: a server has one loop, tests have many."""

import asyncio
import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class PerLoop(Generic[T]):
    """`current = PerLoop(Hub)`: `current()` is the running event loop's hub, made at first."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, T] = (
            weakref.WeakKeyDictionary()
        )

    def __call__(self) -> T:
        loop = asyncio.get_running_loop()
        known = self._made.get(loop)
        if known is None:
            known = self._made[loop] = self._make()
        return known
