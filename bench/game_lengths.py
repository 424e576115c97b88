"""`python -m bench.game_lengths`: how long games are, in decisions and turns of computer players.

Writes `lengths.json` beside each ruleset (`lobby/tables/lengths.py` reads it), from games of the
quickest players in every number of seats and every format that options lead to. Seeds are fixed:
the file is the same on every machine.
"""

import argparse
import heapq
import inspect
import json
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import django

from bench.players import decide
from bench.team_report import modes_of
from games.plugin import AnyGame, FastChance, InvalidOptions, Seating, SeatTurn, registry

GAMES = 200
LEVEL = "easy"
SHARES = (0.5, 0.95)  # of the games that are over by then


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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.game_lengths", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="of each number of seats")
    parser.add_argument("--only", metavar="RULESET", help="its slug")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    for game in registry.installed():
        if asked.only in (None, game.meta.slug):
            begun = time.process_time()
            path = Path(inspect.getfile(type(game))).with_name("lengths.json")
            path.write_text(json.dumps(measured(game, asked.games), indent=2) + "\n")
            print(f"{path}: {time.process_time() - begun:.0f} s")


def measured(game: AnyGame, games: int) -> dict[str, Any]:
    """What the file holds of a ruleset."""
    found: dict[str, dict[str, Any]] = {}
    for kind, seats, options in formats(game):
        lengths = [play(game, options, seats, number) for number in range(games)]
        found.setdefault(kind, {})[str(seats)] = {
            name: [_by_then(values, share) for share in SHARES]
            for name, values in zip(Length._fields, zip(*lengths, strict=True), strict=True)
        }
    version = game.meta.rules_version
    return {"games": games, "level": LEVEL, "rules_version": version, "formats": found}


def formats(game: AnyGame) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Every format and number of seats that can be played, with the options for it."""
    for seats in range(game.meta.min_seats, game.meta.max_seats + 1):
        known: set[str] = set()
        for options in ({}, *modes_of(game)):
            try:
                kind = game.format(game.Options(**options), seats).kind
            except InvalidOptions:
                continue
            if kind not in known:
                known.add(kind)
                yield kind, seats, options


def _by_then(values: tuple[float, ...], share: float) -> float:
    """The value that this share of them doesn't exceed."""
    return round(sorted(values)[round(share * (len(values) - 1))], 1)


def play(game: AnyGame, options: dict[str, Any], seats: int, number: int) -> Length:
    """One game in which every decision takes one span of time, and all think at the same time."""
    dice, chance = random.Random(number), FastChance(number)
    chosen = game.Options(**options)
    roles = tuple(role.key if role else None for role in game.format(chosen, seats).roles)
    seating = Seating(seats, roles=roles if any(roles) else ())
    state = game.setup(chosen, seating, chance)
    waits = [(1, seat) for seat in sorted(game.active_seats(state))]  # by when they have decided
    steps = now = 0
    turns = 0
    turn: SeatTurn | frozenset[int] | None = None  # without one: those who decide by themselves
    answers: set[int] = set()
    while waits:
        now, seat = heapq.heappop(waits)
        present = game.turn(state) or game.active_seats(state)
        if isinstance(present, SeatTurn) and present.seat != seat:
            answers.add(now)
        elif not _goes_on(turn, present):
            turns += 1
            turn = present
        game.apply_action(state, seat, decide(game, state, seat, LEVEL, dice), chance)
        steps += 1
        active = game.active_seats(state)
        waits = [one for one in waits if one[1] in active]
        there = {waiting for _when, waiting in waits}
        waits += [(now + 1, one) for one in active - there]
        heapq.heapify(waits)
    return Length(steps / seats, now, turns, len(answers))


def _goes_on(turn: SeatTurn | frozenset[int] | None, present: SeatTurn | frozenset[int]) -> bool:
    """Whether it is still the same turn: where the rules name none, until others must decide."""
    if isinstance(turn, frozenset) and isinstance(present, frozenset):
        return present <= turn
    return turn == present


if __name__ == "__main__":
    main()
