"""The part of `make ai-report` about games in which a team wins or loses together.

All seats of the team are of one level. Where a seat plays against the team, its level is named too;
`simple` is the plainest such player there is (`SIMPLE`). Seeds are fixed: the shares are the same
on every machine.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from bench import shares
from bench.players import SIMPLE, decide
from games.plugin import AnyGame, FastChance, InvalidOptions, Seating, registry

LEVELS = ("medium", "easy")
SHARE = {"medium": 1.0, "easy": 0.4}  # of the games asked for: easy's share needn't be as exact
AGAINST_SHARE = 0.6
AGAINST = (SIMPLE, "easy", "medium")


class Team(NamedTuple):
    """One game: which ruleset and options, how many seats, who plays, and the game's number."""

    slug: str
    options: dict[str, Any]
    seats: int
    level: str
    against: str
    number: int


Runner = Callable[[Callable[[Team], bool], list[Team]], Iterable[bool]]


def is_team_game(game: AnyGame) -> bool:
    """Whether everyone plays together with the default options."""
    return kind_of(game, {}, game.meta.max_seats) == "cooperative"


def lines(game: AnyGame, games: int, run: Runner) -> Iterator[str]:
    """The tables of one ruleset; `run` is a map that plays the games."""
    yield "| the team, all seats | players | games | won | share (95%) |"
    yield "|---|---|---|---|---|"
    for level in LEVELS:
        for seats in range(game.meta.min_seats, game.meta.max_seats + 1):
            count = round(games * SHARE[level])
            jobs = [Team(game.meta.slug, {}, seats, level, "", n) for n in range(count)]
            yield f"| {level} | {seats} {_counted(list(run(play, jobs)))} |"
    modes = [options for options in modes_of(game) if _against_all(game, options)]
    for options in modes:
        yield ""
        yield "| the team, all seats | against | players | games | won | share (95%) |"
        yield "|---|---|---|---|---|---|"
        for seats in (2, 4, 6):
            for against in AGAINST:
                count = round(games * AGAINST_SHARE)
                jobs = [
                    Team(game.meta.slug, options, seats, "medium", against, n) for n in range(count)
                ]
                yield f"| medium | {against} | {seats} {_counted(list(run(play, jobs)))} |"


def kind_of(game: AnyGame, options: dict[str, Any], seats: int) -> str:
    """The kind of a table's format; empty where it is refused."""
    try:
        return str(game.format(game.Options(**options), seats).kind)
    except InvalidOptions:
        return ""


def modes_of(game: AnyGame) -> Iterator[dict[str, Any]]:
    """The options that make another kind of game, one at a time."""
    from games.plugin.testing.options import option_values

    for name, values in option_values(game).items():
        for value in values[1:]:
            yield {name: value}


def _against_all(game: AnyGame, options: dict[str, Any]) -> bool:
    return kind_of(game, options, game.meta.max_seats) == "one-against-all"


def play(job: Team) -> bool:
    """One game from its number alone: whether the team won."""
    game = registry.get(job.slug)
    chance, dice = FastChance(job.number), random.Random(job.number)
    options = game.Options(**job.options)
    form = game.format(options, job.seats)
    roles = tuple(role.key if role else None for role in form.roles)
    alone = next((seat for seat, role in enumerate(roles) if role), None)
    state = game.setup(options, Seating(job.seats, roles=roles if any(roles) else ()), chance)
    while (result := game.result(state)) is None:
        seat = min(game.active_seats(state))
        level = job.against if seat == alone else job.level
        game.apply_action(state, seat, decide(game, state, seat, level, dice), chance)
    team = next(seat for seat in range(job.seats) if seat != alone)
    return result.seats[team].outcome == "won"


def _counted(won: list[bool]) -> str:
    return f"| {len(won)} | {sum(won)} | {shares.written(sum(won) / len(won), len(won))}"
