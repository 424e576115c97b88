"""What previews promise is what the rules then do."""

import random
from typing import Any

import pytest

from games.castle_panic.actions import (
    Accept,
    AllForOne,
    Barbarian,
    Counter,
    DriveBack,
    EndPlay,
    Hit,
    OfferTrade,
    Place,
    Play,
    Rebuild,
    TakeDamage,
    TarIt,
)
from games.castle_panic.components import FOREST
from games.castle_panic.state import Offer, State
from games.plugin import FastChance
from games.plugin.codec import clone
from tests.games.castle_panic.positions import GAME, at, fresh, position, to, told


def preview(state: State, action: Any, seat: int | None = None) -> Any:
    if seat is None:
        (seat,) = GAME.active_seats(state)
    (found,) = (choice for choice in GAME.choices(state, seat) if choice.action == action)
    return found.preview


def test_a_hit_says_how_many_points_stay_and_what_a_death_is_worth() -> None:
    monsters = [at("archer", 1, "troll"), at("archer", 2, "goblin"), at("knight", 1, "healer", 1)]
    state = position(("archer-red", "nice-shot", "hero-red", "barbarian"), (), monsters=monsters)
    assert preview(state, Hit("archer-red", to("archer", 1, "troll"))) == {
        "left": 2,
        "worth": None,
    }
    assert preview(state, Hit("archer-red", to("archer", 2, "goblin"))) == {"left": 0, "worth": 1}
    slain = Hit("archer-red", to("archer", 1, "troll"), nice_shot=True)
    assert preview(state, slain) == {"left": 0, "worth": 3}
    assert preview(state, Hit("hero-red", to("knight", 1, "healer", 1))) == {"left": 0, "worth": 4}
    assert preview(state, Barbarian(to("archer", 1, "troll"))) == {"left": 0, "worth": 3}


def test_without_trophies_nothing_is_said_to_count() -> None:
    state = position(
        ("archer-red",), (), monsters=[at("archer", 1, "goblin")], options={"mode": "co-op"}
    )
    assert preview(state, Hit("archer-red", to("archer", 1, "goblin"))) == {
        "left": 0,
        "worth": None,
    }


def test_three_for_one_slay() -> None:
    state = position(
        ("archer-red", "knight-red", "swordsman-any"),
        (),
        monsters=[at("sword", 2, "troll")],
        options={"all_for_one": True},
    )
    (play,) = (c for c in GAME.choices(state, 0) if isinstance(c.action, AllForOne))
    assert play.preview == {"left": 0, "worth": 3}


def test_what_is_held_up_shows_where_it_would_be() -> None:
    state = position(("drive-back", "tar", "brick"), (), monsters=[at("castle", 5, "orc")])
    assert preview(state, DriveBack(to("castle", 5, "orc"))) == {"goes": [FOREST, 5]}
    assert preview(state, TarIt(to("castle", 5, "orc"))) == {"tarred": True}


def test_a_wall_needs_no_preview_as_the_board_shows_it_where_it_is_touched() -> None:
    state = position(
        ("brick", "mortar"), (), walls=(1, 2, 3, 4, 5), monsters=[at("forest", 1, "orc")]
    )
    assert preview(state, Rebuild(6)) is None


def test_ending_the_turn_shows_all_that_moves_and_strikes() -> None:
    monsters = [
        at("forest", 1, "orc"),
        at("forest", 1, "goblin"),
        at("sword", 2, "orc"),
        at("sword", 3, "orc"),
        at("sword", 4, "troll"),
        at("castle", 5, "orc"),
        at("knight", 6, "orc", tarred=True),
    ]
    state = position(
        ("brick",), (), monsters=monsters, walls=(1, 2, 3, 6), towers=(1, 4, 6), fortified=(3,)
    )
    assert preview(state, EndPlay()) == {
        "moves": [[0, 1, 1, 1], [3, 4, 4, 4], [4, 5, 4, 6]],
        "walls": [2],
        "shields": [3],
        "towers": [4, 6],
    }


def test_the_overlord_sees_what_its_token_moves_and_where_a_monster_would_stand() -> None:
    monsters = [at("archer", 1, "orc"), at("castle", 6, "goblin"), at("knight", 3, "orc")]
    state = position(
        (),
        ("brick",),
        lord=0,
        phase="overlord",
        monsters=monsters,
        towers=(1, 5),
        held=("move-red", "clockwise", "counter-clockwise", "troll", "boulder"),
        may_place=True,
        plays_left=2,
    )
    nothing: dict[str, Any] = {"walls": [], "shields": []}
    assert preview(state, Play("move-red")) == {"moves": [[1, 1, 2, 1]], "towers": [], **nothing}
    moves = [[1, 1, 1, 2], [2, 3, 2, 4], [4, 6, 4, 1]]
    assert preview(state, Play("clockwise")) == {"moves": moves, "towers": [1], **nothing}
    moves = [[1, 1, 1, 6], [2, 3, 2, 2], [4, 6, 4, 5]]
    assert preview(state, Play("counter-clockwise")) == {"moves": moves, "towers": [5], **nothing}
    assert preview(state, Play("boulder")) is None
    assert preview(state, Play("troll")) is None
    assert preview(state, Place("troll", 4)) == {"goes": [FOREST, 4]}


def test_who_is_hurt_shows_its_points() -> None:
    monsters = [at("sword", 1, "orc"), at("sword", 1, "goblin")]
    state = position(("brick",), (), monsters=monsters, missing=True)
    GAME.apply_action(state, 0, EndPlay(), FastChance(1))
    assert preview(state, TakeDamage("orc", 2)) == {"left": 1, "worth": None}
    assert preview(state, TakeDamage("goblin", 1)) == {"left": 0, "worth": None}


def test_a_trade_shows_how_many_monsters_both_could_hit_and_who_could_build() -> None:
    monsters = [at("archer", 1, "orc"), at("archer", 1, "orc"), at("knight", 3, "orc")]
    state = position(
        ("archer-red", "brick"),
        ("mortar", "knight-green"),
        monsters=monsters,
        walls=(1, 2, 3),
        phase="trade",
    )
    first = preview(state, OfferTrade(1, "archer-red", "knight-green"))
    assert first == {"partner": 1, "reach": [2, 1], "theirs": [1, 2], "builds": None}
    assert preview(state, OfferTrade(1, "archer-red", "mortar"))["builds"] == "you"
    assert preview(state, OfferTrade(1, "brick", "knight-green"))["builds"] == "partner"
    state.pending = [Offer(1, "archer-red", "knight-green")]
    mirrored = {"partner": 0, "reach": [1, 2], "theirs": [2, 1], "builds": None}
    assert preview(state, Accept()) == mirrored
    assert preview(state, Counter("archer-red", "mortar"))["builds"] == "partner"
    state.pending = [Offer(1, "archer-red", "knight-green", countered=True)]
    assert preview(state, Accept()) == first


def test_equal_previews_are_one_object_so_that_the_page_is_sent_them_once() -> None:
    state = position(("archer-red", "hero-red"), (), monsters=[at("archer", 1, "orc")])
    hits = [c.preview for c in GAME.choices(state, 0) if isinstance(c.action, Hit)]
    assert len(hits) == 2
    assert hits[0] is hits[1]


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"under_construction": True})])
def test_in_whole_games_every_preview_of_monsters_comes_true(
    seats: int, options: dict[str, Any]
) -> None:
    whim, chance, checked = random.Random(seats), FastChance(seats), 0
    state = fresh(seats, seed=seats, **options)
    while not state.ending:
        seat = min(GAME.active_seats(state))
        choice = whim.choice(GAME.choices(state, seat))
        before = clone(state)
        events = GAME.apply_action(state, seat, choice.action, chance)
        shown = choice.preview or {}
        if "left" in shown and not isinstance(choice.action, TakeDamage):
            assert bool(told(events, "slain")) == (shown["left"] == 0)
            checked += 1
        if "moves" in shown:
            steps = (told(events, "move") or [{"steps": []}])[0]["steps"]
            ways = {tuple(step[1:5]) for step in steps} if before.monsters else set()
            assert {tuple(move) for move in shown["moves"]} <= ways
            lost = {event["arc"] for event in told(events, "wall-lost")}
            if not state.pending and not state.ending:
                assert set(shown["walls"]) <= lost
            checked += 1
    assert checked > 5
