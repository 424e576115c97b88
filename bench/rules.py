"""Random play of every ruleset on one core: actions per second, and the lengths of lists."""

import random
import time

import django

from games.plugin import AnyGame, FastChance, Seating, registry

SECONDS = 2.0


def main() -> None:
    django.setup()
    for game in registry.installed():
        for seats in range(game.meta.min_seats, game.meta.max_seats + 1):
            _random_play(game, seats)


def _random_play(game: AnyGame, seats: int) -> None:
    """Time `legal_actions`, `apply_action` and the choice between actions, and nothing else.

    The clock counts this process's own time, however busy the machine is.
    """
    chance, dice = FastChance(1), random.Random(1)
    actions = games = listed = longest = 0
    spent = 0.0
    while spent < SECONDS:
        state = game.setup(game.Options(), Seating(seats), chance)
        games += 1
        begun = time.process_time()
        while active := game.active_seats(state):
            seat = min(active)
            legal = game.legal_actions(state, seat)
            game.apply_action(state, seat, legal[int(dice.random() * len(legal))], chance)
            actions += 1
            listed += len(legal)
            longest = max(longest, len(legal))
        spent += time.process_time() - begun
    print(
        f"{game.meta.slug}, {seats} seats: {actions / spent:,.0f} random actions/s "
        f"({games} games of {actions / games:.0f}); lists of {listed / actions:.0f} on average, "
        f"{longest} at the longest, declared bound {game.meta.max_choices}"
    )
