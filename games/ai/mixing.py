"""How levels from `medium` on decide where several seats decide at once: they mix.

A seat that always took what looks best could be predicted, and beaten. So all seats that decide
learn together, by regret matching (Hart and Mas-Colell, 2000). In one imagined world after another,
each draws an action, likelier those that would have gained more in earlier worlds; then whatever it
could have done instead is played out against what the others drew. Of two rivals the average
strategies tend to a Nash equilibrium. Later worlds count more in the average, as in linear CFR
(Brown and Sandholm, 2019): at first nobody has learned anything.

Where playouts are worth the same to all who decide, as in a team, there is nothing to hide. Then
they take what gained most.
"""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from games.ai.budget import Budget
from games.ai.playouts import likely_action, play_on, worth
from games.plugin import AnyGame, FastChance
from games.plugin.codec import canonical_json, clone

WORLDS = 24
PLAYOUTS = 240  # after which no other world begins
KEPT, KEPT_OF_OTHERS = 6, 4  # candidates that are tried, those that look best

Worths = Mapping[int, float]  # of a playout, by seat


def choose(
    game: AnyGame, observation: Any, seat: int, chance: random.Random, budget: Budget
) -> Any:
    """An action drawn from the seat's average strategy; by first sight if there is no time."""

    def world() -> Any:
        return game.determinize(observation, seat, FastChance(chance.getrandbits(63)))

    learners: dict[int, _Learner] = defaultdict(_Learner)
    own = _best_looking(game, world(), seat, chance)[:KEPT]
    allied, number, played = True, 0, 0
    while number < WORLDS and played < PLAYOUTS and not budget.spent:
        moment = game.reopened(world())
        options = {seat: own}
        for other in sorted(game.active_seats(moment) - {seat}):
            options[other] = _best_looking(game, moment, other, chance)[:KEPT_OF_OTHERS]
        drawn = {one: learners[one].draw(actions, chance) for one, actions in options.items()}
        tried = _try(game, moment, seat, options, drawn, chance.getrandbits(63), budget)
        if tried is None:
            break
        number += 1
        for one, worths in tried.items():
            learners[one].learn(options[one], [each[one] for each in worths], number)
            allied = allied and all(len(set(each.values())) == 1 for each in worths)
            played += len(worths)
    if not number:
        return likely_action(game, world(), seat, FastChance(chance.getrandbits(63)), several=True)
    return learners[seat].best(own, chance) if allied else learners[seat].mixed(own, chance)


def _best_looking(game: AnyGame, state: Any, seat: int, chance: random.Random) -> list[Any]:
    """The seat's candidates, the best-looking first; chance decides among equal ones."""
    looks = [(-look, chance.random(), action) for action, look in game.look(state, seat)]
    return [action for _look, _dice, action in sorted(looks, key=lambda one: one[:2])]


def _try(
    game: AnyGame,
    moment: Any,
    seat: int,
    options: Mapping[int, list[Any]],
    drawn: dict[int, Any],
    seed: int,
    budget: Budget,
) -> dict[int, list[Worths]] | None:
    """What comes of each seat's options while all others do what they drew, with one chance.

    None if the time ran out before the last.
    """

    def playout(actions: Mapping[int, Any]) -> Worths:
        state, chance = clone(moment), FastChance(seed)
        for one, action in actions.items():
            if one in game.active_seats(state):
                game.apply_action(state, one, action, chance)
        play_on(game, state, seat, chance)
        return {one: worth(game, state, one) for one in actions}

    as_drawn = playout(drawn)
    tried: dict[int, list[Worths]] = {one: [] for one in options}
    for one, actions in options.items():
        for action in actions:
            if budget.spent:
                return None
            same = action is drawn[one]
            tried[one].append(as_drawn if same else playout({**drawn, one: action}))
    return tried


class _Learner:
    """What a seat has learned of its actions in the worlds so far."""

    def __init__(self) -> None:
        self._regrets: dict[bytes, float] = defaultdict(float)
        self._average: dict[bytes, float] = defaultdict(float)

    def _strategy(self, actions: Sequence[Any]) -> list[float]:
        """How likely it is to take each: in proportion to regrets, evenly if there are none."""
        regrets = [max(0.0, self._regrets[canonical_json(action)]) for action in actions]
        total = sum(regrets)
        return [one / total if total else 1 / len(actions) for one in regrets]

    def draw(self, actions: Sequence[Any], chance: random.Random) -> Any:
        return chance.choices(actions, self._strategy(actions))[0]

    def learn(self, actions: Sequence[Any], worths: Sequence[float], weight: float) -> None:
        strategy = self._strategy(actions)
        expected = sum(share * one for share, one in zip(strategy, worths, strict=True))
        for action, share, one in zip(actions, strategy, worths, strict=True):
            key = canonical_json(action)
            self._regrets[key] += one - expected
            self._average[key] += weight * share

    def mixed(self, actions: Sequence[Any], chance: random.Random) -> Any:
        weights = [self._average[canonical_json(action)] for action in actions]
        return chance.choices(actions, weights)[0]

    def best(self, actions: Sequence[Any], chance: random.Random) -> Any:
        regrets = [self._regrets[canonical_json(action)] for action in actions]
        places = [place for place, one in enumerate(regrets) if one == max(regrets)]
        return actions[chance.choice(places)]
