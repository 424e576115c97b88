"""`make ai-report`: how well the levels of every ruleset play against each other, and how fast.

Each pairing plays the same deals twice, with seats swapped, all seeds fixed and no limit of time,
so that who wins is the same on every machine; only the seconds differ. `random` takes any legal
action. The table is Markdown; docs/ai.md shows it.
"""

import argparse
import multiprocessing
import os
import platform
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import django

from bench import durations, enemy_report, shares, solo_report, team_report
from bench.players import RANDOM, decide
from games.plugin import AnyGame, FastChance, InvalidOptions, Seating, registry

GAMES = 400
TEAM_GAMES = 500
SOLO_RUNS = 1000
SEATS = 2
PAIRINGS = (("medium", RANDOM), ("medium", "easy"), ("easy", RANDOM))
POINTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


class Job(NamedTuple):
    """One game: a ruleset, the player who is measured, the opponent, and the game's number."""

    slug: str
    player: str
    opponent: str
    number: int


class Played(NamedTuple):
    """How a game ended for the player who is measured, and the seconds each of its moves took.

    They are seconds of the processor.
    """

    outcome: str
    seconds: list[float]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ai_report", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="for each pairing, an even number")
    parser.add_argument("--team-games", type=int, default=TEAM_GAMES, help="for each team")
    parser.add_argument("--solo-runs", type=int, default=SOLO_RUNS, help="for each level, alone")
    parser.add_argument("--only", help="the slug of one game")
    parser.add_argument("--processes", type=int, help="that play at a time; one for each core")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    begun, load = time.perf_counter(), os.getloadavg()[0]
    spawning = multiprocessing.get_context("spawn")
    with spawning.Pool(asked.processes, initializer=django.setup) as pool:
        run = partial(pool.map, chunksize=2)
        for game in registry.installed():
            if asked.only in (None, game.meta.slug):
                print(f"**{game.meta.title}**\n")
                for line in _lines(game, asked, run):
                    print(line, flush=True)
                print()
    print(
        f"{platform.system()} {platform.machine()}, {_processor()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}; {(time.perf_counter() - begun) / 60:.1f} minutes; "
        f"{load:.1f} processes wanted a core already when it began."
    )


def _lines(game: AnyGame, asked: argparse.Namespace, run: Any) -> Iterator[str]:
    if solo_report.is_solo_game(game):
        return solo_report.lines(game, asked.solo_runs, run)
    if team_report.is_team_game(game):
        return team_report.lines(game, asked.team_games, run)
    if enemy_report.team_options(game) is not None:
        return enemy_report.lines(game, asked.team_games, run)
    return lines(game, asked.games, run)


def lines(
    game: AnyGame, games: int, run: Callable[[Callable[[Job], Played], list[Job]], Iterable[Played]]
) -> Iterator[str]:
    """The table of one ruleset; `run` is a map that plays the games."""
    if not is_duel(game):
        yield "Not a game of two against each other."
        return
    yield f"| player | against | won | drawn | lost | share (95%) | {durations.HEADS} |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for player, opponent in pairings(game):
        jobs = [Job(game.meta.slug, player, opponent, number) for number in range(games)]
        yield row(player, opponent, list(run(play, jobs)))


def is_duel(game: AnyGame) -> bool:
    """Whether two can play it against each other with the default options."""
    try:
        return game.format(game.Options(), SEATS).kind == "competitive"
    except InvalidOptions:
        return False


def pairings(game: AnyGame) -> list[tuple[str, str]]:
    """Those pairings whose levels the ruleset offers."""
    offered = {RANDOM, *game.meta.levels}
    return [pairing for pairing in PAIRINGS if offered.issuperset(pairing)]


def play(job: Job) -> Played:
    """One game from its number alone: two in a row share a deal, the seats swapped."""
    game, deal = registry.get(job.slug), job.number // 2
    measured = job.number % 2
    chance, dice = FastChance(deal), random.Random(job.number)
    state = game.setup(game.Options(), Seating(SEATS), chance)
    seconds = []
    while (result := game.result(state)) is None:
        seat = min(game.active_seats(state))
        begun = durations.clock()
        level = job.player if seat == measured else job.opponent
        action = decide(game, state, seat, level, dice)
        if seat == measured:
            seconds.append(durations.clock() - begun)
        game.apply_action(state, seat, action, chance)
    return Played(result.seats[measured].outcome, seconds)


def row(player: str, opponent: str, played: Sequence[Played]) -> str:
    """A line of the table. A drawn game counts as half a won one."""
    counted = [
        sum(one.outcome == outcome for one in played) for outcome in ("won", "drawn", "lost")
    ]
    share = sum(POINTS[one.outcome] for one in played) / len(played)
    cells = [player, opponent, *map(str, counted), shares.written(share, len(played))]
    cells += durations.written(second for one in played for second in one.seconds)
    return f"| {' | '.join(cells)} |"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo") as lines:
            return next(line.partition(":")[2].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"


if __name__ == "__main__":
    main()
