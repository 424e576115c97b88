"""Which steps a player could take back: their own newest ones, up to the barrier.

The barrier is a step of another seat, one that used chance, one that told somebody something new
(`Event.reveals`), one that no person made, and the setup. Beyond it, friends will be asked for
their consent one day; until then nobody gets there.
"""

from collections.abc import Sequence

import msgspec

from games.plugin import Event

DEEPEST = 100  # so many steps can be taken back one after another


class Reach(msgspec.Struct, frozen=True):
    """How far back one can go from the present position, kept in `Match.undo`.

    `at` is the step whose position this is: the newest one, or the one that a take-back led to.
    `seat` may take back; `back_to` are the steps it would lead to, the nearest one last.
    """

    at: int = 0
    seat: int | None = None
    back_to: tuple[int, ...] = ()


def after_action(reach: Reach, index: int, seat: int) -> Reach:
    """The reach after a step that may be taken back again."""
    earlier = reach.back_to if reach.seat == seat else ()
    return Reach(index, seat, (*earlier, reach.at)[-DEEPEST:])


def after_barrier(index: int) -> Reach:
    """The reach after a step that nobody takes back."""
    return Reach(index)


def after_undo(reach: Reach) -> Reach:
    """The reach after the seat took back its newest step."""
    *earlier, to = reach.back_to
    return Reach(to, reach.seat if earlier else None, tuple(earlier))


def is_barrier(outcomes: Sequence[object], events: Sequence[Event]) -> bool:
    """Whether a step with these outcomes and events can't be taken back."""
    return bool(outcomes) or any(event.reveals for event in events)


def reach_of(stored: object) -> Reach:
    """What `Match.undo` holds."""
    return msgspec.convert(stored or {}, Reach)
