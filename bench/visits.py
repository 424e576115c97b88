"""How often people would have to come back to an asynchronous match of Burnt to Ashes.

A visit is a row of decisions of one person, who answers everything until somebody else has to. With
a plan for the gold, what the plan answers needs nobody. Computer players make the decisions. A row
of waits is how many visits of a round must follow one another, each waiting for the one before.
"""

import random
import statistics
from collections import Counter
from typing import Any, NamedTuple

import django
import msgspec

from games import ai
from games.plugin import AnyGame, FastChance, Seating, registry
from games.plugin.codec import canonical_json

SLUG = "burnt-to-ashes"
GAMES = 30
MOST = {"no": 8, "yes": 4}  # visits of a player in a round that are not too many, by plan or not
PLAN = {"first": 2, "second": 2, "third": 1, "fourth": 1, "stone": "red", "round": 0}


class Round(NamedTuple):
    """The visits of one round, by seat."""

    visits: Counter[int]
    seats: int

    @property
    def row(self) -> int:
        """All visits of the round: in this game no two can be made at the same time."""
        return self.visits.total()


def main() -> None:
    django.setup()
    game = registry.get(SLUG)
    for line in lines(game, GAMES):
        print(line, flush=True)


def lines(game: AnyGame, games: int) -> list[str]:
    """A table: visits of a player in a round, and the row of waits, without a plan and with one."""
    told = [
        "| players | plan | visits a player and round | most | row of waits | longest |",
        "|---|---|---|---|---|---|",
    ]
    for seats in range(2, game.meta.max_seats + 1):
        for named, plan in (("no", None), ("yes", PLAN)):
            rounds = [one for number in range(games) for one in play(game, seats, plan, number)]
            told.append(_row(seats, named, rounds))
    return told


def _row(seats: int, planned: str, rounds: list[Round]) -> str:
    each = [one.visits[seat] for one in rounds for seat in range(seats)]
    rows = [one.row for one in rounds]
    most = f"{max(each)}{'' if max(each) <= MOST[planned] else ' (too many)'}"
    return (
        f"| {seats} | {planned} | {statistics.fmean(each):.1f} | {most} "
        f"| {statistics.fmean(rows):.1f} | {max(rows)} |"
    )


def play(game: AnyGame, seats: int, plan: dict[str, Any] | None, number: int) -> list[Round]:
    """The rounds of one game, the claiming of lands left out."""
    chance, dice = FastChance(number), random.Random(number)
    state = game.setup(game.Options(), Seating(seats), chance)
    rounds: dict[int, Counter[int]] = {}
    here: int | None = None
    while game.result(state) is None:
        seat = min(game.active_seats(state))
        seen = game.observation(state, seat)
        action = game.answer(seen, msgspec.convert(plan, game.Order)) if plan is not None else None
        if action is None:
            if seat != here:
                rounds.setdefault(state.round, Counter())[seat] += 1
            here = seat
            action = ai.choose(game, canonical_json(seen), seat, "medium", dice.getrandbits(63))
        game.apply_action(state, seat, action, chance)
    return [Round(visits, seats) for round_, visits in rounds.items() if round_]


if __name__ == "__main__":
    main()
