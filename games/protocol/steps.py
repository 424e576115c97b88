"""What stored and recorded steps have in common."""

from typing import Any, Protocol


class Step(Protocol):
    """What is read of a step, stored or recorded."""

    @property
    def index(self) -> int: ...
    @property
    def kind(self) -> Any: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def actor(self) -> str: ...
    @property
    def action(self) -> Any: ...
