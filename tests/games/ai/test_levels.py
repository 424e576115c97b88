"""What every level keeps: legal, repeatable, from the observation alone; and how well it plays."""

import inspect
import random
from collections.abc import Iterator
from typing import Any

import pytest

from bench.ai_report import Cell, play_one, tables as tables_of
from games import ai
from games.ai.levels import PLAYERS
from games.plugin import AnyGame, FastChance, Game, Seating
from games.plugin.codec import canonical_json
from tests.games.burn_my_village.tables import GAME, fresh
from tests.rulesets.race import Race
from tests.support.also import also

LEVELS = sorted(PLAYERS)


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch):
    monkeypatch.setattr(Game, "playouts", 24)


def positions(game: AnyGame, seats: int, count: int) -> Iterator[Any]:
    """The first positions of a game in which anyone does anything."""
    chance, dice = FastChance(seats), random.Random(seats)
    state = game.setup(game.Options(), Seating(seats), chance)
    for _ in range(count):
        yield state
        seat = min(game.active_seats(state))
        game.apply_action(state, seat, dice.choice(game.legal_actions(state, seat)), chance)


def tables() -> list[Any]:
    """A ruleset in turns and one with simultaneous decisions, for few and many seats."""
    return [
        pytest.param(game, seats, id=f"{game.meta.slug}-{seats}")
        for game in (GAME, Race())
        for seats in (game.meta.min_seats, game.meta.max_seats)
    ]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "seats"), tables())
@pytest.mark.parametrize("count", [1, *also(6)])
def test_whoever_owes_a_decision_gets_a_legal_one(game, seats, level, count):
    for state in positions(game, seats, count):
        for seat in game.active_seats(state):
            seen = canonical_json(game.observation(state, seat))
            assert ai.choose(game, seen, seat, level, 1) in game.legal_actions(state, seat)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("count", [1, *also(6)])
def test_the_same_observation_and_seed_give_the_same_action(level: str, count: int) -> None:
    for state in positions(GAME, 3, count):
        seat = state.to_move
        seen = canonical_json(GAME.observation(state, seat))
        assert ai.choose(GAME, seen, seat, level, 5) == ai.choose(GAME, seen, seat, level, 5)


def test_a_computer_player_can_be_given_nothing_but_an_observation() -> None:
    asked = list(inspect.signature(ai.choose).parameters)
    assert asked == ["game", "observation", "seat", "level", "seed", "manner", "seconds", "clock"]
    state = fresh(2)
    with pytest.raises(TypeError):
        ai.choose(GAME, state, 0, "medium")  # type: ignore[arg-type]


def won(player: str, opponent: str, games: int) -> int:
    cell = Cell(next(tables_of(GAME)), player, opponent)
    ends = [play_one(cell, number).result.seats[number % 2] for number in range(games)]
    return sum(end.outcome == "won" for end in ends)


def test_easy_beats_random_play_clearly() -> None:
    """`make ai-report` finds more than nine in ten."""
    assert won("easy", "random", 20) >= 16


@pytest.mark.again  # sooner: easy beats random play, above
def test_medium_beats_easy_clearly() -> None:
    """`make ai-report` finds almost all; four of four would happen to a coin once in 16 times."""
    assert won("medium", "easy", 4) == 4
