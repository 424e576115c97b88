"""Ruling sheet: Overlord."""

from typing import Any

import pytest

from games.castle_panic import actions as do
from games.castle_panic.components import ARCS, VICTORY_POINTS
from games.castle_panic.state import State
from games.plugin import FastChance
from tests.games.castle_panic.positions import (
    GAME,
    act,
    cards,
    end,
    fresh,
    legal,
    of,
    position,
    shown,
    standing,
    told,
)

ORC = "orc forest 1"


def lording(held: str, monsters: str = ORC, hand: str = "tar", **more: Any) -> State:
    """The Overlord in seat 1 has moved the monsters, drawn, and may play these tokens."""
    fixed = {"plays_left": 2, "may_place": True, "must_play": not monsters, "phase": "overlord"}
    everything = {**fixed, "lord": 1, "held": held, "monsters": monsters, **more}
    return position(hand, "", "brick", **everything)


def playing(held: str, monsters: str = ORC, **more: Any) -> State:
    """Before that: the castle's seat 0 is to end phase 4."""
    return lording(held, monsters, phase="play", **more)


def over(state: State) -> bool:
    return state.active == 2 and state.phase != "overlord"


def test_what_the_overlord_can_touch_follows_the_ring() -> None:
    state = lording("goblin orc", "orc archer 5, troll knight 2")
    for token in ("goblin", "orc"):
        placed = [choice.picks for choice in GAME.choices(state, 1) if len(choice.picks) == 2]
        arcs = [where for kind, where in placed if kind == f"token:{token}"]
        assert arcs == [f"forest:{arc}" for arc in ARCS]
    drawn = GAME.board(GAME.observation(state, 1))
    assert [arc["arc"] for arc in drawn["arcs"]] == list(ARCS)
    assert all(arc["forest"] for arc in drawn["arcs"])


def test_the_overlord_begins_with_three_hidden_tokens_and_no_cards() -> None:
    state = fresh(4, lord=2)
    events = GAME.apply_action(state, state.first, do.OpenAtRandom(), FastChance(8))
    assert (sum(state.held.values()), state.players[2].hand) == (3, {})
    [drawn] = [event for event in events if event.type == "overlord-draws"]
    assert (drawn.data, list(drawn.private), drawn.reveals) == ({"count": 3}, [2], True)


def test_after_phase_4_of_every_castle_players_turn_the_overlord_acts_once_the_monsters_moved():
    state = playing("goblin orc", pile="orc")
    for castle, following in ((0, 2), (2, 0)):
        end(state, cards(state.pile))
        assert (GAME.active_seats(state), state.active) == ({1}, castle)
        turn = GAME.turn(state)
        assert turn is not None
        assert turn.seat == 1, "on the Overlord's clock"
        assert legal(state, 0) == legal(state, 2) == []
        act(state, do.Stop())
        assert state.active == following
        state.phase = "play"
    state = playing("goblin orc", pile="troll goblin")
    assert [event.type for event in end(state, "troll")] == ["move", "overlord-draws"]
    assert shown(state) == "orc archer 1"


@pytest.mark.parametrize(
    ("held", "pile", "drawn"), [(0, 4, 3), (1, 4, 2), (2, 4, 1), (3, 4, 0), (5, 4, 0), (0, 1, 1)]
)
def test_the_overlord_draws_up_to_three_or_what_is_left(held: int, pile: int, drawn: int) -> None:
    state = playing("orc " * held, pile=["goblin"] * pile)
    end(state, "goblin " * drawn)
    assert state.held.get("goblin", 0) == drawn
    assert state.pile.get("goblin", 0) == pile - drawn


def test_the_overlord_may_play_nothing_and_is_passed_over_without_tokens() -> None:
    state = lording("goblin orc")
    assert [event.type for event in act(state, do.Stop())] == ["overlord-stops", "turn"]
    assert (cards(state.held), shown(state)) == ("goblin orc", ORC)
    assert over(state)
    state = playing("", pile=[])
    end(state)
    assert over(state)


def test_the_overlord_may_place_one_monster_and_then_nothing_more() -> None:
    state = lording("goblin orc clockwise")
    assert of(do.Place, state) == [
        do.Place(kind, arc) for kind in ("goblin", "orc") for arc in ARCS
    ]
    events = act(state, do.Place("orc", 4))
    assert (shown(state), cards(state.held)) == (f"{ORC}, orc forest 4", "clockwise goblin")
    assert over(state)
    assert told(events, "overlord-plays") == [{"token": "orc", "arc": 4}]
    assert told(events, "monster") == [{"kind": "orc", "arc": 4, "rolled": False}]


def test_a_boss_may_be_placed_with_its_effect() -> None:
    state = lording("troll-mage")
    act(state, do.Place("troll-mage", 5))
    assert shown(state) == "orc archer 1, troll-mage archer 5"
    assert over(state)
    state = lording("goblin-king orc", pile=["goblin"] * 4)
    act(state, do.Place("goblin-king", 5), "goblin goblin goblin")
    assert (state.plays_left, cards(state.held)) == (3, "goblin goblin goblin orc")
    assert of(do.Place, state) == []
    for token, arc in (("goblin", 2), ("orc", 3), ("goblin", 4)):
        act(state, do.Play(token), arc)
    assert (over(state), cards(state.held)) == (True, "goblin")
    state = lording("goblin-king", pile=["goblin"] * 4)
    act(state, do.Play("goblin-king"), "2 goblin goblin goblin")
    assert (state.plays_left, shown(state)) == (4, f"{ORC}, goblin-king forest 2")


def test_the_overlord_may_play_up_to_two_tokens_of_any_kind_one_at_a_time() -> None:
    state = lording("goblin orc clockwise")
    tokens = [do.Play("goblin"), do.Play("orc"), do.Play("clockwise")]
    assert of(do.Play, state) == tokens
    act(state, do.Play("clockwise"))
    assert shown(state) == "orc forest 2"
    assert legal(state) == [*tokens[:2], do.Stop()], "by the die from now on"
    act(state, do.Play("goblin"), 6)
    assert (shown(state), cards(state.held)) == ("orc forest 2, goblin forest 6", "orc")
    assert over(state)


def test_a_token_is_resolved_before_the_next_is_played_and_boulders_roll() -> None:
    state = lording("discard orc", hand="tar brick")
    act(state, do.Play("discard"))
    assert (GAME.active_seats(state), legal(state, 1)) == ({0, 2}, [])
    act(state, do.GiveUp("brick"), seat=0)
    act(state, do.GiveUp("brick"), seat=2)
    assert GAME.active_seats(state) == {1}
    assert legal(state) == [do.Play("orc"), do.Stop()]
    state = lording("boulder", f"{ORC}, orc forest 3")
    assert legal(state) == [do.Play("boulder"), do.Stop()]
    act(state, do.Play("boulder"), 3)
    assert (shown(state), standing(state.walls)) == (ORC, "12456")


@pytest.mark.parametrize(("token", "more"), [("draw-three", 3), ("draw-four", 4)])
def test_a_token_that_draws_adds_that_many_to_the_hand_and_to_the_plays(token, more):
    state = lording(f"{token} orc troll", pile=["goblin"] * 9)
    act(state, do.Play(token), "goblin " * more)
    assert state.plays_left == 1 + more
    assert state.held == {"orc": 1, "troll": 1, "goblin": more}
    assert of(do.Place, state) == []
    for _ in range(more):
        act(state, do.Play("goblin"), 1)
    assert GAME.active_seats(state) == {1}
    act(state, do.Play("orc"), 1)
    assert over(state)


def test_drawn_tokens_may_all_be_played_and_those_beyond_three_stay_in_hand() -> None:
    state = lording("draw-three orc", pile=["goblin"] * 4)
    act(state, do.Play("orc"), 1)
    act(state, do.Play("draw-three"), "goblin goblin goblin")
    assert state.plays_left == 3
    state = lording("draw-four orc troll", pile=["goblin"] * 4)
    act(state, do.Play("draw-four"), "goblin " * 4)
    act(state, do.Stop())
    state.phase = "play"
    end(state)
    assert state.held == {"orc": 1, "troll": 1, "goblin": 4}


@pytest.mark.parametrize(("monsters", "after"), [(ORC, "orc archer 1"), ("", "")])
def test_under_missing_the_overlord_only_moves_monsters(monsters: str, after: str) -> None:
    state = playing("goblin", monsters, hand="missing")
    act(state, do.Missing())
    assert (shown(state), state.active) == (after, 2)
    assert (cards(state.held), cards(state.pile)) == ("goblin", "goblin goblin orc")


@pytest.mark.parametrize(
    ("monsters", "pile"), [("", ""), ("", "goblin"), ("goblin sword 1", "goblin")]
)
def test_with_no_monster_on_the_board_the_overlord_must_play_a_token(monsters, pile):
    state = playing("orc troll healer", monsters, pile=pile)
    end(state)
    assert state.must_play
    assert do.Stop() not in legal(state)
    act(state, do.Play("orc"), 1)
    assert do.Stop() in legal(state)


def test_a_monster_placed_or_an_effect_is_enough_where_one_must_be_played() -> None:
    state = lording("orc troll", "")
    act(state, do.Place("orc", 2))
    assert (state.active, state.must_play) == (2, False)
    state = lording("clockwise troll", "")
    act(state, do.Play("clockwise"))
    assert legal(state) == [do.Play("troll"), do.Stop()]


@pytest.mark.parametrize(
    ("arc", "more", "results"),
    [
        (3, {"walls": [], "towers": [3]}, [("lost", 2), ("won", 1), ("lost", 2)]),
        (1, {"pile": []}, [("won", 2), ("lost", 3), ("won", 1)]),
    ],
)
def test_the_overlord_wins_when_the_castle_falls_otherwise_the_castle_players_together(
    arc, more, results
):
    state = lording("boulder", **more)
    state.players[0].trophies, state.players[2].trophies = {"orc": 1}, {"healer": 1}
    act(state, do.Play("boulder"), arc)
    result = GAME.result(state)
    assert result is not None
    assert [(seat.outcome, seat.rank) for seat in result.seats] == results
    scores = [VICTORY_POINTS["orc"], None, VICTORY_POINTS["healer"]]
    assert [seat.score for seat in result.seats] == scores
