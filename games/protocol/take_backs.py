"""Which steps a player could take back: their own newest ones, up to the barrier.

The barrier is a step of another seat, one that used chance, one that told someone something new
(`Event.reveals`), one that no person made, and the setup. Beyond it play goes back by everybody's
consent (`requests`) or by an administrator's deed. The portal goes by this when it is asked to take
something back, and so does the verification of records.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from games.plugin.events import Event

DEEPEST = 100  # so many steps can be taken back one after another


class Way(msgspec.Struct, frozen=True):
    """One step back: where it leads, and the seat's deadline before the step that it takes back."""

    to: int
    deadline: datetime | None = None


class Reach(msgspec.Struct, frozen=True):
    """How far back one can go from the present position, kept in `Match.undo`.

    `at` is the step whose position this is: the newest one, or the one that a take-back led to.
    `seat` may take back; `ways` are its ways back one after another, the nearest one last.
    """

    at: int = 0
    seat: int | None = None
    ways: tuple[Way, ...] = ()


def after_action(reach: Reach, index: int, seat: int, deadline: datetime | None) -> Reach:
    """The reach after a step that may be taken back again; `deadline` is the seat's before it."""
    earlier = reach.ways if reach.seat == seat else ()
    return Reach(index, seat, (*earlier, Way(reach.at, deadline))[-DEEPEST:])


def after_barrier(index: int) -> Reach:
    """The reach after a step that nobody takes back."""
    return Reach(index)


def after_undo(reach: Reach) -> Reach:
    """The reach after the seat took back its newest step."""
    *earlier, way = reach.ways
    return Reach(way.to, reach.seat if earlier else None, tuple(earlier))


def later(reach: Reach, gap: timedelta) -> Reach:
    """The reach with all its deadlines moved by a downtime."""
    ways = (Way(way.to, way.deadline and way.deadline + gap) for way in reach.ways)
    return Reach(reach.at, reach.seat, tuple(ways))


def may_be_taken_back(
    kind: str, actor: str, outcomes: Sequence[object], events: Sequence[Event]
) -> bool:
    """Whether a step can be taken back: a person's action without chance that told nothing new."""
    told_nothing = not outcomes and not any(event.reveals for event in events)
    return kind == "action" and actor == "person" and told_nothing


def reach_of(stored: object) -> Reach:
    """What `Match.undo` holds."""
    return msgspec.convert(stored or {}, Reach)
