"""One action under way: the state it changes, the chance it uses, and what it made happen."""

from dataclasses import dataclass, field
from typing import Any, cast

from games.burnt_to_ashes.components import Counter
from games.burnt_to_ashes.state import State
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

    def turn_up(self, land: int) -> Counter:
        """Take the top counter of a pile: the known one, or any that nobody has seen."""
        pile = self.state.lands[land]
        pile.size -= 1
        return pile.known.pop(0) if pile.known is not None else self.draw()

    def draw(self) -> Counter:
        """A counter that nobody has seen yet."""
        counter = cast("Counter", self.chance.draw(self.state.bag, "counters"))
        self.state.bag[counter] -= 1
        return counter

    def discard(self, counter: Counter, count: int = 1) -> None:
        """Counters leave the game before everybody's eyes."""
        self.state.out[counter] += count
