"""Ruling sheet: Overlord."""

from typing import Any

import pytest

from games.castle_panic.actions import EndPlay, GiveUp, Missing, OpenAtRandom, Place, Play, Stop
from games.castle_panic.components import ARCS, VICTORY_POINTS
from games.castle_panic.state import Monster, State
from games.plugin import FastChance
from tests.games.castle_panic.positions import (
    GAME,
    act,
    at,
    board,
    draw_tokens,
    fresh,
    legal,
    of,
    position,
    standing,
    told,
)


def lording(*held: str, monsters: tuple[Monster, ...] = (), **more: Any) -> State:
    """The Overlord in seat 1 has moved the monsters, drawn, and may play these tokens."""
    fixed: dict[str, Any] = {
        "plays_left": 2,
        "may_place": True,
        "must_play": not monsters,
        "hands": (["tar"], [], ["brick"]),
        **more,
    }
    hands = fixed.pop("hands")
    return position(*hands, lord=1, held=held, monsters=monsters, phase="overlord", **fixed)


ORC = at("forest", 1, "orc")


def test_what_the_overlord_can_touch_follows_the_ring() -> None:
    state = lording("goblin", "orc", monsters=(at("archer", 5, "orc"), at("knight", 2, "troll")))
    for token in ("goblin", "orc"):
        placed = [choice.picks for choice in GAME.choices(state, 1) if len(choice.picks) == 2]
        arcs = [where for kind, where in placed if kind == f"token:{token}"]
        assert arcs == [f"forest:{arc}" for arc in ARCS]
    drawn = GAME.board(GAME.observation(state, 1))
    assert [arc["arc"] for arc in drawn["arcs"]] == list(ARCS)
    assert all(arc["forest"] for arc in drawn["arcs"])


def test_the_overlord_begins_with_three_hidden_tokens_and_no_cards() -> None:
    state = fresh(4, lord=2)
    first = state.first
    events = GAME.apply_action(state, first, OpenAtRandom(), FastChance(8))
    assert sum(state.held.values()) == 3
    assert state.players[2].hand == {}
    [drawn] = [event for event in events if event.type == "overlord-draws"]
    assert drawn.data == {"count": 3}
    assert list(drawn.private) == [2]
    assert drawn.reveals


def test_the_overlord_acts_after_phase_4_of_every_castle_players_turn() -> None:
    state = lording("goblin", "orc", monsters=(ORC,), pile=["orc"])
    state.phase = "play"
    for castle, following in ((0, 2), (2, 0)):
        act(state, EndPlay(), *(["orc"] if state.pile else []))
        assert GAME.active_seats(state) == {1}
        assert state.active == castle
        turn = GAME.turn(state)
        assert turn is not None
        assert turn.seat == 1, "on the Overlord's clock"
        act(state, Stop())
        assert state.active == following
        state.phase = "play"


def test_the_monsters_move_before_the_overlord_draws() -> None:
    state = lording("goblin", "orc", monsters=(ORC,), pile=["troll", "goblin"])
    state.phase = "play"
    events = draw_tokens(state, "troll")
    assert [event.type for event in events] == ["move", "overlord-draws"]
    assert board(state) == [at("archer", 1, "orc")]


@pytest.mark.parametrize(("held", "drawn"), [(0, 3), (1, 2), (2, 1), (3, 0), (5, 0)])
def test_the_overlord_draws_up_to_three(held: int, drawn: int) -> None:
    state = lording(*["orc"] * held, monsters=(ORC,), pile=["goblin"] * 4)
    state.phase = "play"
    draw_tokens(state, *["goblin"] * drawn)
    assert state.held.get("goblin", 0) == drawn
    assert state.pile.get("goblin", 0) == 4 - drawn


def test_the_overlord_draws_what_the_pile_has_left() -> None:
    state = lording(monsters=(ORC,), pile=["goblin"])
    state.phase = "play"
    draw_tokens(state, "goblin")
    assert (state.held, state.pile) == ({"goblin": 1}, {})
    places = [Place("goblin", arc) for arc in ARCS]
    assert legal(state) == [*places, Play("goblin"), Stop()]


def test_the_overlord_may_play_nothing() -> None:
    state = lording("goblin", "orc", monsters=(ORC,))
    events = act(state, Stop())
    assert [event.type for event in events] == ["overlord-stops", "turn"]
    assert state.held == {"goblin": 1, "orc": 1}
    assert (state.active, state.monsters) == (2, [ORC])


def test_the_overlord_may_place_one_monster_and_then_nothing_more() -> None:
    state = lording("goblin", "orc", "clockwise", monsters=(ORC,))
    assert of(Place, legal(state)) == [
        Place(kind, arc) for kind in ("goblin", "orc") for arc in ARCS
    ]
    events = act(state, Place("orc", 4))
    assert board(state) == [ORC, at("forest", 4, "orc")]
    assert state.active == 2
    assert state.held == {"goblin": 1, "clockwise": 1}
    assert told(events, "overlord-plays") == [{"token": "orc", "arc": 4}]
    assert told(events, "monster") == [{"kind": "orc", "arc": 4, "rolled": False}]


def test_a_boss_may_be_placed_with_its_effect() -> None:
    state = lording("troll-mage", monsters=(ORC,))
    act(state, Place("troll-mage", 5))
    assert board(state) == [at("archer", 1, "orc"), at("archer", 5, "troll-mage")]
    assert state.active == 2


def test_a_placed_goblin_king_brings_three_more_by_the_die() -> None:
    state = lording("goblin-king", "orc", monsters=(ORC,), pile=["goblin"] * 4)
    act(state, Place("goblin-king", 5), "goblin", "goblin", "goblin")
    assert (state.plays_left, state.held) == (3, {"orc": 1, "goblin": 3})
    assert of(Place, legal(state)) == []
    act(state, Play("goblin"), 2)
    act(state, Play("orc"), 3)
    act(state, Play("goblin"), 4)
    assert state.active == 2
    assert state.held == {"goblin": 1}


def test_the_overlord_may_play_up_to_two_tokens_of_any_kind_one_at_a_time() -> None:
    state = lording("goblin", "orc", "clockwise", monsters=(ORC,))
    assert of(Play, legal(state)) == [Play("goblin"), Play("orc"), Play("clockwise")]
    act(state, Play("clockwise"))
    assert board(state) == [at("forest", 2, "orc")]
    assert GAME.active_seats(state) == {1}
    act(state, Play("goblin"), 6)
    assert board(state) == [at("forest", 2, "orc"), at("forest", 6, "goblin")]
    assert state.active == 2
    assert state.held == {"orc": 1}


def test_the_overlord_may_stop_after_one_token() -> None:
    state = lording("goblin", "orc", monsters=(ORC,))
    act(state, Play("goblin"), 3)
    assert Stop() in legal(state)
    act(state, Stop())
    assert state.active == 2


def test_after_a_token_by_die_no_monster_may_be_placed() -> None:
    state = lording("goblin", "orc", monsters=(ORC,))
    act(state, Play("goblin"), 3)
    assert legal(state) == [Play("orc"), Stop()]


def test_a_token_is_resolved_before_the_next_is_played() -> None:
    state = lording("discard", "orc", monsters=(ORC,), hands=(["tar", "brick"], [], ["brick"]))
    act(state, Play("discard"))
    assert GAME.active_seats(state) == {0, 2}
    assert legal(state, 1) == []
    act(state, GiveUp("brick"), seat=0)
    act(state, GiveUp("brick"), seat=2)
    assert GAME.active_seats(state) == {1}
    assert legal(state) == [Play("orc"), Stop()]


def test_boulders_always_roll() -> None:
    state = lording("boulder", monsters=(ORC, at("forest", 3, "orc")))
    assert legal(state) == [Play("boulder"), Stop()]
    act(state, Play("boulder"), 3)
    assert state.monsters == [ORC]
    assert standing(state.walls) == [1, 2, 4, 5, 6]


@pytest.mark.parametrize(("token", "more"), [("draw-three", 3), ("draw-four", 4)])
def test_a_token_that_draws_adds_that_many_to_the_hand_and_to_the_plays(
    token: str, more: int
) -> None:
    state = lording(token, "orc", "troll", monsters=(ORC,), pile=["goblin"] * 9)
    act(state, Play(token), *["goblin"] * more)
    assert state.plays_left == 1 + more
    assert state.held == {"orc": 1, "troll": 1, "goblin": more}
    assert of(Place, legal(state)) == []
    for _ in range(more):
        act(state, Play("goblin"), 1)
    assert GAME.active_seats(state) == {1}
    act(state, Play("orc"), 1)
    assert state.active == 2


def test_as_the_second_token_it_leaves_as_many_plays_as_it_draws() -> None:
    state = lording("draw-three", "orc", monsters=(ORC,), pile=["goblin"] * 4)
    act(state, Play("orc"), 1)
    act(state, Play("draw-three"), *["goblin"] * 3)
    assert state.plays_left == 3


def test_a_goblin_king_by_die_brings_three_as_well() -> None:
    state = lording("goblin-king", monsters=(ORC,), pile=["goblin"] * 4)
    act(state, Play("goblin-king"), 2, "goblin", "goblin", "goblin")
    assert state.plays_left == 4
    assert at("forest", 2, "goblin-king") in state.monsters


def test_tokens_beyond_three_stay_in_hand() -> None:
    state = lording("draw-four", "orc", "troll", monsters=(ORC,), pile=["goblin"] * 4)
    act(state, Play("draw-four"), *["goblin"] * 4)
    act(state, Stop())
    assert state.held == {"orc": 1, "troll": 1, "goblin": 4}
    state.phase = "play"
    draw_tokens(state)
    assert sum(state.held.values()) == 6


def test_under_missing_the_overlord_only_moves_monsters() -> None:
    state = lording("goblin", monsters=(ORC,), hands=(["missing"], [], ["brick"]))
    state.phase = "play"
    act(state, Missing())
    assert board(state) == [at("archer", 1, "orc")]
    assert (state.active, state.held) == (2, {"goblin": 1})
    assert state.pile == {"goblin": 2, "orc": 1}


def test_missing_leaves_the_overlord_still_even_with_no_monster_on_the_board() -> None:
    state = lording("goblin", hands=(["missing", "tar"], [], ["brick"]))
    state.phase = "play"
    act(state, Missing())
    assert (state.active, state.monsters, state.held) == (2, [], {"goblin": 1})


@pytest.mark.parametrize("pile", [[], ["goblin"]])
def test_with_no_monster_on_the_board_the_overlord_must_play_a_token(pile: list[str]) -> None:
    state = lording("orc", "troll", "healer", pile=pile)
    state.phase = "play"
    draw_tokens(state)
    assert Stop() not in legal(state)
    act(state, Play("orc"), 1)
    assert Stop() in legal(state)


def test_placing_a_monster_is_enough_where_one_must_be_played() -> None:
    state = lording("orc", "troll")
    act(state, Place("orc", 2))
    assert (state.active, state.must_play) == (2, False)


def test_an_effect_is_enough_too() -> None:
    state = lording("clockwise", "troll")
    act(state, Play("clockwise"))
    assert legal(state) == [Play("troll"), Stop()]


def test_a_monster_that_dies_as_the_monsters_move_makes_the_overlord_play() -> None:
    state = lording("orc", "troll", "healer", monsters=(at("sword", 1, "goblin"),))
    state.phase = "play"
    draw_tokens(state)
    assert state.must_play
    assert Stop() not in legal(state)


def test_an_overlord_without_tokens_is_passed_over() -> None:
    state = lording(monsters=(ORC,), pile=[])
    state.phase = "play"
    draw_tokens(state)
    assert state.active == 2


def test_nobody_else_may_play_the_overlords_tokens() -> None:
    state = lording("goblin", monsters=(ORC,))
    for seat in (0, 2):
        assert GAME.legal_actions(state, seat) == []


def test_the_overlord_wins_when_the_castle_falls() -> None:
    state = lording("boulder", monsters=(ORC,), walls=[], towers=[3])
    act(state, Play("boulder"), 3)
    result = GAME.result(state)
    assert result is not None
    assert [(seat.outcome, seat.rank) for seat in result.seats] == [
        ("lost", 2),
        ("won", 1),
        ("lost", 2),
    ]


def test_otherwise_the_castle_players_win_together_and_count_trophies() -> None:
    state = lording("boulder", monsters=(ORC,), pile=[])
    state.players[0].trophies = {"orc": 1}
    state.players[2].trophies = {"healer": 1}
    act(state, Play("boulder"), 1)
    result = GAME.result(state)
    assert result is not None
    assert [(seat.outcome, seat.rank, seat.score) for seat in result.seats] == [
        ("won", 2, VICTORY_POINTS["orc"]),
        ("lost", 3, None),
        ("won", 1, VICTORY_POINTS["healer"]),
    ]


def test_castle_seats_share_a_team_against_the_overlord() -> None:
    kept = GAME.format(GAME.Options(mode="overlord"), 4)
    assert kept.teams == (1, 0, 0, 0)
