"""Events: what an action made happen, told to each viewer as far as they may know it."""

import enum
from typing import Any, Generic, TypeVar

import msgspec

from games.plugin.chance import Chance
from games.plugin.text import Line


class Onlooker(enum.Enum):
    """Viewers who don't sit at the table. (Seats are numbers; seat 0 is falsy: compare with `is`.)

    A spectator knows what is public; the omniscient viewer (a review, a finished match) knows all.
    """

    SPECTATOR = "spectator"
    OMNISCIENT = "omniscient"


SPECTATOR = Onlooker.SPECTATOR
OMNISCIENT = Onlooker.OMNISCIENT
Viewer = int | Onlooker


class Event(msgspec.Struct, omit_defaults=True):
    """Something that happened, in the order it happened.

    `data` is public. `private[seat]` is what that seat alone learns besides; where several seats
    learn something at once, no key holds two different values (give each secret its own event).
    `reveals` marks events that tell someone something new, which therefore can't be taken back.
    """

    type: str
    data: dict[str, Any] = {}
    private: dict[int, dict[str, Any]] = {}
    reveals: bool = False


class SeenEvent(msgspec.Struct, frozen=True):
    """An event as one viewer may know it. Only these are narrated or sent."""

    type: str
    data: dict[str, Any]


def project(event: Event, viewer: Viewer) -> SeenEvent:
    """The event as `viewer` may know it. The one way from an event to a person."""
    if viewer is OMNISCIENT:
        secrets = [event.private[seat] for seat in sorted(event.private)]
        return SeenEvent(
            event.type, {k: v for part in (event.data, *secrets) for k, v in part.items()}
        )
    if isinstance(viewer, int) and viewer in event.private:
        return SeenEvent(event.type, event.data | event.private[viewer])
    return SeenEvent(event.type, dict(event.data))


class Motion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hint for the board: this kind of piece went from one place to another.

    `via` are places passed on the way. `then`: only when all before it in this step has come to
    rest, so a step that does one thing after another is seen that way. A piece that goes from a
    place to the same place is gone: it breaks there; with `becomes` it stays where it is, and is of
    that kind from then on.
    """

    piece: str
    source: str
    target: str
    via: tuple[str, ...] = ()
    then: bool = False
    becomes: str = ""


LONGEST_HOLD = 10.0  # seconds


class Narration(msgspec.Struct, frozen=True):
    """A seen event as the log and the board tell it.

    `hold`: so many seconds, at most `LONGEST_HOLD`, everybody has time to see it before the next
    step is told and a computer player goes on. It keeps no person from moving. `ends`: it tells
    how the match came out, which people hear after the staged ending; such come last in their step.
    `role`: the part whose seat it is about («overlord»), where no seat is named.
    """

    line: Line
    motions: tuple[Motion, ...] = ()
    hold: float = 0.0
    ends: bool = False
    role: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.hold <= LONGEST_HOLD:
            raise ValueError(f"hold is from 0 to {LONGEST_HOLD:g} seconds, not {self.hold}")


StateT = TypeVar("StateT")


class Run(msgspec.Struct, Generic[StateT]):
    """An action under way: the state it changes, the chance it uses, and what it made happen."""

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
