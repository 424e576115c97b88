"""The part of `make ai-report` about games that a common enemy may win against everybody.

All seats are of one level. As a team they want nothing but to win; where one of them is crowned
each plays for itself, and the enemy may well win by that. Seeds are fixed: shares are the same on
every machine.
"""

import random
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from bench import durations, shares
from bench.players import decide
from bench.team_report import kind_of, modes_of
from games.plugin import AnyGame, FastChance, Seating, registry

SHARE = {"medium": 1.0, "easy": 0.2}  # of the games asked for: easy's share needn't be as exact
ROUNDS = "rounds"  # a statistic that tells how long a game was


class Job(NamedTuple):
    """One game: which ruleset and options, how many seats, who plays, and the game's number."""

    slug: str
    options: dict[str, Any]
    seats: int
    level: str
    number: int


class Played(NamedTuple):
    """Whether the enemy was beaten, after how many rounds, with the best score of any seat.

    `seconds` of the processor were spent on each decision.
    """

    beaten: bool
    rounds: int
    score: int
    seconds: list[float]


Runner = Callable[[Callable[[Job], Played], list[Job]], Iterable[Played]]


def team_options(game: AnyGame) -> dict[str, Any] | None:
    """The options that make one team of rivals; None: this game has no such mode."""
    if kind_of(game, {}, game.meta.max_seats) != "competitive":
        return None
    seats = game.meta.max_seats
    return next((o for o in modes_of(game) if kind_of(game, o, seats) == "cooperative"), None)


def lines(game: AnyGame, games: int, run: Runner) -> Iterator[str]:
    """The table of one ruleset; `run` is a map that plays the games."""
    heads = ["mode", "all seats", "players", "games", "beaten", "share (95%)", "rounds"]
    heads += ["score if won", durations.HEADS]
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * (len(heads) + 2)}"
    for level, share in SHARE.items():
        for options in (team_options(game) or {}, {}):
            fewest = game.meta.min_seats if options else max(2, game.meta.min_seats)
            for seats in range(fewest, game.meta.max_seats + 1):
                yield _row(game, options, seats, level, round(games * share), run)


def _row(
    game: AnyGame, options: dict[str, Any], seats: int, level: str, games: int, run: Runner
) -> str:
    jobs = [Job(game.meta.slug, options, seats, level, number) for number in range(games)]
    played = list(run(play, jobs))
    mode = "team" if options else "each alone"
    cells = [mode, level, str(seats), str(games), str(sum(one.beaten for one in played))]
    return f"| {' | '.join([*cells, *_measured(played)])} |"


def _measured(played: Sequence[Played]) -> list[str]:
    won = [one.score for one in played if one.beaten]
    share = shares.written(len(won) / len(played), len(played))
    rounds = statistics.fmean(one.rounds for one in played)
    score = f"{statistics.fmean(won):.1f}" if won else "–"
    spent = durations.written(second for one in played for second in one.seconds)
    return [share, f"{rounds:.1f}", score, *spent]


def play(job: Job) -> Played:
    """One game from its number alone."""
    game = registry.get(job.slug)
    chance, dice = FastChance(job.number), random.Random(job.number)
    state = game.setup(game.Options(**job.options), Seating(job.seats), chance)
    seconds = []
    while (result := game.result(state)) is None:
        seat = min(game.active_seats(state))
        begun = durations.clock()
        action = decide(game, state, seat, job.level, dice)
        seconds.append(durations.clock() - begun)
        game.apply_action(state, seat, action, chance)
    beaten = any(seat.outcome == "won" for seat in result.seats)
    rounds = game.statistics(state)["seats"][0].get(ROUNDS, 0)
    return Played(beaten, rounds, max(seat.score or 0 for seat in result.seats), seconds)
