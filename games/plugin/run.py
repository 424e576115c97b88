"""An action under way, which the functions of a ruleset hand to each other."""

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from games.plugin.chance import Chance
from games.plugin.events import Event

StateT = TypeVar("StateT")


@dataclass
class Run(Generic[StateT]):
    """The state it changes, the chance it uses, and what it made happen so far."""

    state: StateT
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
        """Note that something happened; see `Event`."""
        self.events.append(Event(type_, data, private or {}, reveals))
