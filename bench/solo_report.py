"""The part of `make ai-report` about games for one in which only points count (`Meta.scored`).

Every level plays the same runs with each combination of options. Seeds are fixed: the points are
the same on every machine.
"""

import random
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from bench.players import RANDOM, decide
from games.plugin import AnyGame, FastChance, Seating, registry


class Run(NamedTuple):
    """One run: which ruleset and options, who plays, and the run's number."""

    slug: str
    options: dict[str, Any]
    level: str
    number: int


class Ran(NamedTuple):
    """The points of a run, its decisions, and what the ruleset tells of it besides."""

    points: int
    decisions: int
    told: dict[str, float]


Runner = Callable[[Callable[[Run], Ran], list[Run]], Iterable[Ran]]


def is_solo_game(game: AnyGame) -> bool:
    """Whether one plays it alone, for points."""
    return game.meta.scored and game.meta.min_seats == 1


def lines(game: AnyGame, runs: int, run: Runner) -> Iterator[str]:
    """The table of one ruleset; `run` is a map that plays the runs."""
    from games.plugin.testing.options import combinations

    labels = [*game.meta.statistics.values(), "decisions"]
    heads = ["options", "level", "runs", "points (± standard error)", "median", "best", *labels]
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for options in combinations(game):
        for level in (*reversed(game.meta.levels), RANDOM):
            jobs = [Run(game.meta.slug, options, level, number) for number in range(runs)]
            yield row(game, jobs[0], list(run(play, jobs)))


def play(job: Run) -> Ran:
    """One run from its number alone."""
    game = registry.get(job.slug)
    chance, dice = FastChance(job.number), random.Random(job.number)
    state = game.setup(game.Options(**job.options), Seating(1), chance)
    decisions = 0
    while (result := game.result(state)) is None:
        game.apply_action(state, 0, decide(game, state, 0, job.level, dice), chance)
        decisions += 1
    told = game.statistics(state).get("seats", [{}])[0]
    return Ran(result.seats[0].score or 0, decisions, told)


def row(game: AnyGame, job: Run, ran: Sequence[Ran]) -> str:
    """A line of the table."""
    points = [one.points for one in ran]
    error = statistics.stdev(points) / len(points) ** 0.5
    cells = [
        ", ".join(map(str, job.options.values())) or "–",
        job.level,
        str(len(ran)),
        f"{statistics.fmean(points):.1f} ± {error:.1f}",
        f"{statistics.median(points):g}",
        str(max(points)),
    ]
    for name in game.meta.statistics:
        cells.append(f"{statistics.fmean(one.told[name] for one in ran):.1f}")
    cells.append(f"{statistics.fmean(one.decisions for one in ran):.1f}")
    return f"| {' | '.join(cells)} |"
