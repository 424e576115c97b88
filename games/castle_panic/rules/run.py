"""One action under way: the state it changes, the chance it uses, and what it made happen."""

from dataclasses import dataclass, field
from typing import Any

from games.castle_panic.state import State
from games.plugin import Chance, Event


@dataclass
class Run:
    """What every rule gets."""

    state: State
    chance: Chance
    events: list[Event] = field(default_factory=list)

    def tell(
        self,
        type_: str,
        *,
        private: dict[int, dict[str, Any]] | None = None,
        reveals: bool = False,
        **data: Any,
    ) -> None:
        """Note that something happened."""
        self.events.append(Event(type_, data, private or {}, reveals))

    @property
    def over(self) -> bool:
        return self.state.ending is not None


def take(bag: dict[str, int], item: str, count: int = 1) -> None:
    """Take so many out of a bag; a kind without any leaves no trace, so equal bags look equal."""
    left = bag[item] - count
    if left:
        bag[item] = left
    else:
        del bag[item]


def put(bag: dict[str, int], item: str, count: int = 1) -> None:
    """Put so many into a bag."""
    bag[item] = bag.get(item, 0) + count
