"""Level `medium`: looks a few moves ahead, in several positions that it could be in.

Plays the best-looking candidates in imagined worlds, lets everyone go on with what looks best to
them, and evaluates the position reached. All candidates meet the same worlds and the same chance;
the weaker ones drop out between stages. The number of worlds is fixed, so a seed makes the choice
repeatable; the budget only cuts it short.

Where several seats decide at once it mixes (`mixing.py`), and where the ruleset gives weights
(`Game.mixed_strategy`) it draws by them.

For rulesets whose heuristic plans already (`Game.look_ahead` is 0), it takes the best-looking
candidate in one world: a heuristic says the same in all, as the law of knowledge
(`games.conformance`) demands.
"""

import random
from typing import Any

import msgspec

from games.ai import manners, mixing
from games.ai.budget import Budget
from games.ai.playouts import likely_action, play_on, several_decide, worth
from games.plugin import AnyGame, FastChance
from games.plugin.codec import clone

STAGES = ((6, 3), (3, 3), (2, 6))  # candidates kept, and the worlds that they meet next


def choose(
    game: AnyGame,
    observation: Any,
    seat: int,
    chance: random.Random,
    budget: Budget,
    manner: str | None = None,
) -> Any:
    """The candidate that fared best, or the best-looking one if time allows no world."""
    state = game.determinize(observation, seat, FastChance(chance.getrandbits(63)))
    looks = manners.looks(game, state, seat, manner)
    candidates = [action for action, _look in looks]
    if not game.look_ahead or game.mixed_strategy(state, seat, candidates) is not None:
        dice = FastChance(chance.getrandbits(63))
        return likely_action(game, state, seat, dice, looks=looks)
    if len(candidates) == 1:
        return candidates[0]
    if several_decide(game, state):
        return mixing.choose(game, observation, seat, chance, budget)
    best = sorted(looks, key=lambda one: -one[1])
    actions = [action for action, _look in best[: STAGES[0][0]]]
    kept = list(map(_Candidate, actions, manners.leanings(game, state, seat, actions, manner)))
    stake: float | None = None  # between the best and the worst in a world of the first stage
    for most, worlds in STAGES:
        kept = sorted(kept, key=lambda candidate: -candidate.worth)[:most]
        for _ in range(worlds):
            world = game.determinize(observation, seat, FastChance(chance.getrandbits(63)))
            worths = _try(game, world, seat, kept, chance.getrandbits(63), budget)
            if worths is None:
                return _best(kept)
            for candidate, gained in zip(kept, worths, strict=True):
                candidate.worth += gained
        if stake is None:
            stake = (max(one.worth for one in kept) - min(one.worth for one in kept)) / worlds
        for candidate in kept:
            candidate.worth += candidate.leaning * stake * worlds
    return _best(kept)


class _Candidate(msgspec.Struct):
    action: Any
    leaning: float  # to the player's manner, weighted
    worth: float = 0.0  # in all worlds so far


def _best(kept: list[_Candidate]) -> Any:
    """The candidate that fared best; among equals, the one that looked better at first."""
    return max(kept, key=lambda candidate: candidate.worth).action


def _try(
    game: AnyGame, world: Any, seat: int, kept: list[_Candidate], seed: int, budget: Budget
) -> list[float] | None:
    """The worth of each candidate in that world; None if the time ran out before the last."""
    worths: list[float] = []
    for candidate in kept:
        if budget.spent:
            return None
        state, chance = clone(world), FastChance(seed)
        game.apply_action(state, seat, candidate.action, chance)
        play_on(game, state, seat, chance)
        worths.append(worth(game, state, seat))
    return worths
