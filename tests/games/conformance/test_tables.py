"""Which tables the suite plays: option values, their combinations, seats and roles."""

import enum
import itertools
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct, field

from games.conformance import combinations, option_values, play_record, play_sample, seating
from games.conformance.options import pairwise
from games.plugin import Format, InvalidOptions, Role, Seating, line
from tests.rulesets.endless import Endless
from tests.rulesets.endless.parts import TableOptions
from tests.rulesets.race import Race


class Wind(enum.Enum):
    WEST = "west"
    EAST = "east"


class ManyKinds(Struct, frozen=True):
    rain: bool = True
    length: Literal["short", "long"] = "long"
    wind: Wind = Wind.WEST
    sides: Annotated[int, Meta(ge=2, le=6, title="Sides")] = 4
    above: Annotated[int, Meta(gt=2, lt=9)] = 5
    bound: Annotated[int, Meta(ge=1)] | None = None
    title: str = "harvest"
    fruit: list[str] = field(default_factory=list)


class Kinds(Endless):
    Options: Any = ManyKinds


def test_values_are_found_by_the_type_of_the_option_its_default_first():
    values = option_values(Kinds())
    assert values == {
        "rain": [True, False],
        "length": ["long", "short"],
        "wind": ["west", "east"],
        "sides": [4, 2, 6],
        "above": [5, 3, 8],
        "bound": [None, 1],
        "title": ["harvest"],
        "fruit": [[]],
    }


def test_few_combinations_are_all_played_and_many_thriftily_with_every_pair():
    assert combinations(Endless()) == [{"sides": 6}, {"sides": 2}]
    chosen = combinations(Kinds())
    values = option_values(Kinds())
    assert len(chosen) < 40
    for one, other in itertools.combinations(values, 2):
        wanted = list(itertools.product(values[one], values[other]))
        seen = [(combination[one], combination[other]) for combination in chosen]
        assert all(pair in seen for pair in wanted), (one, other)
    assert len(pairwise([[0, 1, 2]] * 6)) < 30  # all would be 729, nine are the least possible


class Besieged(Race):
    """With roles, and without the small die for more than three."""

    def format(self, options, seats):
        if seats > 3 and options.sides < 6:
            raise InvalidOptions("sides", line("Many players need a big die."))
        if seats == 1:
            return super().format(options, seats)
        roles = (Role("dragon", line("Dragon")), *[None] * (seats - 1))
        return Format("competitive", roles, tuple(range(seats)))


def test_refused_tables_are_skipped_and_roles_seated_as_the_format_says():
    sample = play_sample(Besieged(), games=2, seed=0, worlds=1, limit=None)
    assert sample.refused == 1
    assert len(sample.traces) == 7 * 2
    game = Besieged()
    assert seating(game, TableOptions(), 3) == Seating(3, None, ("dragon", None, None))
    assert seating(game, TableOptions(), 1, first=0) == Seating(1, 0, ())
    with pytest.raises(InvalidOptions):
        play_record(Besieged(), seats=4, options=TableOptions(sides=2))


def test_both_ways_of_beginning_are_played_and_the_limit_spreads_over_all_games():
    sample = play_sample(Endless(), games=2, seed=0, worlds=1, limit=None)
    firsts = {trace.table.seating.first for trace in sample.traces}
    assert firsts >= {None, 0, 1}
    sample = play_sample(Race(), games=3, seed=0, worlds=1, limit=50)
    assert 50 <= len(sample.moments) <= 50 + len(sample.traces)
    assert {moment.seed for moment in sample.moments} == {trace.seed for trace in sample.traces}
