"""Playing on in an imagined world, and what the position reached is worth."""

import math
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from games.plugin import AnyGame, Chance, FastChance
from games.plugin.chance import ItemT, OutcomeKind

MOST_DECISIONS = 24  # of all seats together, as one turn may take many
FARTHEST = 100  # the same, where only the ruleset's horizon counts
HAZE = 0.35  # standard deviation of noise, as a share of the spread of heuristic values
FINE = 1_000_000  # parts into which weights are divided to draw by them
WORTH = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


def play_on(game: AnyGame, state: Any, seat: int, chance: Chance) -> None:
    """Play what looks best to everyone, until the seat has made `look_ahead` more decisions.

    Where several seats decide at once, their actions are drawn.
    """
    own = made = 0
    while made < MOST_DECISIONS and own < game.look_ahead:
        active = _all_act(game, state, chance)
        if not active:
            return
        made += len(active)
        own += seat in active


def play_to_horizon(game: AnyGame, start: Any, state: Any, seat: int, chance: Chance) -> None:
    """Play what looks best to everyone, quickly, until the ruleset's `horizon`."""
    own = 0
    for _ in range(MOST_DECISIONS if game.look_ahead else FARTHEST):
        if far_enough(game, start, state, seat, own):
            return
        active = _all_act(game, state, chance, quick=True)
        if not active:
            return
        own += seat in active


def far_enough(game: AnyGame, start: Any, state: Any, seat: int, own: int) -> bool:
    """Whether a playout ends here. `own`: how many decisions the seat has made in it."""
    return game.horizon(start, state, seat) or 0 < game.look_ahead < own


def _all_act(game: AnyGame, state: Any, chance: Chance, *, quick: bool = False) -> frozenset[int]:
    """Make every decision that is owed; return its seats, none once the game is over."""
    active = game.active_seats(state)
    several = len(active) > 1
    for mover in sorted(active):
        if not several or mover in game.active_seats(state):
            action = likely_action(game, state, mover, chance, several, quick=quick)
            game.apply_action(state, mover, action, chance)
    return active


class NamedChance(Chance):
    """Chance with a generator for each stream.

    A stream's values don't depend on how often others were used: candidates that are played out in
    the same world meet the same dice.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._streams: dict[str, FastChance] = {}

    def _named(self, stream: str) -> FastChance:
        known = self._streams.get(stream)
        if known is None:
            known = self._streams[stream] = FastChance(self._seed ^ zlib.crc32(stream.encode()))
        return known

    def draw(self, bag: Mapping[ItemT, int], stream: str) -> ItemT:
        return self._named(stream).draw(bag, stream)

    def outcome(self, kind: OutcomeKind, stream: str, args: Any) -> Any:
        return self._named(stream).outcome(kind, stream, args)


def likely_action(
    game: AnyGame,
    state: Any,
    seat: int,
    chance: Chance,
    several: bool = False,
    *,
    quick: bool = False,
    looks: Sequence[tuple[Any, float]] = (),
) -> Any:
    """The candidate that looks best, or one drawn by the ruleset's weights.

    Where several seats decide at once it is drawn in any case: the better it looks, the likelier,
    as in a quantal response (McKelvey and Palfrey, 1995). `looks`: as the caller sees them.
    """
    looks = looks or game.look(state, seat, quick=quick)
    candidates = [action for action, _value in looks]
    if len(candidates) == 1:
        return candidates[0]
    weights = game.mixed_strategy(state, seat, candidates)
    if weights is None:
        values = [value for _action, value in looks]
        best = max(values)
        if not several:
            return candidates[values.index(best)]
        haze = HAZE * (best - min(values)) or 1.0
        weights = [math.exp((value - best) / haze) for value in values]
    left = chance.roll(FINE, "mixed strategy") / FINE * sum(weights)
    for action, weight in zip(candidates, weights, strict=True):
        left -= weight
        if left <= 0 < weight:
            return action
    return candidates[-1]  # rounding errors


def several_decide(game: AnyGame, state: Any) -> bool:
    """Whether several seats decide at once, even if all others have sealed their answers."""
    return len(game.active_seats(game.reopened(state))) > 1


def worth(game: AnyGame, state: Any, seat: int) -> float:
    """From 0 (lost) to 1 (won); a `scored` result is evaluated by the ruleset."""
    result = game.result(state)
    known = None if result is None else WORTH.get(result.seats[seat].outcome)
    return game.evaluate(state, seat) if known is None else known
