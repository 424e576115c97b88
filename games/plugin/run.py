"""An action under way, which the functions of a ruleset hand to each other."""

from typing import Any, Generic, TypeVar

import msgspec

from games.plugin.chance import Chance
from games.plugin.events import Event

StateT = TypeVar("StateT")


class Run(msgspec.Struct, Generic[StateT]):
    """The state it changes, the chance it uses, and what it made happen so far."""

    state: StateT
    chance: Chance
    events: list[Event] = []

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
