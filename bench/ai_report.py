"""`make ai-report`: how well each level plays, told from the level below, how long and how fast.

A table for each ruleset, in Markdown; docs/ai.md explains its rows. `random`, which takes any legal
action, stands below the lowest level. All seeds are fixed and there is no limit of time, so that
games are the same on every machine; only the durations differ.

With `--lengths` it writes `lengths.json` beside each ruleset instead (`lobby/tables/lengths.py`
reads it): how long games are among computer players of the lowest level.
"""

import argparse
import inspect
import json
import multiprocessing
import os
import platform
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import django

from bench.played import RANDOM, Length, Played, formats, play
from games.plugin import AnyGame, registry

GAMES = 200
CERTAINTY = 1.96  # standard deviations either side that hold 95% of a normal distribution
POINTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
HEADS = ["format", "seats", "level", "against", "won (95%)", "points (95%)"]
HEADS += ["decisions a seat", "turns", "ms a decision", "longest"]


Runner = Callable[[Callable[[int], Played], range], Iterable[Played]]


class Cell(NamedTuple):
    """A row of the table. `below`: the level of those against it, empty where nobody is."""

    slug: str
    kind: str
    options: dict[str, Any]
    alone: int | None  # the seat that plays against all others
    seats: int
    level: str
    below: str


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ai_report", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="for each row")
    parser.add_argument("--only", help="the slug of one game")
    parser.add_argument("--processes", type=int, help="that play at a time; one for each core")
    parser.add_argument("--lengths", action="store_true", help="write lengths.json")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    spawning = multiprocessing.get_context("spawn")
    with spawning.Pool(asked.processes, initializer=django.setup) as pool:
        for game in registry.installed():
            if asked.only not in (None, game.meta.slug):
                continue
            run = partial(pool.map, chunksize=2)
            if asked.lengths:
                path = Path(inspect.getfile(type(game))).with_name("lengths.json")
                path.write_text(json.dumps(lengths(game, asked.games, run), indent=2) + "\n")
            else:
                print(f"\n**{game.meta.title}**, {asked.games} games for each row\n")
                for line in lines(game, asked.games, run):
                    print(line, flush=True)


def lengths(game: AnyGame, games: int, run: Runner) -> dict[str, Any]:
    """What the file holds of a ruleset: what half of the games and 95% of them don't exceed."""
    found: dict[str, dict[str, Any]] = {}
    level = game.meta.levels[0]
    for form, seats, options in formats(game):
        cell = Cell(game.meta.slug, form.kind, options, None, seats, level, "")
        each = [
            sorted(one)
            for one in zip(
                *(p.length for p in run(partial(play_one, cell), range(games))), strict=True
            )
        ]
        found.setdefault(form.kind, {})[str(seats)] = {
            name: [round(values[round(share * (games - 1))], 1) for share in (0.5, 0.95)]
            for name, values in zip(Length._fields, each, strict=True)
        }
    version = game.meta.rules_version
    return {"games": games, "level": level, "rules_version": version, "formats": found}


def lines(game: AnyGame, games: int, run: Runner) -> Iterator[str]:
    """The table of one ruleset; `run` is a map that plays the games."""
    yield f"| {' | '.join(HEADS)} |"
    yield f"|{'---|' * len(HEADS)}"
    for cell in cells(game):
        yield row(cell, list(run(partial(play_one, cell), range(games))))


def cells(game: AnyGame) -> Iterator[Cell]:
    """Each level against the one below. Where nobody is against it, `random` has rows as well."""
    ladder = [RANDOM, *game.meta.levels]
    for form, seats, options in formats(game):
        alone = next((seat for seat, role in enumerate(form.roles) if role), None)
        opposed = alone is not None or form.kind == "competitive"
        for below, level in zip(["", *ladder], ladder, strict=False):
            if below or not opposed:
                against = below if opposed else ""
                yield Cell(game.meta.slug, form.kind, options, alone, seats, level, against)


def play_one(cell: Cell, number: int) -> Played:
    """One game of a row. Of rivals one seat has the level; each deal is played from every seat."""
    everyone = [cell.level] * cell.seats
    if cell.alone is not None:
        everyone[cell.alone] = cell.below
    elif cell.below:
        everyone = [cell.below] * cell.seats
        everyone[number % cell.seats] = cell.level
    deal = number // cell.seats if cell.below and cell.alone is None else number
    return play(registry.get(cell.slug), cell.options, everyone, number, deal)


def row(cell: Cell, played: Sequence[Played]) -> str:
    """A line of the table. A drawn game counts as half a won one."""
    ends = [one.result.seats[_measured(cell, number)] for number, one in enumerate(played)]
    won = [POINTS[end.outcome] for end in ends if end.outcome in POINTS]
    points = [end.score for end in ends if end.score is not None]
    seconds = [second for one in played for second in one.seconds[cell.level]]
    told = [cell.kind, str(cell.seats), cell.level, cell.below or "–"]
    told += [share(sum(won) / len(won), len(won)) if won else "–", _average(points)]
    told += [f"{statistics.fmean(one.length.steps for one in played):.1f}"]
    told += [f"{statistics.fmean(one.length.turns for one in played):.1f}"]
    told += [f"{1_000 * one:,.1f}" for one in (statistics.fmean(seconds), max(seconds))]
    return f"| {' | '.join(told)} |"


def _measured(cell: Cell, number: int) -> int:
    """A seat of the level in that game."""
    if cell.alone is not None:
        return int(cell.alone == 0)
    return number % cell.seats


def share(won: float, games: int) -> str:
    """The share of games won, with Wilson's 95% interval."""
    square = CERTAINTY**2
    middle = won + square / (2 * games)
    reach = CERTAINTY * (won * (1 - won) / games + square / (4 * games**2)) ** 0.5
    low, high = (max(0.0, (middle + way * reach) / (1 + square / games)) for way in (-1, 1))
    return f"{won:.1%} ({low:.1%}–{high:.1%})"


def _average(points: Sequence[int]) -> str:
    if len(points) < 2:
        return "–"
    reach = CERTAINTY * statistics.stdev(points) / len(points) ** 0.5
    return f"{statistics.fmean(points):.1f} ± {reach:.1f}"


if __name__ == "__main__":
    main()
