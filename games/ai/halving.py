"""Level `hard`: many short playouts, shared out by sequential halving, and a learned value.

The candidates that look best meet the same imagined worlds and the same chance. Each playout goes
on by what looks best to everyone until the ruleset's `horizon`, where `values.value` judges the
position. After each round the better half stays and shares the next round's playouts (Karnin, Koren
and Somekh, 2013). Differences between candidates in the same world vary less than worths, so few
worlds tell them apart; it stops once the leader's lead can't be luck.
"""

import math
import random
from collections.abc import Callable, Sequence
from operator import sub
from statistics import fmean, stdev
from typing import Any

import msgspec

from games.ai import manners, mixing
from games.ai.budget import Budget
from games.ai.playouts import NamedChance, likely_action, play_to_horizon, several_decide
from games.ai.values import value
from games.plugin import AnyGame, FastChance
from games.plugin.codec import clone, pack

ARMS = 10  # candidates that are tried, those that look best
LEAST_WORLDS = 4  # of a candidate before an early end
TWINS = 16  # worlds, if a round has as many, before ways to the same position count as one
CERTAIN = 3.5  # standard errors that a lead must have for an early end
DOUBT = 1.0  # standard errors of a lead on what looks best to a heuristic that plans


class Judged(msgspec.Struct):
    """A candidate, its value at first sight, and what its playouts were worth, world by world."""

    action: Any
    look: float
    worths: list[float] = []

    @property
    def worth(self) -> float:
        return fmean(self.worths) if self.worths else -math.inf


def choose(
    game: AnyGame,
    observation: Any,
    seat: int,
    chance: random.Random,
    budget: Budget,
    manner: str | None = None,
    search: Callable[..., list[Judged]] | None = None,
) -> Any:
    """The candidate whose playouts fared best; the best-looking one without time for a world.

    `search`: what judges the candidates, `judge` by default.
    """
    state = game.determinize(observation, seat, FastChance(chance.getrandbits(63)))
    looks = manners.looks(game, state, seat, manner)
    if len(looks) == 1:
        return looks[0][0]
    if not game.searched(state, seat, [action for action, _look in looks]):
        return likely_action(game, state, seat, FastChance(chance.getrandbits(63)), looks=looks)
    if game.look_ahead and several_decide(game, state):
        return mixing.choose(game, observation, seat, chance, budget)
    best = sorted(looks, key=lambda one: -one[1])[:ARMS]
    arms = [Judged(action, look) for action, look in best]
    ranked = (search or judge)(game, observation, seat, arms, chance, budget)
    if manner and ranked[0].worths:
        ranked.insert(0, ranked.pop(_liked(game, state, seat, ranked, manner)))
    return trusted(game, ranked).action


def _liked(game: AnyGame, state: Any, seat: int, ranked: Sequence[Judged], manner: str) -> int:
    """The place of what a player of that manner likes best, by worlds shared with the first."""
    leader, tried = ranked[0].worths, [arm for arm in ranked if arm.worths]
    stake = max(arm.worth for arm in tried) - min(arm.worth for arm in tried)
    leanings = manners.leanings(game, state, seat, [arm.action for arm in tried], manner)
    if max(leanings) == min(leanings):
        return 0
    liked = [
        (2 * len(arm.worths) >= len(leader), fmean(map(sub, arm.worths, leader)) + stake * leaning)
        for arm, leaning in zip(tried, leanings, strict=True)
    ]
    return ranked.index(tried[liked.index(max(liked))])


def trusted(game: AnyGame, ranked: Sequence[Judged]) -> Judged:
    """The first; but where the heuristic plans, what looks best if the lead on it may be luck."""
    favorite = max(ranked, key=lambda arm: arm.look)
    lead = _lead(ranked[0], favorite)
    doubted = game.look_ahead == 0 and (lead is None or lead < DOUBT)
    return favorite if doubted else ranked[0]


def judge(
    game: AnyGame,
    observation: Any,
    seat: int,
    arms: Sequence[Judged],
    chance: random.Random,
    budget: Budget,
) -> list[Judged]:
    """Play the candidates out; returns them, the best first, but of ways to the same position one.

    Those that stayed longer come first: they were compared in more worlds. What looks best, the
    first of `arms`, stays to the end.
    """
    kept: list[Judged] = list(arms)
    dropped: list[Judged] = []
    rounds = max(1, math.ceil(math.log2(len(kept))))
    for number in range(1, rounds + 1):
        worlds = max(1, game.playouts // rounds // len(kept))
        for _ in range(worlds):
            world = game.determinize(observation, seat, FastChance(chance.getrandbits(63)))
            ends = _play(game, world, seat, kept, chance.getrandbits(63), budget)
            if ends is None:
                return _ranked(kept) + dropped
            for arm, end in zip(kept, ends, strict=True):
                arm.worths.append(value(game, end, seat))
            if len(kept[0].worths) == min(worlds, TWINS):
                kept = _unlike(game, kept, ends)
            if len(kept) == 1 or (len(kept[0].worths) % LEAST_WORLDS == 0 and _decided(kept)):
                return _ranked(kept) + dropped
            if budget.past(number / rounds):  # the last ones need as much time as the first
                break
        ranked = _ranked(kept)
        half = max(2, (len(kept) + 1) // 2)
        kept = ranked[:half]
        if arms[0] not in kept:
            kept[-1] = arms[0]
        dropped = [arm for arm in ranked if arm not in kept] + dropped
    return _ranked(kept) + dropped


def _ranked(arms: Sequence[Judged]) -> list[Judged]:
    """The best first; among equals the one that looked better at first."""
    return sorted(arms, key=lambda arm: (-arm.worth, -arm.look))


def _unlike(game: AnyGame, arms: Sequence[Judged], ends: Sequence[Any]) -> list[Judged]:
    """Of ways that were worth the same so far, and led to the same position now, the best-looking.

    Games that are over end alike.
    """
    first: dict[bytes, Judged] = {}
    for arm, end in zip(arms, ends, strict=True):
        over = game.result(end) is not None
        first.setdefault(pack((arm.worths, arm.action if over else None, end)), arm)
    return list(first.values())


def _decided(arms: Sequence[Judged]) -> bool:
    """Whether the leader's lead on each other candidate is `CERTAIN` standard errors."""
    leader, *others = _ranked(arms)
    leads = [_lead(leader, other) for other in others]
    return all(lead is not None and lead > CERTAIN for lead in leads)


def _lead(leader: Judged, other: Judged) -> float | None:
    """The lead in the worlds that both met, in standard errors; None if these were too few."""
    gaps = [one - its for one, its in zip(leader.worths, other.worths, strict=False)]
    if len(gaps) < LEAST_WORLDS:
        return None
    lead, error = fmean(gaps), stdev(gaps) / math.sqrt(len(gaps))
    if error:
        return lead / error
    return math.copysign(math.inf, lead) if lead else 0.0


def _play(
    game: AnyGame, world: Any, seat: int, arms: Sequence[Judged], seed: int, budget: Budget
) -> list[Any] | None:
    """Where each candidate leads in that world; None if the time ran out before the last."""
    ends = []
    for arm in arms:
        if budget.spent:
            return None
        state, chance = clone(world), NamedChance(seed)
        game.apply_action(state, seat, arm.action, chance)
        play_to_horizon(game, world, state, seat, chance)
        ends.append(state)
    return ends
