"""Ruling sheet: a turn, phase 5."""

import pytest

from games.castle_panic.actions import EndPlay, Hit, TakeDamage
from games.castle_panic.components import ARCS
from games.castle_panic.state import Damage
from tests.games.castle_panic.positions import (
    GAME,
    act,
    at,
    board,
    legal,
    march,
    position,
    standing,
    to,
    told,
)


@pytest.mark.parametrize(
    ("ring", "inner"), [("forest", "archer"), ("archer", "knight"), ("knight", "sword")]
)
def test_monsters_move_inward_one_ring(ring: str, inner: str) -> None:
    state = march(at(ring, 4, "orc", 1), at(ring, 6, "goblin"))
    assert board(state) == [at(inner, 4, "orc", 1), at(inner, 6, "goblin")]


def test_each_monster_moves_once() -> None:
    monsters = [at(ring, 2, "troll") for ring in ("forest", "archer", "knight")]
    state = march(*monsters)
    assert board(state) == [at(ring, 2, "troll") for ring in ("archer", "knight", "sword")]


def test_a_monster_at_a_standing_wall_takes_it_down_and_a_point_of_damage_and_stays() -> None:
    state = march(at("sword", 3, "orc"))
    assert state.monsters == [at("sword", 3, "orc", 1)]
    assert standing(state.walls) == [1, 2, 4, 5, 6]


def test_a_fortify_token_goes_instead_of_the_wall() -> None:
    state = march(at("sword", 3, "orc"), fortified=[3, 4])
    assert state.monsters == [at("sword", 3, "orc", 1)]
    assert standing(state.walls) == list(ARCS)
    assert standing(state.fortified) == [4]


def test_of_several_attackers_one_takes_one_point() -> None:
    state = march(at("sword", 3, "orc"), at("sword", 3, "orc"))
    assert board(state) == [at("sword", 3, "orc", 1), at("sword", 3, "orc")]
    assert standing(state.walls) == [1, 2, 4, 5, 6]


def test_the_active_player_chooses_who_is_hurt_when_attackers_differ() -> None:
    state = march(at("sword", 3, "orc"), at("sword", 3, "orc", 1), at("sword", 3, "troll"))
    assert GAME.active_seats(state) == {0}
    assert legal(state) == [TakeDamage("orc", 1), TakeDamage("orc", 2), TakeDamage("troll", 3)]
    assert standing(state.walls) == [1, 2, 4, 5, 6]
    act(state, TakeDamage("troll", 3))
    hurt = [at("sword", 3, "orc", 1), at("sword", 3, "orc"), at("sword", 3, "troll", 2)]
    assert board(state) == hurt
    assert state.active == 1


def test_attackers_that_are_alike_leave_nothing_to_choose() -> None:
    state = march(at("sword", 3, "orc", 1), at("sword", 3, "orc", 1))
    assert state.pending == []
    assert board(state) == [at("sword", 3, "orc", 1)]


def test_one_that_has_just_reached_the_wall_doesnt_attack_yet() -> None:
    state = march(at("knight", 3, "troll"), at("sword", 3, "goblin"))
    assert state.pending == []
    assert board(state) == [at("sword", 3, "troll")]


def test_without_a_wall_monsters_enter_the_castle() -> None:
    state = march(at("sword", 3, "orc"), walls=[1, 2, 4, 5, 6], towers=[1])
    assert state.monsters == [at("castle", 3, "orc")]


@pytest.mark.parametrize(("arc", "following"), [(1, 2), (3, 4), (6, 1)])
def test_in_the_castle_monsters_move_one_arc_clockwise(arc: int, following: int) -> None:
    state = march(at("castle", arc, "troll"), towers=[5 if following != 5 else 3])
    assert state.monsters == [at("castle", following, "troll")]


def test_walls_dont_matter_to_monsters_in_the_castle() -> None:
    state = march(at("castle", 1, "troll"), towers=[5], fortified=[1, 2])
    assert state.monsters == [at("castle", 2, "troll")]
    assert standing(state.fortified) == [1, 2]


@pytest.mark.parametrize("start", [("castle", 2), ("sword", 3)])
def test_entering_a_towers_space_costs_the_tower_and_a_point(start: tuple[str, int]) -> None:
    state = march(at(*start, "troll"), walls=[])
    assert state.monsters == [at("castle", 3, "troll", 2)]
    assert standing(state.towers) == [1, 2, 4, 5, 6]


def test_all_survivors_stay_in_the_space_of_the_tower() -> None:
    state = march(at("castle", 2, "goblin"), at("castle", 2, "goblin"), walls=[])
    assert state.monsters == [at("castle", 3, "goblin")]
    assert state.spent == {"goblin": 1}


def test_those_from_the_swordsman_ring_and_from_the_next_space_arrive_together() -> None:
    state = march(at("castle", 2, "troll"), at("sword", 3, "orc"), walls=[])
    assert legal(state) == [TakeDamage("orc", 2), TakeDamage("troll", 3)]
    assert standing(state.towers) == [1, 2, 4, 5, 6]
    act(state, TakeDamage("orc", 2))
    assert board(state) == [at("castle", 3, "orc", 1), at("castle", 3, "troll")]


def test_a_space_without_a_tower_hurts_nobody() -> None:
    state = march(at("castle", 2, "troll"), at("sword", 3, "orc"), walls=[], towers=[1])
    assert board(state) == [at("castle", 3, "orc"), at("castle", 3, "troll")]


def test_groups_strike_from_arc_1_to_6_and_walls_before_the_castle() -> None:
    monsters = [
        *(at("castle", arc, kind) for arc in (1, 4) for kind in ("orc", "troll")),
        *(at("sword", arc, kind) for arc in (6, 3) for kind in ("orc", "troll")),
    ]
    state = march(*monsters)
    struck = []
    while state.pending:
        top = state.pending[-1]
        assert isinstance(top, Damage)
        struck.append((top.group.line, top.group.arc))
        act(state, TakeDamage("troll", 3))
    assert struck == [("wall", 3), ("wall", 6), ("tower", 2), ("tower", 5)]


def test_a_choice_waits_for_the_one_before_it() -> None:
    monsters = [at("sword", arc, kind) for arc in (2, 5) for kind in ("orc", "troll")]
    state = march(*monsters)
    assert standing(state.walls) == [1, 3, 4, 5, 6]
    act(state, TakeDamage("orc", 2))
    assert standing(state.walls) == [1, 3, 4, 6]
    act(state, TakeDamage("orc", 2))
    assert state.active == 1


def test_who_dies_of_a_wall_or_tower_is_nobodys_trophy() -> None:
    state = march(at("sword", 1, "goblin"), at("castle", 3, "orc", 1), at("forest", 5, "troll"))
    assert [player.trophies for player in state.players] == [{}, {}]
    assert state.spent == {"goblin": 1, "orc": 1}


def test_a_hit_before_the_move_spares_the_wall() -> None:
    monsters = [at("sword", 1, "goblin"), at("forest", 4, "troll")]
    state = position(["swordsman-red", "tar"], ["brick"], monsters=monsters, missing=True)
    act(state, Hit("swordsman-red", to("sword", 1, "goblin")))
    act(state, EndPlay())
    assert standing(state.walls) == list(ARCS)


def test_monsters_move_all_at_once_and_say_so_together() -> None:
    monsters = [at("forest", 1, "orc"), at("castle", 6, "troll"), at("sword", 3, "goblin")]
    state = position(["tar"], ["brick"], monsters=monsters, missing=True, towers=[4])
    events = act(state, EndPlay())
    assert told(events, "move") == [{"steps": [["orc", 0, 1, 1, 1, 2], ["troll", 4, 6, 4, 1, 3]]}]
    assert [event.type for event in events] == ["move", "wall-lost", "hurt", "slain", "turn"]
    hurt = {"kind": "goblin", "points": 1, "ring": 3, "arc": 3}
    assert told(events, "hurt") == [{"by": "wall", **hurt}]
    assert told(events, "slain") == [{"seat": None, **hurt, "points": 0}]
    assert told(events, "wall-lost") == [{"arc": 3}]


def test_where_nothing_moves_no_move_is_told() -> None:
    state = position(["tar"], ["brick"], monsters=[at("sword", 3, "orc")], missing=True)
    events = act(state, EndPlay())
    assert told(events, "move") == []
