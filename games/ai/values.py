"""The worth of a position to a seat, learned from self-play if the ruleset has `features`.

`values.json` beside a ruleset holds the weights of a small neural network for each `Game.cell`;
`python -m bench.train` makes it. Without weights, the ruleset's `evaluate` is used.
"""

import inspect
import math
from collections.abc import Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any

import msgspec

from games.ai.playouts import worth
from games.plugin import AnyGame


class Layer(msgspec.Struct, frozen=True):
    """For each neuron the weights of its inputs, and the bias added to their sum."""

    weights: list[list[float]]
    biases: list[float]

    def sums(self, inputs: Sequence[float]) -> list[float]:
        return [
            bias + sum(map(mul, weights, inputs))
            for weights, bias in zip(self.weights, self.biases, strict=True)
        ]


class Network(msgspec.Struct, frozen=True):
    """The weights of one cell, and how well they predict games that they were not fitted to.

    `error`: the log loss or, in `Meta.scored` games, the mean squared error in points;
    `error_without`: the same for always guessing the average result. `sample`: the error in
    the few games that `bench.train.sample_error` plays again. `hidden` uses tanh, and `output` has
    one neuron.
    """

    games: int
    error: float
    error_without: float
    sample: float
    hidden: Layer
    output: Layer

    def foretell(self, features: Sequence[float]) -> float:
        """The log odds of winning; in scored games, the logarithm of the points to come."""
        return self.output.sums([math.tanh(one) for one in self.hidden.sums(features)])[0]


class Values(msgspec.Struct, frozen=True):
    """The file: the version of the rules it was made for, and a network for each cell."""

    rules_version: int
    recipe: str
    cells: dict[str, Network]


def path_of(game: AnyGame) -> Path:
    return Path(inspect.getfile(type(game))).with_name("values.json")


@cache
def networks(game: AnyGame) -> dict[str, Network]:
    """The ruleset's networks by cell; none if it has no file, or one for other rules."""
    path = path_of(game)
    if not path.exists():
        return {}
    values = msgspec.json.decode(path.read_bytes(), type=Values)
    return values.cells if values.rules_version == game.meta.rules_version else {}


def value(game: AnyGame, state: Any, seat: int) -> float:
    """From 0 (lost) to 1 (won); in scored games with weights, the points at the end."""
    known, scored = networks(game), game.meta.scored
    over = game.result(state) is not None
    network = None if over else known.get(game.cell(state, seat))
    if not (scored and known) and network is None:
        return worth(game, state, seat)
    output = network.foretell(game.features(state, seat)) if network else -math.inf
    return points(game, state, seat) + points_of(output) if scored else chance_of(output)


def points(game: AnyGame, state: Any, seat: int) -> float:
    """The seat's present points in a scored game."""
    return float((game.scores(state) or {seat: 0})[seat] or 0)


def points_of(logarithm: float) -> float:
    return math.exp(min(20.0, logarithm))


def chance_of(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))
