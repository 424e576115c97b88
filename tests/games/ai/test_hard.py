"""Level `hard` tries out what looks best, in worlds and with dice that are the same for all.

So does `expert`, which keeps most of what `hard` does; some of it `medium` does, too.
"""

from functools import partial
from typing import Any

import msgspec
import pytest

from games.ai import values
from games.ai.playouts import NamedChance
from games.ai.values import Layer, Network, Values
from games.burn_my_village.actions import DRAW
from games.burn_my_village.state import State
from games.plugin import Seating
from tests.games.ai import test_medium
from tests.games.ai.test_medium import Counting, Ticking, tempting
from tests.games.burn_my_village.tables import GAME, fresh, table, visit
from tests.rulesets.race import Race

choose = partial(test_medium.choose, level="hard")
every = pytest.mark.parametrize("level", ["medium", "hard", "expert"])


@every
def test_it_prefers_a_win_at_hand_to_what_looks_better(level) -> None:
    assert GAME.default_action(tempting(), 0) == visit(0)
    assert choose(tempting(), level=level) == DRAW


def test_it_plays_out_no_more_than_the_ruleset_says() -> None:
    counting = Counting()
    counting.playouts = 40
    choose(fresh(2), counting)
    assert counting.worlds <= 1 + 40 // 2
    assert counting.movers.count(0) <= 2 * 40, "its own action, and the turn after it"


def test_what_is_clear_after_a_few_worlds_needs_no_others() -> None:
    counting = Counting()
    choose(tempting(), counting)
    assert counting.worlds < 20


@every
def test_with_no_time_at_all_it_takes_what_looks_best(level) -> None:
    state = fresh(2)
    chosen = choose(state, level=level, seconds=0, clock=Ticking())
    assert chosen == GAME.default_action(state, 0)


def test_with_little_time_each_round_gets_its_part() -> None:
    """Else the time would go for all candidates, and the best two would never be told apart."""
    hurried, counting = Counting(), Counting()
    choose(fresh(2), hurried, seconds=60, clock=Ticking())
    choose(fresh(2), counting)
    assert 4 < hurried.worlds < counting.worlds


class Unwilling(Counting):
    """One whose heuristic must not be asked."""

    def look(self, state: State, seat: int, *, quick: bool = False) -> Any:
        looks = super().look(state, seat)
        assert len(looks) == 1, "nothing has to be judged here"
        return looks


@every
def test_a_single_candidate_is_not_tried(level) -> None:
    counting = Unwilling()
    assert choose(table([], [], deck=["axe"] * 9), counting, level=level) == DRAW
    assert counting.movers == []


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_where_the_ruleset_says_so_it_takes_what_looks_best(level) -> None:
    counting = Counting()
    counting.searched = lambda *_where: False  # type: ignore[method-assign]
    assert choose(tempting(), counting, level=level) == GAME.default_action(tempting(), 0)
    assert counting.movers == []


def test_dice_of_one_stream_know_nothing_of_another() -> None:
    """So two candidates meet the same dice although one has drawn a card more."""
    one, other = NamedChance(7), NamedChance(7)
    other.roll(6, "arc")
    assert [one.roll(6, "deck") for _ in range(9)] == [other.roll(6, "deck") for _ in range(9)]
    assert NamedChance(7).roll(10**9, "deck") != NamedChance(8).roll(10**9, "deck")
    assert NamedChance(7).roll(10**9, "deck") != NamedChance(7).roll(10**9, "arc")


NETWORK = Network(
    games=1,
    error=0.0,
    error_without=0.0,
    sample=0.0,
    hidden=Layer([[1.0, 0.0]], [0.0]),
    output=Layer([[2.0]], [0.5]),
)


@pytest.fixture
def race(tmp_path, monkeypatch):
    """A ruleset with two features, and the file of its weights for `write` to fill."""

    class Learned(Race):
        def features(self, state: Any, seat: int) -> list[float]:
            return [0.3, 100.0]

    game = Learned()
    monkeypatch.setattr(values, "path_of", lambda _game: tmp_path / "values.json")

    def write(rules_version: int, cell: str = "all") -> None:
        made = Values(rules_version, "by hand", {cell: NETWORK})
        (tmp_path / "values.json").write_bytes(msgspec.json.encode(made))

    yield game, game.setup(game.Options(), Seating(2), NamedChance(1)), write
    values.networks.cache_clear()


def test_a_learned_value_is_the_chance_that_the_network_foretells(race) -> None:
    game, state, write = race
    write(game.meta.rules_version)
    assert values.value(game, state, 0) == pytest.approx(0.7470, abs=1e-4)  # 2 tanh 0.3 + 0.5


def test_without_weights_for_the_rules_or_the_position_it_is_evaluated(race) -> None:
    game, state, write = race
    for version, cell in [(game.meta.rules_version + 1, "all"), (game.meta.rules_version, "solo")]:
        write(version, cell)
        assert values.value(game, state, 0) == game.evaluate(state, 0)
        values.networks.cache_clear()
