"""Ruling sheet: End, at the exact moment."""

from typing import Any

import pytest

from games.castle_panic import actions as do
from games.castle_panic.scoring import masters, points, slain
from games.castle_panic.state import State
from games.plugin import Result, render
from tests.games.castle_panic.positions import (
    ALL,
    GAME,
    act,
    cards,
    end,
    hands,
    legal,
    position,
    standing,
    to,
    told,
)

HOME = {"mans_home": True}


def ended(*trophies: str, ending: str = "won", **more: Any) -> State:
    """A game that is over, with these trophies by seat."""
    state = position(*["tar"] * len(trophies), pile=[], ending=ending, **more)
    for player, kept in zip(state.players, trophies, strict=True):
        player.trophies = {kind: kept.split().count(kind) for kind in kept.split()}
    return state


def result(state: State) -> Result:
    found = GAME.result(state)
    assert found is not None
    return found


def ranks(state: State) -> list[int]:
    return [seat.rank for seat in result(state).seats]


def ties(state: State) -> list[str]:
    return [render(seat.tie_break) if seat.tie_break else "" for seat in result(state).seats]


# -- lost and won ---------------------------------------------------------------------------------


def test_the_game_is_lost_the_moment_the_last_tower_falls() -> None:
    monsters = "troll castle 2, orc sword 1, orc sword 5"
    state = position("tar", "brick", monsters=monsters, walls="5", towers="3")
    events = end(state)
    assert state.ending == "lost"
    assert GAME.active_seats(state) == frozenset()
    assert [event.type for event in events][-2:] == ["tower-lost", "end"]
    assert (state.monsters[0].points, told(events, "token")) == (3, [])


def falling(**more: Any) -> State:
    """Towers 3 and 4 fall together, and monsters of two kinds come to the first of them."""
    monsters = "troll castle 2, orc castle 2, goblin sword 4"
    fixed = {"monsters": monsters, "walls": "", "towers": "34", **more}
    state = position("tar", "brick", **fixed)
    end(state)
    return state


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ({"monsters": "troll castle 2, orc castle 2", "towers": "3"}, ""),
        ({}, ""),
        (
            {
                "monsters": "troll sword 1, orc sword 1, goblin castle 2",
                "towers": "3",
                "walls": ALL,
            },
            "",
        ),
        ({"towers": "346", "owners": [3, 4], "options": HOME}, "6"),
    ],
    ids=["the last tower", "the last two", "a wall as the tower falls", "everyone is out"],
)
def test_nobody_chooses_who_is_hurt_where_the_castle_falls(more: dict[str, Any], left: str) -> None:
    state = falling(**more)
    assert (state.ending, state.pending, standing(state.towers)) == ("lost", [], left)
    assert [legal(state, seat) for seat in (0, 1)] == [[], []]


@pytest.mark.parametrize("more", [{}, {"owners": [3, 6], "options": HOME}])
def test_who_is_hurt_is_chosen_while_a_tower_stays(more: dict[str, Any]) -> None:
    state = falling(towers="346", **more)
    assert state.ending is None
    assert legal(state, state.chooser) == [do.TakeDamage("orc", 2), do.TakeDamage("troll", 3)]


GOBLIN = "goblin castle 2"


@pytest.mark.parametrize(
    ("monsters", "towers", "pile", "drawn", "ending"),
    [
        (GOBLIN, "3", "", "", "lost"),  # its dying blow
        (GOBLIN, "36", "", "", "won"),
        ("orc archer 5", "3", "boulder goblin", "boulder 3", "lost"),
        ("", "3", "boulder", "boulder 6", "lost"),  # the last token is resolved to its end
        ("goblin forest 6", "3", "boulder", "boulder 6", "lost"),
        ("troll archer 3", "4", "boulder", "boulder 3", "won"),
        ("", "3", "clockwise", "clockwise", "won"),
        ("", "3", "move-red", "move-red", "won"),
        ("", "3", "plague-archers", "plague-archers", "won"),
        ("", "3", "draw-four", "draw-four", "won"),
        ("", "3", "discard", "discard", "won"),  # and nobody discards
    ],
)
def test_the_game_ends_in_any_phase_when_its_last_token_is_resolved(
    monsters, towers, pile, drawn, ending
):
    state = position("tar", "brick", monsters=monsters, walls="", towers=towers, pile=pile)
    end(state, drawn)
    assert (state.ending, state.active, state.pending) == (ending, 0, [])
    assert hands(state) == ["tar", "brick"]


def test_the_game_is_won_with_the_last_monsters_death_in_phase_4_or_at_a_wall_in_phase_5() -> None:
    state = position("barbarian tar", "brick", monsters="troll castle 2", pile=[])
    act(state, do.Barbarian(to("troll castle 2")))
    assert (state.ending, state.active, hands(state)[0]) == ("won", 0, "tar")
    state = position("tar", "brick", monsters="goblin sword 2", pile=[])
    events = end(state)
    assert (state.ending, standing(state.walls)) == ("won", "13456")
    assert [event.type for event in events] == ["wall-lost", "hurt", "slain", "end"]
    state = position("tar", "brick", monsters="goblin sword 2, orc sword 2", pile=[])
    end(state)
    act(state, do.TakeDamage("goblin", 1))
    assert state.ending is None, "only when the last one dies"


def test_the_game_goes_on_while_a_token_is_left() -> None:
    state = position("barbarian tar", "brick", monsters="orc castle 2")
    act(state, do.Barbarian(to("orc castle 2")), "goblin 1 goblin 2")
    assert state.ending is None
    assert GAME.result(state) is None
    fixed = {"lord": 1, "monsters": "orc castle 2", "pile": [], "held": "orc"}
    state = position("barbarian missing", "", **fixed)
    act(state, do.Barbarian(to("orc castle 2")))
    assert state.ending is None
    state = position("tar", "brick tar", monsters="orc forest 1", pile="discard")
    end(state, "discard")
    assert GAME.active_seats(state) == {0, 1}
    act(state, do.GiveUp("tar"), seat=0)
    act(state, do.GiveUp("brick"), seat=1)
    assert (state.ending, state.active) == (None, 1)


@pytest.mark.parametrize(
    ("token", "action", "ending", "active"),
    [("clockwise", do.Play("clockwise"), "won", 0), ("orc", do.Place("orc", 1), None, 0)],
)
def test_the_game_is_won_when_the_overlords_last_token_leaves_no_monster(
    token, action, ending, active
):
    fixed = {"plays_left": 2, "may_place": True, "must_play": True}
    state = position("tar", "", lord=1, pile=[], held=token, phase="overlord", **fixed)
    act(state, action)
    assert (state.ending, state.active) == (ending, active)


# -- trophies -------------------------------------------------------------------------------------


def test_trophies_score_1_2_3_and_4_for_a_boss() -> None:
    state = ended("goblin orc", "troll troll", "healer troll-mage")
    assert [points(state, seat) for seat in range(3)] == GAME.scores(state) == [3, 6, 8]
    assert [slain(state, seat) for seat in range(3)] == [2, 2, 2]


def tied(count: int) -> str:
    return f"Tied on points: {count} monster{'s' * (count > 1)} slain."


GOBLINS = "goblin goblin goblin goblin"


@pytest.mark.parametrize(
    ("trophies", "best", "places", "explained"),
    [
        (["orc orc", "troll troll", "goblin"], [1], [2, 1, 3], ["", "", ""]),
        (["orc orc", GOBLINS, "healer"], [1], [2, 1, 3], [tied(2), tied(4), tied(1)]),
        (
            ["orc goblin goblin", "goblin goblin orc", "goblin"],
            [0, 1],
            [1, 1, 3],
            [tied(3), tied(3), ""],
        ),
        (["orc orc"], [], [1], [""]),
    ],
    ids=["most points", "most monsters slain", "shared", "alone"],
)
def test_who_is_master_slayer(trophies, best, places, explained):
    state = ended(*trophies)
    assert (masters(state), ranks(state), ties(state)) == (best, places, explained)
    assert {seat.outcome for seat in result(state).seats} == {"won"}
    assert result(state).seats[0].score == points(state, 0)


@pytest.mark.parametrize(
    ("trophies", "more", "places"),
    [
        (("orc", "orc"), {"options": {"mode": "co-op"}}, [1, 1]),
        (("orc", ""), {"lord": 1}, [1, 2]),
        (("orc", "orc"), {"options": HOME}, [1, 2]),
    ],
    ids=["co-op", "against an Overlord", "somebody who is out"],
)
def test_who_isnt_level_with_anybody_has_no_tie_to_explain(trophies, more, places):
    state = ended(*trophies, **more)
    state.players[1].out = state.options.mans_home
    assert (ranks(state), ties(state)) == (places, ["", ""])


def test_in_co_op_and_when_the_castle_falls_nobody_is_master_slayer() -> None:
    fixed = {"monsters": "goblin archer 1", "pile": [], "options": {"mode": "co-op"}}
    state = position("archer-red", "tar", **fixed)
    act(state, do.Hit("archer-red", to("goblin archer 1")))
    assert state.ending == "won"
    assert (state.players[0].trophies, state.spent) == ({}, {"goblin": 1})
    assert masters(state) == []
    assert [(seat.rank, seat.score) for seat in result(state).seats] == [(1, None)] * 2
    assert GAME.scores(state) == [None, None]
    state = ended("orc orc", "goblin", ending="lost", towers=[])
    assert masters(state) == []
    said = [(seat.outcome, seat.rank, seat.score) for seat in result(state).seats]
    assert said == [("lost", 1, 4), ("lost", 1, 1)]


# -- A Man's Home Is His Castle -------------------------------------------------------------------


def test_who_loses_the_own_tower_is_out_and_the_hand_goes_to_the_discards() -> None:
    fixed = {"monsters": "troll castle 2", "options": HOME, "missing": True}
    state = position("tar", "brick brick", "mortar", owners=[1, 3, 5], **fixed)
    events = end(state)
    assert [player.out for player in state.players] == [False, True, False]
    assert (hands(state)[1], cards(state.discards)) == ("", "brick brick")
    assert told(events, "out") == [{"seat": 1, "arc": 3}]
    assert state.active == 2
    state = position("tar", "brick", owners=[1, 5], **fixed)
    end(state)
    assert [player.out for player in state.players] == [False, False], "nobody's tower"


def test_if_the_active_player_is_out_the_turn_is_completed_and_the_next_one_in_chooses() -> None:
    monsters = "troll castle 2, troll castle 4, orc castle 4"
    state = position("tar", "brick", "mortar", monsters=monsters, owners=[3, 1, 6], options=HOME)
    end(state)
    assert state.players[0].out
    assert (state.active, state.chooser) == (0, 1)
    act(state, do.TakeDamage("orc", 2), "goblin 1 orc 2", seat=1)
    assert (state.active, len(state.monsters)) == (1, 5)
    fixed = {"lord": 2, "active": 1, "owners": [1, 3, None, 6], "options": HOME, "missing": True}
    state = position("tar", "brick", "", "mortar", monsters="troll castle 2, orc castle 2", **fixed)
    end(state)
    assert (GAME.active_seats(state), legal(state, 1)) == ({3}, [])
    act(state, do.TakeDamage("troll", 3))
    assert state.active == 3


def test_who_is_out_neither_discards_nor_suffers_plagues_nor_gets_a_title() -> None:
    pile = "discard goblin orc"
    state = position("tar", "", "brick", owners=[1, 3, 5], options=HOME, pile=pile)
    state.players[1].out = True
    end(state, "discard")
    assert GAME.active_seats(state) == {0, 2}
    over = ended("goblin", "troll-mage", "orc", options=HOME)
    over.players[1].out = True
    assert (masters(over), ranks(over)) == ([2], [2, 3, 1])


def test_all_out_is_an_immediate_loss_though_towers_stand_and_lets_the_overlord_win() -> None:
    fixed = {"monsters": "troll castle 2, troll castle 5", "options": HOME}
    state = position("tar", "brick", owners=[3, 6], **fixed)
    end(state)
    assert (state.ending, standing(state.towers)) == ("lost", "1245")
    state = position("tar", "", "", lord=1, owners=[3, None, 5], **fixed)
    state.players[2].out = True
    end(state)
    assert [seat.outcome for seat in result(state).seats] == ["lost", "won", "lost"]


# -- in words and figures -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (ended("", "", ending="lost", towers=[]), "The last tower has fallen"),
        (ended("", "", ending="lost", options=HOME), "Everyone’s tower has fallen"),
        (ended("", "", ending="lost", lord=1), "as the Overlord"),
        (ended("", "", options={"mode": "co-op"}, towers=[2]), "1 tower"),
        (ended("orc", ""), "Master Slayer with 2 points"),
        (
            ended("orc", "goblin", "orc", ""),
            "Ann and Cid share the title of Master Slayer with 2 points each.",
        ),
        (
            ended("", "goblin", "goblin", "goblin"),
            "Bob, Cid and Dan share the title of Master Slayer with 1 point each.",
        ),
    ],
)
def test_the_reason_says_how_it_ended(state: State, said: str) -> None:
    assert said in render(result(state).reason, ["Ann", "Bob", "Cid", "Dan"])


def test_statistics_tell_of_every_seat() -> None:
    state = ended("orc orc", "goblin", towers="12", walls="4")
    both = {"towers": 2, "walls": 1, "turns": 1}
    assert GAME.statistics(state) == {"seats": [{"slain": 2, **both}, {"slain": 1, **both}]}
    coop, against = ended("", "", options={"mode": "co-op"}), ended("orc", "", lord=1)
    counted = [["slain" in one for one in GAME.statistics(s)["seats"]] for s in (coop, against)]
    assert counted == [[False, False], [True, False]]
