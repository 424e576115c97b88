"""One scenario for every option: the same position with it and without it."""

from typing import Any

import pytest

from games.castle_panic.actions import AllForOne, EndPlay, Hit, Open, OpenAtRandom, Scavenge
from games.castle_panic.components import ARCS
from games.castle_panic.state import Options, State
from games.conformance import combinations
from games.plugin import FastChance, InvalidOptions, Seating
from games.plugin.bags import put, take
from tests.games.castle_panic.positions import (
    GAME,
    act,
    at,
    legal,
    of,
    position,
    standing,
    to,
    told,
)

OPENED = ("goblin", "orc", "goblin", "troll", "goblin", "orc")
BOTH = pytest.mark.parametrize("on", [False, True])


def opened(**options: Any) -> State:
    """The first turn of a game for two whose cards and tokens chance gives."""
    state = GAME.setup(Options(**options), Seating(2, 0), FastChance(3))
    GAME.apply_action(state, 0, Open(OPENED), FastChance(3))
    return state


@BOTH
def test_easier_battles_keeps_eleven_tokens_out_of_the_pile(on: bool) -> None:
    state = opened(easier_battles=on)
    worst = ["draw-four", "orc-warlord", "troll-mage", "plague-knights", "plague-swordsmen"]
    assert [token in state.pile for token in worst] == [not on] * 5
    assert sum(state.pile.values()) == (32 if on else 43)
    assert state.pile["boulder"] == (1 if on else 4)


@BOTH
def test_easier_battles_leave_the_pile_empty_when_its_last_token_is_drawn(on: bool) -> None:
    state = opened(easier_battles=on)
    state.players[1].hand = {"tar": 1}
    last = list(state.pile)[:1]
    while sum(state.pile.values()) > 1:
        kind = next(kind for kind in state.pile if [kind] != last or state.pile[kind] > 1)
        take(state.pile, kind)
        put(state.spent, kind)
    state.phase, state.queue, state.hand_size = "play", 0, 0
    act(state, EndPlay(), *last, 4)
    assert (state.pile, state.active) == ({}, 1)


@BOTH
def test_all_for_one_lets_three_cards_of_a_color_slay_a_troll(on: bool) -> None:
    hand = ["archer-red", "knight-red", "swordsman-red"]
    state = position(
        hand, ["brick"], monsters=[at("knight", 2, "troll")], options={"all_for_one": on}
    )
    slay = AllForOne("red", to("knight", 2, "troll"))
    assert (slay in legal(state)) is on
    if on:
        act(state, slay, "goblin", 1, "orc", 2)
    else:
        act(state, Hit("knight-red", to("knight", 2, "troll")), "goblin", 1, "orc", 2)
    assert state.players[0].trophies == ({"troll": 1} if on else {})


@BOTH
def test_heroic_powers_let_heroes_reach_the_castle(on: bool) -> None:
    monsters = [at("castle", 3, "troll"), at("castle", 1, "orc")]
    state = position(["hero-green"], ["brick"], monsters=monsters, options={"heroic_powers": on})
    reached = [action.target for action in of(Hit, legal(state))]
    assert reached == ([to("castle", 3, "troll")] if on else [])


def test_heroic_powers_help_nobody_but_heroes() -> None:
    hand = ["archer-green", "knight-any", "swordsman-green"]
    state = position(
        hand, ["brick"], monsters=[at("castle", 3, "troll")], options={"heroic_powers": True}
    )
    assert of(Hit, legal(state)) == []


@BOTH
def test_with_a_mans_home_a_fallen_tower_takes_its_owner_along(on: bool) -> None:
    state = position(
        ["tar"],
        ["brick"],
        ["mortar"],
        monsters=[at("castle", 2, "troll")],
        owners=[1, 3, 5] if on else (),
        options={"mans_home": on},
        missing=True,
    )
    act(state, EndPlay())
    assert standing(state.towers) == [1, 2, 4, 5, 6]
    assert state.active == (2 if on else 1)
    assert state.players[1].hand == ({} if on else {"brick": 1})


@BOTH
def test_dwindling_resources_wear_the_walls_away(on: bool) -> None:
    state = position(
        ["missing"],
        ["tar", "scavenge"],
        monsters=[at("forest", 1, "troll")],
        discards=["brick", "mortar", "tar"],
        options={"dwindling_resources": on},
        walls=[],
        missing=True,
        hand_size=3,
    )
    act(state, EndPlay(), "tar")
    assert state.deck == ({} if on else {"brick": 1, "mortar": 1})
    assert of(Scavenge, legal(state)) == []
    assert sum(GAME.pieces(state).values()) == sum(state.pile.values()) + 1 + 6


@BOTH
def test_under_construction_lets_the_first_monsters_walk_in(on: bool) -> None:
    state = opened(under_construction=on)
    assert standing(state.walls) == ([] if on else list(ARCS))
    state.monsters = [at("sword", 3, "orc")]
    state.phase, state.missing = "play", True
    GAME.apply_action(state, 0, EndPlay(), FastChance(1))
    inside = at("castle", 3, "orc", 1)
    assert state.monsters == [inside if on else at("sword", 3, "orc", 1)]
    assert standing(state.towers) == ([1, 2, 4, 5, 6] if on else list(ARCS))


@pytest.mark.parametrize("mode", ["standard", "co-op", "overlord"])
def test_the_mode_says_who_keeps_trophies_and_where_tokens_come_from(mode: str) -> None:
    monsters = [at("archer", 1, "goblin")]
    hands = (
        (["archer-red", "tar"], []) if mode == "overlord" else (["archer-red", "tar"], ["brick"])
    )
    state = position(
        *hands,
        monsters=[*monsters, at("forest", 5, "orc")],
        options={"mode": mode},
        lord=1 if mode == "overlord" else None,
        held=["orc", "orc", "orc"] if mode == "overlord" else [],
    )
    act(state, Hit("archer-red", to("archer", 1, "goblin")))
    assert state.players[0].trophies == ({} if mode == "co-op" else {"goblin": 1})
    outcomes = [] if mode == "overlord" else ["goblin", 1, "goblin", 2]
    events = act(state, EndPlay(), *outcomes)
    assert len(told(events, "token")) == (0 if mode == "overlord" else 2)
    assert GAME.active_seats(state) == {1}
    assert state.phase == ("overlord" if mode == "overlord" else "discard")


def test_every_combination_of_options_can_be_opened_where_it_makes_sense() -> None:
    played = 0
    for combination in combinations(GAME):
        options = Options(**combination)
        for seats in range(1, 7):
            lord = options.mode == "overlord"
            sensible = seats > lord and not (options.mans_home and seats - lord < 2)
            if not sensible:
                with pytest.raises(InvalidOptions):
                    GAME.format(options, seats)
                continue
            roles = tuple(role and role.key for role in GAME.format(options, seats).roles)
            state = GAME.setup(options, Seating(seats, None, roles), FastChance(seats))
            GAME.apply_action(state, state.first, OpenAtRandom(), FastChance(seats))
            played += 1
            assert state.phase == ("towers" if options.mans_home else "discard")
    assert played > 30
