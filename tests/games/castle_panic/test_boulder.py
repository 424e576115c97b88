"""Ruling sheet: the Giant Boulder on each of its paths."""

from typing import Any

import pytest

from games.castle_panic.actions import EndPlay
from games.castle_panic.components import ARCS, RINGS, opposite
from games.castle_panic.rules.monsters import roll_boulder
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Monster, State
from games.plugin import Event
from tests.games.castle_panic.positions import (
    Script,
    act,
    at,
    board,
    position,
    standing,
    told,
)

EVERYWHERE = [Monster("orc", 2, ring, arc) for arc in ARCS for ring in RINGS]


def rolled(arc: int, **more: Any) -> tuple[State, list[Event]]:
    """The position after a boulder from this arc, with an orc in every space."""
    fixed: dict[str, Any] = {"monsters": EVERYWHERE, **more}
    state = position(["tar"], ["brick"], **fixed)
    run = Run(state, Script())
    roll_boulder(run, arc)
    return state, run.events


def crushed(state: State) -> set[tuple[int, int]]:
    """The spaces, as (ring, arc), that are empty now."""
    left = {(monster.ring, monster.arc) for monster in state.monsters}
    return {(monster.ring, monster.arc) for monster in EVERYWHERE} - left


def outside(arc: int) -> set[tuple[int, int]]:
    return {(ring, arc) for ring in (0, 1, 2, 3)}


@pytest.mark.parametrize("arc", ARCS)
def test_a_wall_stops_the_boulder_and_goes(arc: int) -> None:
    state, _ = rolled(arc)
    assert crushed(state) == outside(arc)
    assert standing(state.walls) == [other for other in ARCS if other != arc]
    assert standing(state.towers) == list(ARCS)


@pytest.mark.parametrize("arc", ARCS)
def test_a_fortify_token_goes_instead_of_the_wall_and_stops_the_boulder(arc: int) -> None:
    state, _ = rolled(arc, fortified=[arc])
    assert crushed(state) == outside(arc)
    assert standing(state.walls) == standing(state.towers) == list(ARCS)
    assert standing(state.fortified) == []


@pytest.mark.parametrize("arc", ARCS)
def test_past_the_wall_a_tower_stops_it(arc: int) -> None:
    walls = [other for other in ARCS if other != arc]
    state, _ = rolled(arc, walls=walls)
    assert crushed(state) == outside(arc) | {(4, arc)}
    assert standing(state.walls) == walls
    assert standing(state.towers) == walls


@pytest.mark.parametrize("arc", ARCS)
def test_past_an_empty_space_the_opposite_tower_stops_it(arc: int) -> None:
    others = [other for other in ARCS if other != arc]
    state, _ = rolled(arc, walls=others, towers=others)
    assert crushed(state) == outside(arc) | {(4, arc), (4, opposite(arc))}
    assert standing(state.walls) == others
    assert standing(state.towers) == [other for other in others if other != opposite(arc)]


@pytest.mark.parametrize("arc", ARCS)
def test_without_towers_on_its_way_the_opposite_wall_stops_it(arc: int) -> None:
    far = opposite(arc)
    towers = [other for other in ARCS if other not in (arc, far)]
    state, _ = rolled(arc, walls=[far], towers=towers)
    assert crushed(state) == outside(arc) | {(4, arc), (4, far)}
    assert standing(state.walls) == []
    assert standing(state.towers) == towers


@pytest.mark.parametrize("arc", ARCS)
def test_a_fortify_token_on_the_opposite_wall_goes_first(arc: int) -> None:
    far = opposite(arc)
    towers = [other for other in ARCS if other not in (arc, far)]
    state, _ = rolled(arc, walls=[far], towers=towers, fortified=[far])
    assert crushed(state) == outside(arc) | {(4, arc), (4, far)}
    assert standing(state.walls) == [far]
    assert standing(state.fortified) == []


@pytest.mark.parametrize("arc", ARCS)
def test_with_nothing_in_its_way_it_rolls_into_the_opposite_forest(arc: int) -> None:
    far = opposite(arc)
    towers = [other for other in ARCS if other not in (arc, far)]
    walls = towers
    state, events = rolled(arc, walls=walls, towers=towers)
    assert crushed(state) == {(ring, one) for ring in RINGS for one in (arc, far)}
    assert standing(state.walls) == standing(state.towers) == towers
    order = [(dead["ring"], dead["arc"]) for dead in told(events, "slain")]
    inward = [(ring, arc) for ring in RINGS]
    assert order == inward + [(ring, far) for ring in reversed(RINGS)]


def test_a_boulder_rolls_for_its_arc() -> None:
    monsters = [at("forest", 5, "orc"), at("forest", 2, "orc")]
    pile = ["boulder", "plague-archers", "goblin"]
    state = position(["tar"], ["brick"], monsters=monsters, pile=pile)
    events = act(state, EndPlay(), "boulder", 5, "plague-archers")
    path = [[ring, 5] for ring in RINGS[:-1]]
    assert told(events, "boulder") == [{"arc": 5, "path": path, "stopped": "wall"}]
    assert board(state) == [at("archer", 2, "orc")]
    assert state.spent == {"boulder": 1, "orc": 1, "plague-archers": 1}


def test_all_monsters_of_a_space_are_crushed_whatever_their_points() -> None:
    monsters = [at("knight", 1, "troll"), at("knight", 1, "troll", 1), at("knight", 2, "goblin")]
    state, events = rolled(1, monsters=monsters)
    assert state.monsters == [at("knight", 2, "goblin")]
    assert len(told(events, "slain")) == 2


def test_who_is_crushed_is_nobodys_trophy() -> None:
    state, events = rolled(1, monsters=[at("knight", 1, "troll"), at("forest", 2, "orc")])
    assert [player.trophies for player in state.players] == [{}, {}]
    assert state.spent == {"troll": 1}
    assert told(events, "slain")[0]["seat"] is None


def test_monsters_in_the_castle_are_crushed_before_the_tower_stops_it() -> None:
    state, events = rolled(1, monsters=[at("castle", 1, "orc"), at("archer", 2, "orc")], walls=[])
    assert [event.type for event in events] == ["boulder", "slain", "tower-lost"]
    assert standing(state.towers) == [2, 3, 4, 5, 6]


def test_a_wall_stops_the_boulder_even_if_it_crushed_nobody() -> None:
    state, _ = rolled(3, monsters=[at("archer", 2, "orc")])
    assert standing(state.walls) == [1, 2, 4, 5, 6]
