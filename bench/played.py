"""Games between computer players, as `bench.ai_report` counts them."""

import heapq
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games import ai
from games.plugin import (
    AnyGame,
    FastChance,
    Format,
    InvalidOptions,
    Result,
    Seating,
    SeatTurn,
)
from games.plugin.codec import canonical_json

RANDOM = "random"  # takes any legal action


class Length(NamedTuple):
    """How long one game was.

    `steps`: decisions of one seat, on the average of all. `spans`: decisions one after the other,
    those that are made at the same time counted as one. `turns` of play, whoever's, and `answers`
    out of turn, those at the same time counted as one, too.
    """

    steps: float
    spans: int
    turns: int
    answers: int


class Played(NamedTuple):
    """A game that is over. `seconds` of the processor that each decision took, by level."""

    result: Result
    length: Length
    seconds: dict[str, list[float]]


def formats(game: AnyGame) -> Iterator[tuple[Format, int, dict[str, Any]]]:
    """Every kind of format with every number of seats, and the options that lead to it."""
    from games.plugin.testing.options import option_values

    modes = [{name: one} for name, values in option_values(game).items() for one in values[1:]]
    for seats in range(game.meta.min_seats, game.meta.max_seats + 1):
        known: set[str] = set()
        for options in ({}, *modes):
            try:
                form = game.format(game.Options(**options), seats)
            except InvalidOptions:
                continue
            if form.kind not in known:
                known.add(form.kind)
                yield form, seats, options


def play(
    game: AnyGame, options: dict[str, Any], levels: Sequence[str], number: int, deal: int
) -> Played:
    """One game from its number and deal alone, a seat for each level, without a limit of time.

    Every decision takes one span of time, and all think at the same time.
    """
    dice, chance = random.Random(number), FastChance(deal)
    chosen, seats = game.Options(**options), len(levels)
    roles = tuple(role.key if role else None for role in game.format(chosen, seats).roles)
    state = game.setup(chosen, Seating(seats, roles=roles if any(roles) else ()), chance)
    waits = [(1, seat) for seat in sorted(game.active_seats(state))]  # by when they have decided
    steps = now = turns = 0
    turn: SeatTurn | frozenset[int] | None = None  # without one: those who decide by themselves
    answers: set[int] = set()
    seconds: dict[str, list[float]] = defaultdict(list)
    while waits:
        now, seat = heapq.heappop(waits)
        present = game.turn(state) or game.active_seats(state)
        if isinstance(present, SeatTurn) and present.seat != seat:
            answers.add(now)
        elif not _goes_on(turn, present):
            turns += 1
            turn = present
        begun = time.process_time()
        action = _decide(game, state, seat, levels[seat], dice)
        seconds[levels[seat]].append(time.process_time() - begun)
        game.apply_action(state, seat, action, chance)
        steps += 1
        active = game.active_seats(state)
        waits = [one for one in waits if one[1] in active]
        there = {waiting for _when, waiting in waits}
        waits += [(now + 1, one) for one in active - there]
        heapq.heapify(waits)
    result = game.result(state)
    assert result is not None
    return Played(result, Length(steps / seats, now, turns, len(answers)), seconds)


def _goes_on(turn: SeatTurn | frozenset[int] | None, present: SeatTurn | frozenset[int]) -> bool:
    """Whether it is still the same turn: where the rules name none, until others must decide."""
    if isinstance(turn, frozenset) and isinstance(present, frozenset):
        return present <= turn
    return turn == present


def _decide(game: AnyGame, state: Any, seat: int, level: str, dice: random.Random) -> Any:
    """What a player of that level does, from the observation of the seat alone."""
    if level == RANDOM:
        return dice.choice(game.legal_actions(state, seat))
    seen = canonical_json(game.observation(state, seat))
    return ai.choose(game, seen, seat, level, dice.getrandbits(63))
