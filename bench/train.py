"""`python -m bench.train RULESET`: learn the worth of positions, and write `values.json`.

It plays games of every kind with every number of seats, in which all seats play what looks best
with some noise, and records the ruleset's `features` wherever a playout of level `hard` would end.
Then it fits a small neural network for each `Game.cell` to the ends of those games, and reports how
well it predicts unseen games. Needs `requirements-train.txt`. Seeds are fixed.
"""

import argparse
import math
import multiprocessing
import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from statistics import fmean
from typing import Any, NamedTuple

import django
import msgspec

from bench.ai_report import Table, tables
from games.ai.playouts import NamedChance, far_enough, likely_action, worth
from games.ai.values import Layer, Network, Values, chance_of, networks, path_of, points, points_of
from games.conformance.options import option_values
from games.plugin import AnyGame, Game, InvalidOptions, registry
from games.plugin.codec import clone

# Drawn per decision, as a share of the spread of its candidates' looks. Not per seat: positions
# would then reveal how well the seat plays on.
NOISE = (0.0, 0.0, 0.0, 0.1, 0.35)
VARIED = 0.25  # how often an option differs from the table's
FEWEST = 50  # games that must reach a cell
UNSEEN = 0.2  # the share of games that test the networks
NEURONS = 16
VISITS = 1_200_000  # to positions, while fitting
SAMPLE = 2  # games per table that `sample_error` plays
FRESH = 1_000_000  # the number of the first of them


class Position(NamedTuple):
    """A position of a game and, once it is over, how it ended for the seat that sees it.

    `outcome`: 1 (won) to 0 (lost); in scored games, the points still to come, at least 0.
    """

    cell: str
    game: int
    features: Sequence[float]
    outcome: float


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.train", description=__doc__)
    parser.add_argument("ruleset", help="its slug")
    parser.add_argument("--games", type=int, default=4000, help="of each kind and number of seats")
    parser.add_argument("--processes", type=int, help="by default, one per core")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    game = registry.get(asked.ruleset)
    if type(game).features is Game.features:
        parser.error(f"{asked.ruleset} has no `features` to learn from; docs/ai.md says more.")
    cells: dict[str, list[Position]] = defaultdict(list)
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(asked.processes, initializer=django.setup) as pool:
        for table in tables(game):
            numbers = range(asked.games)
            for positions in pool.imap(partial(play_one, table), numbers, chunksize=20):
                for one in positions:
                    cells[one.cell].append(one)
            print(f"{table.form.kind}, {table.seats} seats, {table.options}: played", flush=True)
        many = {cell: ones for cell, ones in cells.items() if len({o.game for o in ones}) >= FEWEST}
        print(f"too rare to be learned: {sorted(cells.keys() - many.keys()) or 'nothing'}")
        fitted = dict(pool.starmap(fit, ((game.meta.slug, *cell) for cell in many.items())))
    recipe = f"{asked.games} games a table, {NEURONS} neurons, noise {NOISE}"
    values = Values(game.meta.rules_version, recipe, fitted)
    write(game, values)
    errors = sample_error(game)
    for cell, network in fitted.items():
        fitted[cell] = msgspec.structs.replace(network, sample=round(errors.get(cell, 0.0), 4))
    write(game, values)


def write(game: AnyGame, values: Values) -> None:
    path_of(game).write_bytes(msgspec.json.encode(values) + b"\n")
    networks.cache_clear()


def play_one(table: Table, number: int, *, at_random: bool = False) -> list[Position]:
    """The positions of one game, which is fixed by its number.

    `at_random`: play any legal actions, so that nothing depends on what looks best.
    """
    game, dice, chance = registry.get(table.slug), random.Random(number), NamedChance(number)
    state = table.begun(_varied(game, table, dice), chance)
    scored = game.meta.scored
    seen: list[tuple[str, int, Sequence[float], float]] = []
    start, own, decisions = clone(state), min(game.active_seats(state), default=0), 0
    while active := game.active_seats(state):
        seat = dice.choice(sorted(active))
        if at_random:
            action = dice.choice(game.legal_actions(state, seat))
        else:
            looks = game.look(state, seat, quick=True)
            spread = max(look for _, look in looks) - min(look for _, look in looks)
            haze = dice.choice(NOISE) * spread
            hazy = [(one, look + dice.gauss(0, haze)) for one, look in looks]
            action = likely_action(game, state, seat, chance, looks=hazy)
        game.apply_action(state, seat, action, chance)
        decisions += seat == own
        far = far_enough(game, start, state, own, decisions)
        if far and (active := game.active_seats(state)):
            start, own, decisions = clone(state), min(active), 0
            recorded = set()
            for one in range(table.seats):
                cell, view = game.cell(state, one), tuple(game.features(state, one))
                key = (table.form.teams[one], view)
                if key not in recorded:  # a team may see the same
                    recorded.add(key)
                    seen.append((cell, one, view, points(game, state, one) if scored else 0.0))
    look = points if scored else worth
    ends = [look(game, state, one) for one in range(table.seats)]
    return [
        Position(cell, number, features, max(0.0, ends[seat] - present))
        for cell, seat, features, present in seen
    ]


def _varied(game: AnyGame, table: Table, dice: random.Random) -> Any:
    """The table's options, now and then with other values."""
    others = {
        name: dice.choice(values)
        for name, values in option_values(game).items()
        if name not in table.options and dice.random() < VARIED
    }
    with suppress(InvalidOptions):
        options = msgspec.convert({**others, **table.options}, game.Options)
        if game.format(options, table.seats) == table.form:
            return options
    return msgspec.convert(table.options, game.Options)


def fit(slug: str, cell: str, positions: Sequence[Position]) -> tuple[str, Network]:
    """The network of a cell: hidden neurons with tanh, and one for log odds or log points.

    Points to come are counts with a long tail, so their logarithm is fitted by the Poisson loss.
    """
    import numpy
    from sklearn.neural_network import MLPClassifier, MLPRegressor
    from sklearn.preprocessing import StandardScaler

    game = registry.get(slug)
    last = max(one.game for one in positions)
    known = [one for one in positions if one.game <= (1 - UNSEEN) * last]
    unseen = [one for one in positions if one.game > (1 - UNSEEN) * last]
    inputs = StandardScaler().fit(numpy.array([one.features for one in known], dtype=float))
    rows = inputs.transform(numpy.array([one.features for one in known], dtype=float))
    ends = numpy.array([one.outcome for one in known], dtype=float)
    mean = float(ends.mean()) or 1.0
    kind = partial(MLPRegressor, loss="poisson") if game.meta.scored else MLPClassifier
    model = kind(
        hidden_layer_sizes=(NEURONS,),
        activation="tanh",
        alpha=1.0,  # strict, as positions of a game are alike
        learning_rate_init=0.002,
        batch_size=512,
        max_iter=max(8, VISITS // len(rows)),
        random_state=0,
    )
    # A class needs whole numbers: a worth of 0.7 is won seven times out of ten.
    wins = numpy.random.default_rng(0).random(len(ends)) < ends
    model.fit(rows, ends / mean if game.meta.scored else wins.astype(int))
    (first, second), (bias, last_bias) = model.coefs_, model.intercepts_
    weights = first / inputs.scale_[:, None]
    average = _odds(game, ends)
    middle = math.log(mean) if game.meta.scored else 0.0
    network = Network(
        games=len({one.game for one in positions}),
        error=0.0,
        error_without=round(error_of(game, unseen, lambda _features: average), 4),
        sample=0.0,
        hidden=Layer(_rounded(weights.T), _rounded(bias - inputs.mean_ @ weights)),
        output=Layer(_rounded(second.T), _rounded(last_bias + middle)),
    )
    error = round(error_of(game, unseen, network.foretell), 4)
    print(f"{cell}: {len(known)} positions, error {error}, {network.error_without} without it")
    return cell, msgspec.structs.replace(network, error=error)


def _odds(game: AnyGame, ends: Any) -> float:
    mean = float(ends.mean())
    odds = max(mean, 1e-6) if game.meta.scored else max(mean, 1e-6) / max(1 - mean, 1e-6)
    return math.log(odds)


def _rounded(numbers: Any) -> Any:
    """The numbers, rounded to four significant digits."""
    return [_rounded(one) for one in numbers] if numbers.ndim else float(f"{numbers:.4g}")


def error_of(
    game: AnyGame,
    positions: Iterable[Position],
    foretell: Callable[[Sequence[float]], float],
) -> float:
    """The error of these predictions: the log loss or, in scored games, the mean squared error."""
    errors = []
    for one in positions:
        prediction = foretell(one.features)
        if game.meta.scored:
            errors.append((points_of(prediction) - one.outcome) ** 2)
        else:
            likely = min(1 - 1e-9, max(1e-9, chance_of(prediction)))
            outcome = one.outcome
            errors.append(-outcome * math.log(likely) - (1 - outcome) * math.log(1 - likely))
    return fmean(errors)


def sample_error(game: AnyGame) -> dict[str, float]:
    """Each network's error in a few fixed random games, if these reach its cell.

    If it differs from the stored one, rules or features have changed, and the network is outdated.
    """
    cells: dict[str, list[Position]] = defaultdict(list)
    for table in tables(game):
        for number in range(FRESH, FRESH + SAMPLE):
            for one in play_one(table, number, at_random=True):
                cells[one.cell].append(one)
    known = networks(game)
    return {
        cell: error_of(game, cells[cell], known[cell].foretell) for cell in cells.keys() & known
    }


if __name__ == "__main__":
    main()
