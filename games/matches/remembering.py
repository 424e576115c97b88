"""A bounded memory for what is dear to make and a pure function of its key."""

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_memories: list["Memory[Any, Any]"] = []  # they are made once, by modules


class Memory(Generic[K, V]):
    """Keeps between `size` and twice as many values, those asked for lately among them.

    Two dictionaries take turns: when the young one is full it becomes the old one, and what is
    still asked for moves over. That costs nothing where an ordered memory pays for every look.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._young: dict[K, V] = {}
        self._old: dict[K, V] = {}
        _memories.append(self)

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

    def clear(self) -> None:
        self._young, self._old = {}, {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)


def forget_all() -> None:
    """Make everything anew (where the words of a language have changed)."""
    for memory in _memories:
        memory.clear()
