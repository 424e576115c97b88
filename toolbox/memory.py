"""Memories of a process: a bounded cache, and one object per event loop."""

import asyncio
import weakref
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_of_words: list["Memory[Any, Any]"] = []


class Memory(Generic[K, V]):
    """A cache of between `size` and twice as many values, recently used ones among them.

    When the young dictionary is full it becomes the old one; values that are still used move back.
    Unlike in an ordered dictionary, a look-up costs nothing extra.
    `of_words`: the values are translated texts, which `forget_words` drops.
    """

    def __init__(self, size: int, *, of_words: bool = False) -> None:
        self._size = size
        self._young: dict[K, V] = {}
        self._old: dict[K, V] = {}
        if of_words:
            _of_words.append(self)

    def get(self, key: K) -> V | None:
        value = self._young.get(key)
        if value is None:
            value = self._old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: K, value: V) -> V:
        if len(self._young) >= self._size:
            self._old, self._young = self._young, {}
        self._young[key] = value
        return value

    def forget(self, key: K) -> None:
        """Forget that value, if it is cached."""
        self._young.pop(key, None)
        self._old.pop(key, None)

    def clear(self) -> None:
        self._young, self._old = {}, {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)


def forget_words() -> None:
    """Drop all texts, after the words of a language have changed."""
    for memory in _of_words:
        memory.clear()


class PerLoop(Generic[V]):
    """`current = PerLoop(Hub)`: `current()` is the running event loop's hub, made on first use.

    A server has one loop; tests have many.
    """

    def __init__(self, make: Callable[[], V]) -> None:
        self._make = make
        self._made: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, V] = (
            weakref.WeakKeyDictionary()
        )

    def __call__(self) -> V:
        loop = asyncio.get_running_loop()
        known = self._made.get(loop)
        if known is None:
            known = self._made[loop] = self._make()
        return known
