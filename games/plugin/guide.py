"""A first-game guide: a short way through a prepared position, with real moves by the real rules.

`Game.guide` returns it. The portal shows the position after each step on the ruleset's own board,
points at what the step is about, and lets the reader make its move.
"""

from typing import Any, Generic, TypeVar

import msgspec

from games.plugin.text import Line, as_line

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")


class GuideMove(msgspec.Struct, Generic[ActionT], frozen=True):
    """A move of the guide. `outcomes`: the values of chance (a number, an item, a list)."""

    seat: int
    action: ActionT
    outcomes: tuple[Any, ...] = ()


class GuideStep(msgspec.Struct, Generic[ActionT], frozen=True, kw_only=True):
    """One thing to learn.

    The board makes `points` glow: targets, as in picks, or places, as in motions. `move` is the
    reader's, whose picks glow by themselves; None: they only read on. `replies` are played after
    it, before the next step.
    """

    title: Line
    text: Line
    points: tuple[str, ...] = ()
    move: GuideMove[ActionT] | None = None
    replies: tuple[GuideMove[ActionT], ...] = ()

    @property
    def moves(self) -> tuple[GuideMove[ActionT], ...]:
        return (self.move, *self.replies) if self.move is not None else self.replies


def step(
    title: str,
    text: str | Line,
    *,
    points: tuple[str, ...] = (),
    move: GuideMove[ActionT] | None = None,
    replies: tuple[GuideMove[ActionT], ...] = (),
) -> GuideStep[ActionT]:
    """A `GuideStep` from marked message ids; a text with gaps is a Line."""
    return GuideStep(
        title=as_line(title), text=as_line(text), points=points, move=move, replies=replies
    )


class Guide(msgspec.Struct, Generic[StateT, ActionT], frozen=True, kw_only=True):
    """The prepared position, the reader's seat, the names of all seats, and the steps.

    The reader's name, too, is in the third person: «Your frog», as the log says «Your frog draws a
    card».
    """

    state: StateT
    seat: int
    names: tuple[Line, ...]
    steps: tuple[GuideStep[ActionT], ...]
