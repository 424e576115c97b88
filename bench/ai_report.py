"""`make ai-report`: how well each level plays against the level below, how long and how fast.

It prints a Markdown table per ruleset; docs/ai.md explains the rows. `random`, which takes any
legal action, stands below the lowest level. All seeds are fixed and players have no time limit, so
that games are the same on every machine; only the durations differ: the median and 99th percentile
of processor time. A row has 400 games, or as many as its part of the hour allows;
`ARGS="--minutes 600"` plays more. `ARGS=--quick` takes five minutes: it leaves out `expert`, whose
games take up to a minute, and doesn't say who is stronger.

With `--lengths` it instead writes `lengths.json` beside each ruleset (`lobby/tables/lengths.py`
reads it): the lengths of games among computer players of the lowest level.
"""

import argparse
import inspect
import json
import math
import multiprocessing
import os
import platform
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import django

from games import ai
from games.ai.playouts import WORTH
from games.conformance.options import option_values, seating
from games.plugin import (
    AnyGame,
    Chance,
    FastChance,
    Format,
    InvalidOptions,
    Result,
    SeatResult,
    SeatTurn,
    registry,
)
from games.plugin.codec import canonical_json

RANDOM = "random"  # takes any legal action
CERTAINTY = 1.96  # standard deviations on either side that hold 95% of a normal distribution
HEADS = ["format", "seats", "level", "against", "games", "won (95%)", "points (95%)"]
HEADS += ["decisions a seat", "turns", "ms a decision", "99% within", "is"]
ENOUGH = 30  # games for a verdict: with fewer, the errors themselves are too uncertain
DEARNESS = {"hard": 8, "expert": 16}  # parts of the time for a row; other levels have one


class Table(NamedTuple):
    """A table of a ruleset, with these options and the defaults of all others."""

    slug: str
    form: Format
    options: dict[str, Any]

    @property
    def seats(self) -> int:
        return len(self.form.teams)

    @property
    def alone(self) -> int | None:
        """The seat that plays against all others, if one does."""
        return next((seat for seat, role in enumerate(self.form.roles) if role), None)

    def setup(self, chance: Chance) -> Any:
        return self.begun(registry.get(self.slug).Options(**self.options), chance)

    def begun(self, options: Any, chance: Chance) -> Any:
        """The first position with these options."""
        game = registry.get(self.slug)
        return game.setup(options, seating(game, options, self.seats), chance)


class Cell(NamedTuple):
    """A row of the report. `below`: the opponents' level, empty if there are none."""

    table: Table
    level: str
    below: str


class Length(NamedTuple):
    """The length of one game.

    `steps`: decisions per seat, on average. `spans`: everyone's decisions, counting simultaneous
    ones once. `turns`: everyone's turns of play. `answers`: decisions out of turn, also counting
    simultaneous ones once.
    """

    steps: float
    spans: int
    turns: int
    answers: int


class Played(NamedTuple):
    """A finished game. `seconds`: the processor time of each decision, by level."""

    result: Result
    length: Length
    seconds: dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ai_report", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="at most, per row")
    parser.add_argument("--minutes", type=float, default=60.0, help="in all")
    parser.add_argument(
        "--quick", action="store_true", help="5 minutes, 40 games at most, no expert"
    )
    parser.add_argument("--only", help="the slug of one game")
    parser.add_argument("--lengths", action="store_true", help="write lengths.json")
    asked = parser.parse_args()
    games, minutes = (40, 5.0) if asked.quick else (asked.games, asked.minutes)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    ends = time.monotonic() + 60 * minutes
    with multiprocessing.get_context("spawn").Pool(initializer=django.setup) as pool:

        def played(cell: Cell, until: float = math.inf) -> Sequence[Played]:
            over: list[Played] = []
            batch = os.cpu_count() or 1
            while len(over) < games and (not over or time.monotonic() < until):
                numbers = range(len(over), min(games, len(over) + batch))
                over += pool.map(partial(play_one, cell), numbers, chunksize=1)
                if sys.stderr.isatty():
                    bar = "#" * (40 * len(over) // games)
                    print(f"\r{cell.level:8} [{bar:40}]", end="", file=sys.stderr)
            if sys.stderr.isatty():
                print("\r\033[K", end="", file=sys.stderr, flush=True)  # leave only the row
            return over

        chosen = [registry.get(asked.only)] if asked.only else registry.installed()
        if asked.lengths:
            for game in chosen:
                path = Path(inspect.getfile(type(game))).with_name("lengths.json")
                path.write_text(json.dumps(lengths(game, games, played), indent=2) + "\n")
            return
        rows = {
            game: [cell for cell in cells(game) if not asked.quick or cell.level != "expert"]
            for game in chosen
        }
        parts = sum(DEARNESS.get(cell.level, 1) for cell in chain(*rows.values()))
        for game in chosen:
            print(f"\n**{game.meta.title}**\n")
            print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
            before: Sequence[Played] = ()
            for cell in rows[game]:
                part = DEARNESS.get(cell.level, 1)
                now = time.monotonic()
                over = played(cell, now + (ends - now) * part / parts)
                parts -= part
                stronger = "–" if asked.quick else verdict(cell, over, before)
                print(f"{row(cell, over)} {stronger} |", flush=True)
                before = over


def lengths(
    game: AnyGame, games: int, played: Callable[[Cell], Sequence[Played]]
) -> dict[str, Any]:
    """The contents of a ruleset's file: the lengths that 50% and 95% of its games don't exceed."""
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    level = game.meta.levels[0]
    for table in tables(game):
        kind, seats = table.form.kind, str(table.seats)
        if seats in found[kind]:
            continue
        each = zip(*(one.length for one in played(Cell(table, level, ""))), strict=True)
        found[kind][seats] = {
            name: [round(sorted(values)[round(share * (games - 1))], 1) for share in (0.5, 0.95)]
            for name, values in zip(Length._fields, each, strict=True)
        }
    contents = {"games": games, "level": level, "rules_version": game.meta.rules_version}
    return {**contents, "formats": found}


def tables(game: AnyGame) -> Iterator[Table]:
    """One table for each kind of `Format` and `Game.cell` with each number of seats."""
    modes = [{name: one} for name, values in option_values(game).items() for one in values[1:]]
    for seats in range(game.meta.min_seats, game.meta.max_seats + 1):
        kinds: dict[tuple[str, str], Table] = {}
        for options in ({}, *modes):
            with suppress(InvalidOptions):
                table = Table(game.meta.slug, game.format(game.Options(**options), seats), options)
                kinds.setdefault((table.form.kind, game.cell(table.setup(FastChance(0)), 0)), table)
        yield from kinds.values()


def cells(game: AnyGame) -> Iterator[Cell]:
    """Each level against the one below. In games without opponents, `random` has rows, too."""
    ladder = [RANDOM, *game.meta.levels]
    for table in tables(game):
        opposed = table.alone is not None or table.form.kind == "competitive"
        pairs = pairwise(ladder) if opposed else (("", level) for level in ladder)
        for below, level in pairs:
            yield Cell(table, level, below)


def play_one(cell: Cell, number: int) -> Played:
    """One game of a row. Among rivals one seat has the level; each deal is played from each."""
    seats, alone = cell.table.seats, cell.table.alone
    everyone = [cell.level] * seats
    if alone is not None:
        everyone[alone] = cell.below
    elif cell.below:
        everyone = [cell.below] * seats
        everyone[number % seats] = cell.level
    deal = number // seats if cell.below and alone is None else number
    return play(cell.table, everyone, number, deal)


def play(table: Table, levels: Sequence[str], number: int, deal: int) -> Played:
    """Play one game, fixed by its number and deal, with a level per seat and no time limit.

    Every decision takes one span of time, and all seats think at the same time.
    """
    game, dice, chance = registry.get(table.slug), random.Random(number), FastChance(deal)
    state = table.setup(chance)
    steps = spans = turns = 0
    turn: Any = None  # a `SeatTurn`, or else the seats that decide by themselves
    answers: set[int] = set()
    seconds: dict[str, list[float]] = defaultdict(list)
    while together := sorted(game.active_seats(state)):
        spans += 1
        while together:
            seat = together.pop(0)
            present = game.turn(state) or game.active_seats(state)
            # If the rules name no turn, it goes on until others must decide.
            unnamed = isinstance(turn, frozenset) and isinstance(present, frozenset)
            if isinstance(present, SeatTurn) and present.seat != seat:
                answers.add(spans)
            elif not (present <= turn if unnamed else present == turn):
                turns += 1
                turn = present
            begun = time.process_time()
            action = _decide(game, state, seat, levels[seat], dice)
            seconds[levels[seat]].append(time.process_time() - begun)
            game.apply_action(state, seat, action, chance)
            steps += 1
            together = [one for one in together if one in game.active_seats(state)]
    return Played(
        game.result(state), Length(steps / len(levels), spans, turns, len(answers)), seconds
    )


def _decide(game: AnyGame, state: Any, seat: int, level: str, dice: random.Random) -> Any:
    """The action of a player of that level, from the seat's observation alone."""
    if level == RANDOM:
        return dice.choice(game.legal_actions(state, seat))
    seen = canonical_json(game.observation(state, seat))
    return ai.choose(game, seen, seat, level, dice.getrandbits(63))


def row(cell: Cell, played: Sequence[Played]) -> str:
    """A line of the table: the results of a seat with that level. A draw counts as half a win."""
    columns = [cell.table.form.kind, str(cell.table.seats), cell.level, cell.below or "–"]
    ends = _ends(cell, played)
    won = [WORTH[end.outcome] for end in ends if end.outcome in WORTH]
    points = [end.score for end in ends if end.score is not None]
    columns += [str(len(played)), share(sum(won) / len(won), len(won)) if won else "–"]
    columns += [_average(points)]
    columns += [f"{statistics.fmean(one.length.steps for one in played):.1f}"]
    columns += [f"{statistics.fmean(one.length.turns for one in played):.1f}"]
    seconds = sorted(second for one in played for second in one.seconds[cell.level])
    at = (len(seconds) // 2, len(seconds) * 99 // 100)
    columns += [f"{1_000 * seconds[place]:,.1f}" for place in at]
    return f"| {' | '.join(columns)} |"


def _ends(cell: Cell, played: Sequence[Played]) -> list[SeatResult]:
    """The result of each game for a seat with the level."""
    seats, alone = cell.table.seats, cell.table.alone
    return [
        one.result.seats[number % seats if alone is None else int(alone == 0)]
        for number, one in enumerate(played)
    ]


def verdict(cell: Cell, played: Sequence[Played], before: Sequence[Played]) -> str:
    """Whether the level is stronger than the level below, with 95% certainty, or "unsure".

    Among rivals it is compared with the average of all seats in its games; without opponents, with
    the games `before`, of the level below at the same table.
    """
    if cell.table.alone is not None or cell.level == RANDOM or len(played) < ENOUGH:
        return "–"
    own = [_worth(end) for end in _ends(cell, played)]
    if cell.below:
        all_seats = [statistics.fmean(map(_worth, one.result.seats)) for one in played]
        gaps = [one - average for one, average in zip(own, all_seats, strict=True)]
        lead, error = statistics.fmean(gaps), statistics.stdev(gaps) / len(gaps) ** 0.5
    else:
        if len(before) < ENOUGH:
            return "–"
        others = [_worth(one.result.seats[0]) for one in before]
        lead = statistics.fmean(own) - statistics.fmean(others)
        spreads = (statistics.variance(each) / len(each) for each in (own, others))
        error = sum(spreads) ** 0.5
    if abs(lead) <= CERTAINTY * error:
        return "unsure"
    return "stronger" if lead > 0 else "weaker"


def _worth(end: SeatResult) -> float:
    return WORTH.get(end.outcome, float(end.score or 0))


def share(won: float, games: int) -> str:
    """The share of games won, with its 95% interval."""
    low, high = wilson(won, games)
    return f"{won:.1%} ({low:.1%}–{high:.1%})"


def wilson(won: float, games: int) -> tuple[float, float]:
    """The ends of Wilson's 95% interval around a share of that many games."""
    square = CERTAINTY**2
    middle = won + square / (2 * games)
    reach = CERTAINTY * (won * (1 - won) / games + square / (4 * games**2)) ** 0.5
    low, high = (max(0.0, (middle + way * reach) / (1 + square / games)) for way in (-1, 1))
    return low, high


def _average(points: Sequence[int]) -> str:
    if len(points) < 2:
        return "–"
    reach = CERTAINTY * statistics.stdev(points) / len(points) ** 0.5
    return f"{statistics.fmean(points):.1f} ± {reach:.1f}"


if __name__ == "__main__":
    main()
