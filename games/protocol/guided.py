"""A first-game guide in play: its position at each step, and the move for which it asks."""

from typing import Any

import msgspec

from games.plugin import AnyGame, Choice, Event, Guide, GuideStep
from games.plugin.codec import clone
from games.protocol.dealing import ScriptedChance


class GuideMoment(msgspec.Struct, frozen=True, kw_only=True):
    """The position at a step, and the events of the step before it."""

    state: Any
    events: tuple[Event, ...] = ()


def moment(game: AnyGame, guide: Guide[Any, Any], step: int) -> GuideMoment:
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


def choice_of(game: AnyGame, state: Any, step: GuideStep[Any]) -> Choice[Any] | None:
    """The choice of a step's move, with its first reply if they are joined; None if not offered."""
    first, *replies = (made.action for made in step.moves)
    wanted = ((first, None), (first, next(iter(replies), None)))
    offered = game.offered(state, step.moves[0].seat)
    return next((one for one in offered if (one.action, one.then) in wanted), None)
