"""Events: what an action made happen, projected for each viewer."""

import enum
from typing import Any, Generic, TypeVar

import msgspec

from games.plugin.chance import Chance
from games.plugin.text import Line


class Onlooker(enum.Enum):
    """Viewers without a seat. (Seats are numbers and seat 0 is falsy: compare with `is`.)

    A spectator knows what is public; the omniscient viewer (a review, a finished match) knows all.
    """

    SPECTATOR = "spectator"
    OMNISCIENT = "omniscient"


SPECTATOR = Onlooker.SPECTATOR
OMNISCIENT = Onlooker.OMNISCIENT
Viewer = int | Onlooker


class Event(msgspec.Struct, omit_defaults=True):
    """Something that happened.

    `data` is public. `private[seat]` is what that seat alone learns besides; if several seats learn
    something at once, no key may hold two different values (give each secret its own event).
    `reveals` marks events that tell someone something new and so can't be taken back.
    """

    type: str
    data: dict[str, Any] = {}
    private: dict[int, dict[str, Any]] = {}
    reveals: bool = False


class SeenEvent(msgspec.Struct, frozen=True):
    """An event as one viewer may know it, to be narrated or sent."""

    type: str
    data: dict[str, Any]


def project(event: Event, viewer: Viewer) -> SeenEvent:
    """The event as `viewer` may know it: the only way from an event to a person."""
    learning = sorted(event.private) if viewer is OMNISCIENT else event.private.keys() & {viewer}
    data = dict(event.data)
    for seat in learning:
        data |= event.private[seat]
    return SeenEvent(event.type, data)


class Motion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hint for the board: this kind of piece went from one place to another.

    `via` are places on the way. `then`: only after all earlier motions of the step have come to
    rest. A piece that goes from a place to the same place breaks there; with `becomes` it stays and
    is of that kind from then on.
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

    `hold`: seconds, at most `LONGEST_HOLD`, before the next step is told and a computer player goes
    on; people may move meanwhile. `ends`: it tells the result, after the staged ending; these come
    last in their step. `role`: the role that it is about («overlord»), if it names no seat.
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
    """An action under way: the state it changes, the chance it uses, and its events so far."""

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
        """Add an `Event`."""
        self.events.append(Event(type_, data, private or {}, reveals))
