"""Ruling sheet: a turn, phase 6. The boulder has tests of its own."""

from typing import Any

import pytest

from games.castle_panic.actions import EndPlay, GiveUp, Play, TakeDamage
from games.castle_panic.components import ARCS
from games.castle_panic.state import Monster, State
from games.plugin import Event
from tests.games.castle_panic.positions import (
    GAME,
    act,
    at,
    board,
    legal,
    position,
    standing,
    told,
)


def drawing(*monsters: Monster, pile: list[str], **more: Any) -> State:
    """Phase 4 of a position; the monsters move in phase 5 before the tokens are drawn."""
    hands = more.pop("hands", (["tar"], ["brick"]))
    return position(*hands, monsters=monsters, pile=pile, **more)


def end(state: State, *outcomes: Any) -> list[Event]:
    return act(state, EndPlay(), *outcomes)


def test_two_tokens_are_drawn_one_at_a_time() -> None:
    state = drawing(pile=["goblin", "orc", "troll"])
    events = end(state, "troll", 2, "goblin", 6)
    assert board(state) == [at("forest", 2, "troll"), at("forest", 6, "goblin")]
    assert [event.type for event in events] == ["token", "monster", "token", "monster", "turn"]
    assert state.pile == {"orc": 1}
    assert told(events, "monster")[0] == {"kind": "troll", "arc": 2, "rolled": True}


def test_each_token_is_resolved_before_the_next_is_drawn() -> None:
    state = drawing(pile=["discard", "goblin", "orc"], hands=(["tar", "brick"], ["brick", "tar"]))
    end(state, "discard")
    assert (state.queue, state.pile) == (1, {"goblin": 1, "orc": 1})
    act(state, GiveUp("brick"), seat=1)
    assert state.queue == 1
    act(state, GiveUp("tar"), "orc", 3, seat=0)
    assert board(state)[0] == at("forest", 3, "orc")


def test_monsters_roll_for_their_arc_and_start_unhurt_in_the_forest() -> None:
    state = drawing(pile=["troll-mage", "healer", "orc"])
    end(state, "healer", 5, "orc", 5)
    assert board(state) == [at("forest", 5, "healer"), at("forest", 5, "orc")]


@pytest.mark.parametrize(("token", "more"), [("draw-three", 3), ("draw-four", 4)])
def test_tokens_that_call_for_more_put_them_at_the_end_of_the_queue(token: str, more: int) -> None:
    state = drawing(pile=[token, *["goblin"] * 9])
    arcs = [outcome for _ in range(1 + more) for outcome in ("goblin", 2)]
    end(state, token, *arcs)
    assert len(state.monsters) == 1 + more
    assert state.active == 1
    assert state.spent == {token: 1}


def test_calls_for_more_add_up() -> None:
    state = drawing(pile=["draw-three", "draw-four", *["goblin"] * 9])
    end(state, "draw-three", "draw-four", *["goblin", 1] * 7)
    assert len(state.monsters) == 7


def test_the_goblin_king_is_placed_and_brings_three_more_tokens() -> None:
    state = drawing(pile=["goblin-king", *["orc"] * 9])
    end(state, "goblin-king", 4, *["orc", 1] * 4)
    assert board(state) == [*[at("forest", 1, "orc")] * 4, at("forest", 4, "goblin-king")]


def test_with_the_pile_empty_the_rest_of_the_queue_is_ignored() -> None:
    state = drawing(pile=["draw-four", "goblin"])
    end(state, "draw-four", "goblin", 3)
    assert (state.active, state.queue, state.pile) == (1, 0, {})
    assert state.monsters == [at("forest", 3, "goblin")]


def test_with_an_empty_pile_the_turn_just_ends() -> None:
    state = drawing(at("forest", 1, "orc"), pile=[])
    end(state)
    assert (state.active, state.monsters) == (1, [at("archer", 1, "orc")])


def test_the_orc_warlord_moves_his_color_and_himself() -> None:
    monsters = [at("forest", 2, "orc"), at("forest", 3, "orc"), at("forest", 6, "orc")]
    state = drawing(*monsters, pile=["orc-warlord", "goblin"])
    end(state, "orc-warlord", 1, "goblin", 5)
    assert board(state) == [
        at("archer", 1, "orc-warlord"),
        at("knight", 2, "orc"),
        at("archer", 3, "orc"),
        at("forest", 5, "goblin"),
        at("archer", 6, "orc"),
    ]


def test_the_troll_mage_moves_all_monsters_and_himself() -> None:
    state = drawing(at("forest", 2, "orc"), at("archer", 6, "orc"), pile=["troll-mage", "goblin"])
    end(state, "troll-mage", 4, "goblin", 5)
    assert board(state) == [
        at("knight", 2, "orc"),
        at("archer", 4, "troll-mage"),
        at("forest", 5, "goblin"),
        at("sword", 6, "orc"),
    ]


def test_the_healer_gives_every_damaged_monster_a_point() -> None:
    monsters = [at("forest", 1, "troll", 1), at("forest", 1, "orc", 1), at("forest", 1, "goblin")]
    state = drawing(*monsters, pile=["healer", "goblin"])
    events = end(state, "healer", 4, "goblin", 5)
    assert board(state) == [
        at("archer", 1, "goblin"),
        at("archer", 1, "orc"),
        at("archer", 1, "troll", 2),
        at("forest", 4, "healer"),
        at("forest", 5, "goblin"),
    ]
    assert told(events, "healed") == [{"count": 2}]


@pytest.mark.parametrize(
    ("token", "arcs"), [("move-red", (1, 2)), ("move-green", (3, 4)), ("move-blue", (5, 6))]
)
def test_a_color_move_moves_all_monsters_of_both_arcs(token: str, arcs: tuple[int, int]) -> None:
    state = drawing(
        *(at("forest", arc, "orc") for arc in ARCS), pile=[token, "plague-knights", "orc"]
    )
    end(state, token, "plague-knights")
    assert board(state) == [at("knight" if arc in arcs else "archer", arc, "orc") for arc in ARCS]


def test_a_color_move_leads_against_walls_and_towers_as_in_phase_5() -> None:
    monsters = [at("knight", 1, "troll"), at("castle", 6, "troll"), at("knight", 2, "orc")]
    state = drawing(*monsters, pile=["move-red", "plague-knights", "orc"], walls=[1], towers=[2, 5])
    end(state, "move-red")
    assert legal(state) == [TakeDamage("orc", 2), TakeDamage("troll", 3)]
    act(state, TakeDamage("troll", 3), "plague-knights")
    assert board(state) == [
        at("sword", 1, "troll", 2),
        at("castle", 2, "orc"),
        at("castle", 2, "troll", 2),
    ]
    assert (standing(state.walls), standing(state.towers)) == ([], [5])


def test_a_color_move_takes_every_ring_and_leaves_other_colors_alone() -> None:
    monsters = [at("castle", 1, "troll"), at("castle", 3, "troll"), at("forest", 5, "orc")]
    state = drawing(*monsters, pile=["move-red", "plague-knights", "orc"], towers=[6])
    end(state, "move-red", "plague-knights")
    assert board(state) == [
        at("castle", 3, "troll"),
        at("castle", 4, "troll"),
        at("archer", 5, "orc"),
    ]


@pytest.mark.parametrize(
    ("token", "after"), [("clockwise", (2, 4, 1)), ("counter-clockwise", (6, 2, 5))]
)
def test_a_round_move_moves_every_monster_one_arc_in_its_ring(
    token: str, after: tuple[int, int, int]
) -> None:
    monsters = [at("forest", 1, "orc"), at("knight", 3, "goblin"), at("archer", 6, "troll")]
    state = drawing(*monsters, pile=[token, "plague-knights", "orc"])
    end(state, token, "plague-knights")
    assert [(monster.ring, monster.arc) for monster in state.monsters] == [
        (1, after[0]),
        (3, after[1]),
        (2, after[2]),
    ]


def test_a_round_move_reaches_forest_and_castle_too() -> None:
    state = drawing(
        at("castle", 1, "troll"),
        pile=["goblin", "clockwise", "orc"],
        towers=[6],
    )
    end(state, "goblin", 2, "clockwise")
    assert board(state) == [at("forest", 3, "goblin"), at("castle", 3, "troll")]


@pytest.mark.parametrize(("token", "arc"), [("clockwise", 3), ("counter-clockwise", 1)])
def test_a_round_move_into_a_towers_space_destroys_it(token: str, arc: int) -> None:
    state = drawing(
        at("castle", 1, "troll"), pile=[token, "plague-knights", "orc"], towers=[1, 3, 5]
    )
    end(state, token, "plague-knights")
    assert state.monsters == [at("castle", arc, "troll", 2)]
    assert standing(state.towers) == [other for other in (1, 3, 5) if other != arc]


def test_a_round_move_leads_against_no_wall() -> None:
    state = drawing(at("knight", 1, "troll"), pile=["clockwise", "plague-knights", "orc"])
    end(state, "clockwise", "plague-knights")
    assert state.monsters == [at("sword", 2, "troll")]
    assert standing(state.walls) == list(ARCS)


@pytest.mark.parametrize("kind", ["archer", "knight", "swordsman"])
def test_a_plague_takes_all_cards_of_its_kind_from_everybody(kind: str) -> None:
    fighters = [f"{f}-{c}" for f in ("archer", "knight", "swordsman") for c in ("red", "any")]
    kept = {card: 1 for card in fighters if not card.startswith(kind)}
    hands = ([*fighters, "hero-red", "tar"], [f"{kind}-blue", f"{kind}-blue", "brick"])
    token = f"plague-{kind.replace('man', 'men')}" + ("" if kind == "swordsman" else "s")
    state = drawing(at("forest", 1, "orc"), pile=[token, "goblin", "orc"], hands=hands)
    events = end(state, token, "goblin", 4)
    assert state.players[0].hand == kept | {"hero-red": 1, "tar": 1}
    assert state.players[1].hand == {"brick": 1}
    assert state.discards == {f"{kind}-red": 1, f"{kind}-any": 1, f"{kind}-blue": 2}
    assert told(events, "discarded") == [
        {"seat": 0, "cards": [f"{kind}-red", f"{kind}-any"]},
        {"seat": 1, "cards": [f"{kind}-blue"] * 2},
    ]


def test_everybody_with_cards_discards_one_at_the_same_time_in_any_order() -> None:
    hands = (["tar", "brick"], ["brick", "brick"], [])
    state = drawing(at("forest", 1, "orc"), pile=["discard", "goblin", "orc"], hands=hands)
    end(state, "discard")
    assert GAME.active_seats(state) == {0, 1}
    assert legal(state, 0) == [GiveUp("brick"), GiveUp("tar")]
    assert legal(state, 1) == [GiveUp("brick")]
    assert legal(state, 2) == []
    act(state, GiveUp("brick"), seat=1)
    assert GAME.active_seats(state) == {0}
    events = act(state, GiveUp("brick"), "goblin", 3, seat=0)
    assert [player.hand for player in state.players] == [{"tar": 1}, {"brick": 1}, {}]
    assert state.discards == {"brick": 2}
    assert told(events, "discarded") == [{"seat": 0, "cards": ["brick"]}]


def test_nobody_waits_for_discards_when_all_hands_are_empty() -> None:
    state = drawing(at("forest", 1, "orc"), pile=["discard", "goblin", "orc"], hands=([], []))
    end(state, "discard", "goblin", 2, "orc", 3)
    assert state.spent["discard"] == 1


def test_an_overlord_has_no_cards_to_lose() -> None:
    hands = (["archer-red", "tar"], [])
    state = drawing(at("forest", 1, "orc"), pile=[], hands=hands, lord=1, held=["discard", "orc"])
    end(state)
    act(state, Play("discard"))
    assert GAME.active_seats(state) == {0}


def test_effects_are_spent_and_monsters_are_not() -> None:
    state = drawing(at("forest", 1, "orc"), pile=["clockwise", "goblin", "orc"])
    end(state, "clockwise", "goblin", 2)
    assert state.spent == {"clockwise": 1}
    assert state.pile == {"orc": 1}


def test_the_turn_passes_on_when_the_queue_is_done() -> None:
    state = drawing(pile=["goblin"] * 3)
    events = end(state, *["goblin", 1] * 2)
    assert told(events, "turn") == [{"seat": 1, "turn": 2}]
    assert state.phase == "discard"


def test_a_draw_says_what_is_drawn_and_what_it_stirs() -> None:
    state = drawing(at("forest", 3, "orc"), pile=["orc-warlord", "troll-mage", "goblin"])
    events = end(state, "orc-warlord", 3, "troll-mage", 2)
    assert told(events, "token") == [{"token": "orc-warlord"}, {"token": "troll-mage"}]
    assert told(events, "stirs") == [
        {"kind": "orc-warlord", "colour": "green"},
        {"kind": "troll-mage", "colour": None},
    ]
