"""Level `expert`: single-observer information-set Monte Carlo tree search, and a learned value.

The tree holds, for each sequence of actions, the results in all worlds that the seat could be in
(Cowling, Powley and Whitehouse, 2012). Each iteration goes down the tree in an imagined world,
among the actions that are legal there: each seat takes the action that was worth most to it so far,
and tries better-looking ones sooner (PUCT: Rosin, 2011). A new action becomes a node. From there
everyone plays what looks best until the ruleset's `horizon`, as in level `hard`, and every seat
that moved in the tree learns what the position is worth to it.
"""

import math
import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from games.ai import halving
from games.ai.budget import Budget
from games.ai.halving import Judged
from games.ai.playouts import HAZE, NamedChance, play_to_horizon, several_decide
from games.ai.values import value
from games.plugin import AnyGame, FastChance
from games.plugin.codec import clone, pack

MORE = 4  # times as many iterations as `hard` has playouts
LEAST = 200  # iterations; with fewer a tree is no better than `hard`
PROBE = 20  # iterations after which their number is predicted
CURIOSITY = 0.5  # the weight of looks and of few visits against worth
WIDTH, WIDENING = 6, 0.5  # actions that are tried, and how many more by the root of the visits


class Node(msgspec.Struct):
    """The results of one sequence of actions in all worlds so far.

    Not every action is legal in every world: `offered` counts the worlds in which the last action
    could be taken, `visits` those in which it was, and `worth` is the sum of what it was worth to
    the seat that took it.
    """

    offered: int = 0
    visits: int = 0
    worth: float = 0.0
    children: dict[bytes, "Node"] = {}


class Tree:
    """The tree of a seat's decision.

    A candidate's n-th iteration is in the n-th world, with its dice, so that they compare.
    """

    def __init__(
        self,
        game: AnyGame,
        observation: Any,
        seat: int,
        arms: Sequence[Judged],
        chance: random.Random,
    ) -> None:
        self._game, self._observation, self._seat = game, observation, seat
        self._arms, self._chance = arms, chance
        self._worlds: list[tuple[int, int]] = []  # seeds of the hidden parts, and of the dice
        self._root = Node()
        self._least, self._most = math.inf, -math.inf  # worth so far

    def iterate(self) -> None:
        """Play one world and learn from it."""
        game, seat = self._game, self._seat
        node, action = self._pick(self._root, seat, [(arm.action, arm.look) for arm in self._arms])
        arm = next(arm for arm in self._arms if arm.action is action)
        if len(arm.worths) == len(self._worlds):
            self._worlds.append((self._chance.getrandbits(63), self._chance.getrandbits(63)))
        deal, dice = self._worlds[len(arm.worths)]
        world = game.determinize(self._observation, seat, FastChance(deal))
        state, chance = clone(world), NamedChance(dice)
        game.apply_action(state, seat, action, chance)
        path = [(seat, node)]
        while node.visits and (active := game.active_seats(state)):
            if several_decide(game, state):  # nobody may learn what another has in mind
                break
            mover = min(active)
            node, action = self._pick(node, mover, game.look(state, mover, quick=True))
            game.apply_action(state, mover, action, chance)
            path.append((mover, node))
        play_to_horizon(game, world, state, seat, chance)
        worths = {mover: value(game, state, mover) for mover in {mover for mover, _ in path}}
        arm.worths.append(worths[seat])
        self._least = min(self._least, *worths.values())
        self._most = max(self._most, *worths.values())
        self._root.visits += 1
        for mover, node in path:
            node.visits += 1
            node.worth += worths[mover]

    def _pick(self, node: Node, mover: int, looks: Sequence[tuple[Any, float]]) -> tuple[Node, Any]:
        """The mover's most promising action; worth is scaled to the range seen so far."""
        ranked = sorted(looks, key=lambda one: -one[1])
        best, last = ranked[0][1], ranked[-1][1]
        haze = HAZE * (best - last) or 1.0
        options = []
        for action, look in ranked[: WIDTH + int(WIDENING * math.sqrt(node.visits))]:
            child = node.children.setdefault(pack((mover, action)), Node())
            child.offered += 1
            options.append((child, action, math.exp((look - best) / haze)))
        visits = sum(child.visits for child, _, _ in options) or 1
        usual = sum(child.worth for child, _, _ in options) / visits  # what a new action is worth
        likely = sum(weight for _, _, weight in options)
        reach = max(self._most - self._least, 1e-9)

        def promise(option: tuple[Node, Any, float]) -> float:
            child, _action, weight = option
            worth = child.worth / child.visits if child.visits else usual
            curious = weight / likely * math.sqrt(child.offered) / (1 + child.visits)
            return (worth - self._least) / reach + CURIOSITY * curious

        child, action, _weight = max(options, key=promise)
        return child, action


def judge(
    game: AnyGame,
    observation: Any,
    seat: int,
    arms: Sequence[Judged],
    chance: random.Random,
    budget: Budget,
) -> list[Judged]:
    """Search; return the candidates, those tried most first.

    When time is short, `halving.judge` does it instead.
    """
    tree, iterations = Tree(game, observation, seat, arms, chance), MORE * game.playouts
    for number in range(iterations):
        if budget.spent:
            break
        if number == PROBE and budget.past(PROBE / LEAST):
            again = [Judged(arm.action, arm.look) for arm in arms]
            return halving.judge(game, observation, seat, again, chance, budget)
        tree.iterate()
        first, second = sorted((len(arm.worths) for arm in arms), reverse=True)[:2]
        if first - second >= iterations - number:
            break
    return sorted(arms, key=lambda arm: (-len(arm.worths), -arm.worth))


choose = partial(halving.choose, search=judge)
