"""How the computer players play, from what they may know."""

import random

from games import ai
from games.plugin import FastChance, Seating
from games.plugin.codec import canonical_json
from games.village_assault import actions as do
from games.village_assault.state import Options, State
from tests.games.village_assault.positions import GAME, position


def choice(state: State, level: str = "medium", seed: int = 1, manner: str | None = None) -> object:
    seen = canonical_json(GAME.observation(state, 0))
    return ai.choose(GAME, seen, 0, level, seed, manner=manner)


def test_what_is_free_comes_first() -> None:
    state = position(tower="pig", tavern="ace-blue", hand="chicken hero-blue")
    assert choice(state) == do.Take("tower")
    state = position(tavern="ace-blue", hand="chicken hero-blue")
    assert choice(state) == do.Chicken()


def test_the_weakest_unit_that_wins_attacks_and_a_bunny_goes_where_nobody_wins() -> None:
    state = position(tower="orc-red pig", hand="dragon-red knight-blue farmer-red")
    assert choice(state) == do.Attack("knight-blue", "tower")
    state = position(tower="dragon-red ace-blue", hand="bunny farmer-red")
    assert choice(state) == do.Bunny("tower")


def test_of_two_enemies_worth_much_the_same_the_bold_attack_the_stronger() -> None:
    state = position(tower="orc-red pig", tavern="farmer-red", hand="dragon-red")
    assert choice(state, manner="bold") == do.Attack("dragon-red", "tower")
    assert choice(state, manner="careful") == do.Attack("dragon-red", "tavern")


def test_nobody_retreats_or_throws_units_away_while_something_wins() -> None:
    for seed in range(6):
        chance, dice = FastChance(seed), random.Random(seed)
        state = GAME.setup(Options("hard" if seed % 2 else "normal"), Seating(1), chance)
        while state.ending is None:
            action = choice(state, seed=dice.getrandbits(32))
            GAME.apply_action(state, 0, action, chance)  # type: ignore[arg-type]
        assert state.ending != "retreated"


def test_runs_score_as_expected_of_them() -> None:
    """A few runs with fixed seeds; `make ai-report` plays a thousand (docs/ai.md)."""
    scored = {level: [_run(seed, level) for seed in range(12)] for level in ("easy", "medium")}
    means = {level: sum(points) / len(points) for level, points in scored.items()}
    assert means["medium"] > 30
    assert means["easy"] < means["medium"]


def _run(seed: int, level: str) -> int:
    chance, dice = FastChance(seed), random.Random(seed)
    state = GAME.setup(Options(), Seating(1), chance)
    while state.ending is None:
        action = choice(state, level, dice.getrandbits(32))
        GAME.apply_action(state, 0, action, chance)  # type: ignore[arg-type]
    return sum(state.scored)
