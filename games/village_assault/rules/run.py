"""One action under way: the state it changes, the chance it uses, and what it made happen."""

from dataclasses import dataclass, field
from typing import Any

from games.plugin import Chance, Event
from games.village_assault.state import State


@dataclass
class Run:
    """What every rule gets. `was_open`: the round had not been won before this action."""

    state: State
    chance: Chance
    was_open: bool
    events: list[Event] = field(default_factory=list)

    def tell(self, type_: str, *, reveals: bool = False, **data: Any) -> None:
        """Note that something happened. Everything that happens here is public."""
        self.events.append(Event(type_, data, {}, reveals))
