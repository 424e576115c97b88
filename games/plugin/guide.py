"""A first-game guide: a short way through a prepared position, with real moves by the real rules.

`Game.guide` returns it. The portal shows the position after each step on the ruleset's own board,
points at what the step is about, and lets the reader make its move.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from games.plugin.chance import Chance, Outcome, OutcomeKind, possible
from games.plugin.codec import clone
from games.plugin.errors import ChanceMismatch
from games.plugin.events import Event
from games.plugin.game import Game
from games.plugin.model import Choice
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


class GuideMoment(msgspec.Struct, frozen=True, kw_only=True):
    """The position at a step, and the events of the step before it."""

    state: Any
    events: tuple[Event, ...] = ()


class ScriptedChance(Chance):
    """Chance with these values in order. Raises `ChanceMismatch` for an impossible one."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._left = list(reversed(values))

    def outcome(self, kind: OutcomeKind, stream: str, args: Any) -> Any:
        if not self._left:
            raise ChanceMismatch(f"nothing is scripted for a {kind} on {stream}")
        value = self._left.pop()
        if not possible(Outcome(kind, stream, args, value)):
            raise ChanceMismatch(f"a {kind} on {stream} can't come out as {value!r}")
        return value

    def finish(self) -> None:
        """Raise `ChanceMismatch` unless every value was used."""
        if self._left:
            raise ChanceMismatch(f"{len(self._left)} scripted values were never used")


def moment(game: Game[Any, Any, Any, Any], guide: Guide[Any, Any], step: int) -> GuideMoment:
    """The guide at step `step`, counted from 0; `len(guide.steps)` is its end.

    Plays the moves of all earlier steps by the rules. Raises `IllegalAction` or `ChanceMismatch` if
    one doesn't fit them.
    """
    state = clone(guide.state)
    events: list[Event] = []
    for before in guide.steps[:step]:
        events = []
        for made in before.moves:
            chance = ScriptedChance(made.outcomes)
            events += game.apply_action(state, made.seat, made.action, chance)
            chance.finish()
    return GuideMoment(state=state, events=tuple(events))


def choice_of(
    game: Game[Any, Any, Any, Any], state: Any, step: GuideStep[Any]
) -> Choice[Any] | None:
    """The choice of a step's move, with its first reply if they are joined; None if not offered."""
    first, *replies = (made.action for made in step.moves)
    wanted = ((first, None), (first, next(iter(replies), None)))
    offered = game.offered(state, step.moves[0].seat)
    return next((one for one in offered if (one.action, one.then) in wanted), None)
