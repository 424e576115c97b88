"""Level `medium`: a look a few moves ahead, in several positions that it could be in.

The candidates that look best at first sight are tried out in imagined worlds: each is played,
then everyone goes on with what looks best to them, and the position reached is evaluated. All
candidates meet the same worlds and the same chance. Those that do badly drop out between stages.
The number of worlds is fixed, so a seed makes the choice repeatable; the budget only cuts it short.

Some rulesets plan in their heuristic already (`Game.look_ahead` is 0): playing out what it planned
would cost much and tell little. There the candidate counts that looks best, in one world: a
heuristic says the same in all of them, as the law of knowledge (`games.conformance`) demands.
"""

import random
from typing import Any

from games.ai.budget import Budget
from games.plugin import AnyGame, FastChance
from games.plugin.codec import clone

STAGES = ((6, 3), (3, 3), (2, 6))  # the best so many candidates meet so many more worlds
MOST_DECISIONS = 24  # of all seats together, for games in which one turn takes many
WORTH = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


def choose(
    game: AnyGame, observation: Any, seat: int, chance: random.Random, budget: Budget
) -> Any:
    """The candidate that fared best; the best-looking one if there is no time for one world."""
    state = game.determinize(observation, seat, FastChance(chance.getrandbits(63)))
    if not game.look_ahead:
        return _best_looking(game, state, seat)
    best = sorted(
        game.candidates(state, seat), key=lambda action: -game.heuristic(state, seat, action)
    )
    if len(best) == 1:
        return best[0]
    kept = [_Candidate(action) for action in best[: STAGES[0][0]]]
    for most, worlds in STAGES:
        kept = sorted(kept, key=lambda candidate: -candidate.worth)[:most]
        for _ in range(worlds):
            world = game.determinize(observation, seat, FastChance(chance.getrandbits(63)))
            worths = _try(game, world, seat, kept, chance.getrandbits(63), budget)
            if worths is None:
                return _best(kept)
            for candidate, worth in zip(kept, worths, strict=True):
                candidate.worth += worth
    return _best(kept)


class _Candidate:
    """An action and what it was worth in all the worlds so far."""

    def __init__(self, action: Any) -> None:
        self.action = action
        self.worth = 0.0


def _best(kept: list[_Candidate]) -> Any:
    """The one that fared best; of several the one that looked better at first."""
    return max(kept, key=lambda candidate: candidate.worth).action


def _try(
    game: AnyGame, world: Any, seat: int, kept: list[_Candidate], seed: int, budget: Budget
) -> list[float] | None:
    """What each candidate comes to in that world; None if the time ran out before the last."""
    worths: list[float] = []
    for candidate in kept:
        if budget.spent:
            return None
        state, chance = clone(world), FastChance(seed)
        game.apply_action(state, seat, candidate.action, chance)
        _play_on(game, state, seat, chance)
        worths.append(_worth(game, state, seat))
    return worths


def _play_on(game: AnyGame, state: Any, seat: int, chance: FastChance) -> None:
    """Everyone does what looks best to them, until the seat has decided some times more."""
    own = 0
    for _ in range(MOST_DECISIONS):
        active = game.active_seats(state)
        if not active or own == game.look_ahead:
            return
        mover = min(active)
        own += mover == seat
        game.apply_action(state, mover, _best_looking(game, state, mover), chance)


def _best_looking(game: AnyGame, state: Any, seat: int) -> Any:
    """The first of the candidates that look best; a single one needs no look."""
    candidates = game.candidates(state, seat)
    if len(candidates) == 1:
        return candidates[0]
    return max(candidates, key=lambda action: game.heuristic(state, seat, action))


def _worth(game: AnyGame, state: Any, seat: int) -> float:
    """From 0 (lost) to 1 (won); where only points count, the ruleset says what they are worth."""
    result = game.result(state)
    known = None if result is None else WORTH.get(result.seats[seat].outcome)
    return game.evaluate(state, seat) if known is None else known
