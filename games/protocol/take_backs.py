"""Which steps a player can take back, in play and in records: their newest ones, up to the barrier.

The barrier is the setup, or a step of another seat, one that used chance, revealed something
(`Event.reveals`) or wasn't made by a person. Going back beyond it takes everybody's consent
(`requests`) or an administrator.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from games.plugin.events import Event

DEEPEST = 100  # steps that can be taken back one after another


class Way(msgspec.Struct, frozen=True):
    """One step back: its target, and the seat's deadline before the step that it takes back."""

    to: int
    deadline: datetime | None = None


class Reach(msgspec.Struct, frozen=True):
    """How far back a seat can go from the present position, kept in `Match.undo`.

    `at` is the step whose position this is: the newest one, or the target of a take-back. `ways`
    are the steps back that `seat` can take one after another, the nearest last.
    """

    at: int = 0
    seat: int | None = None
    ways: tuple[Way, ...] = ()


def after_action(reach: Reach, index: int, seat: int, deadline: datetime | None) -> Reach:
    """The reach after a step that can be taken back; `deadline` is the seat's before it."""
    earlier = reach.ways if reach.seat == seat else ()
    return Reach(index, seat, (*earlier, Way(reach.at, deadline))[-DEEPEST:])


def after_barrier(index: int) -> Reach:
    """The reach after a step that can't be taken back."""
    return Reach(index)


def after_undo(reach: Reach) -> Reach:
    *earlier, way = reach.ways
    return Reach(way.to, reach.seat if earlier else None, tuple(earlier))


def later(reach: Reach, gap: timedelta) -> Reach:
    """The reach with all deadlines moved by a downtime."""
    ways = tuple(Way(way.to, way.deadline and way.deadline + gap) for way in reach.ways)
    return Reach(reach.at, reach.seat, ways)


def may_be_taken_back(
    kind: str, actor: str, outcomes: Sequence[object], events: Sequence[Event]
) -> bool:
    """Whether it is a person's action that used no chance and revealed nothing."""
    revealed_nothing = not outcomes and not any(event.reveals for event in events)
    return kind == "action" and actor == "person" and revealed_nothing


def reach_of(stored: object) -> Reach:
    """The value of `Match.undo`."""
    return msgspec.convert(stored or {}, Reach)
