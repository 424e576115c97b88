"""Ruling sheet: End, at the exact moment."""

from typing import Any

import pytest

from games.castle_panic.actions import Barbarian, EndPlay, GiveUp, Hit, Place, Play, TakeDamage
from games.castle_panic.scoring import masters, points, slain
from games.castle_panic.state import State
from games.plugin import Result, render
from tests.games.castle_panic.positions import (
    GAME,
    act,
    at,
    position,
    standing,
    to,
    told,
)


def ended(*trophies: dict[str, int], ending: str = "won", **more: Any) -> State:
    """A game that is over, with these trophies by seat."""
    state = position(*[["tar"]] * len(trophies), pile=[], ending=ending, **more)
    for player, kept in zip(state.players, trophies, strict=True):
        player.trophies = kept
    return state


def result(state: State) -> Result:
    found = GAME.result(state)
    assert found is not None
    return found


def ranks(state: State) -> list[int]:
    return [seat.rank for seat in result(state).seats]


# -- lost -----------------------------------------------------------------------------------------


def test_the_game_is_lost_the_moment_the_last_tower_falls() -> None:
    monsters = [at("castle", 2, "troll"), at("sword", 1, "orc"), at("sword", 5, "orc")]
    state = position(["tar"], ["brick"], monsters=monsters, walls=[5], towers=[3])
    events = act(state, EndPlay())
    assert state.ending == "lost"
    assert GAME.active_seats(state) == frozenset()
    assert [event.type for event in events][-2:] == ["tower-lost", "end"]
    assert state.monsters[0] == at("castle", 3, "troll")
    assert told(events, "token") == []


def test_nobody_chooses_who_is_hurt_by_the_last_tower() -> None:
    monsters = [at("castle", 2, "troll"), at("castle", 2, "orc")]
    state = position(["tar"], ["brick"], monsters=monsters, towers=[3])
    act(state, EndPlay())
    assert (state.ending, state.pending) == ("lost", [])
    assert [GAME.legal_actions(state, seat) for seat in (0, 1)] == [[], []]


def falling(**more: Any) -> State:
    """Towers 3 and 4 fall together, and monsters of two kinds come to the first of them."""
    monsters = [at("castle", 2, "troll"), at("castle", 2, "orc"), at("sword", 4, "goblin")]
    fixed = {"walls": [], "towers": [3, 4], **more}
    state = position(["tar"], ["brick"], monsters=monsters, **fixed)
    act(state, EndPlay())
    return state


def test_nobody_chooses_who_is_hurt_when_the_last_towers_fall_together() -> None:
    state = falling()
    assert (state.ending, state.pending, standing(state.towers)) == ("lost", [], [])


def test_nobody_chooses_who_is_hurt_at_a_wall_that_breaks_as_the_last_tower_falls() -> None:
    monsters = [at("sword", 1, "troll"), at("sword", 1, "orc"), at("castle", 2, "goblin")]
    state = position(["tar"], ["brick"], monsters=monsters, towers=[3])
    events = act(state, EndPlay())
    assert (state.ending, state.pending) == ("lost", [])
    assert [event.type for event in events] == ["move", "wall-lost", "tower-lost", "end"]


def test_nobody_chooses_who_is_hurt_when_everyone_still_in_goes_out_together() -> None:
    state = falling(towers=[3, 4, 6], owners=[3, 4], options={"mans_home": True})
    assert (state.ending, state.pending, standing(state.towers)) == ("lost", [], [6])


@pytest.mark.parametrize("more", [{}, {"owners": [3, 6], "options": {"mans_home": True}}])
def test_who_is_hurt_is_chosen_while_a_tower_stays(more: dict[str, Any]) -> None:
    state = falling(towers=[3, 4, 6], **more)
    assert state.ending is None
    choices = GAME.legal_actions(state, state.chooser)
    assert choices == [TakeDamage("orc", 2), TakeDamage("troll", 3)]


def test_the_last_monsters_dying_blow_against_the_last_tower_loses() -> None:
    state = position(["tar"], ["brick"], monsters=[at("castle", 2, "goblin")], towers=[3], pile=[])
    act(state, EndPlay())
    assert state.ending == "lost"


def test_a_boulder_that_fells_the_last_tower_loses() -> None:
    pile = ["boulder", "goblin"]
    state = position(["tar"], ["brick"], walls=[], towers=[3], pile=pile)
    act(state, EndPlay(), "boulder", 3)
    assert (state.ending, state.pile) == ("lost", {"goblin": 1})


@pytest.mark.parametrize("monsters", [[], [at("forest", 6, "goblin")]])
def test_the_last_token_is_resolved_to_its_end_before_the_game_is_won(monsters: list[Any]) -> None:
    state = position(["tar"], ["brick"], monsters=monsters, walls=[], towers=[3], pile=["boulder"])
    act(state, EndPlay(), "boulder", 6)
    assert state.ending == "lost"


# -- won ------------------------------------------------------------------------------------------


def test_the_game_is_won_with_the_last_monsters_death_in_phase_4() -> None:
    state = position(["barbarian", "tar"], ["brick"], monsters=[at("castle", 2, "troll")], pile=[])
    act(state, Barbarian(to("castle", 2, "troll")))
    assert (state.ending, state.active) == ("won", 0)
    assert state.players[0].hand == {"tar": 1}


def test_the_game_is_won_with_a_death_at_a_wall_in_phase_5() -> None:
    state = position(["tar"], ["brick"], monsters=[at("sword", 2, "goblin")], pile=[])
    events = act(state, EndPlay())
    assert state.ending == "won"
    assert standing(state.walls) == [1, 3, 4, 5, 6]
    assert [event.type for event in events] == ["wall-lost", "hurt", "slain", "end"]


def test_the_game_is_won_by_a_dying_blow_while_another_tower_stands() -> None:
    monsters = [at("castle", 2, "goblin")]
    state = position(["tar"], ["brick"], monsters=monsters, towers=[3, 6], pile=[])
    act(state, EndPlay())
    assert (state.ending, standing(state.towers)) == ("won", [6])


def test_the_game_is_won_by_a_boulder_in_phase_6() -> None:
    state = position(["tar"], ["brick"], monsters=[at("archer", 3, "troll")], pile=["boulder"])
    act(state, EndPlay(), "boulder", 3)
    assert state.ending == "won"


@pytest.mark.parametrize("token", ["clockwise", "move-red", "plague-archers", "draw-four"])
def test_the_game_is_won_when_the_last_token_is_an_effect_and_no_monster_is_left(
    token: str,
) -> None:
    state = position(["tar"], ["brick"], pile=[token])
    act(state, EndPlay(), token)
    assert (state.ending, state.active) == ("won", 0)


def test_nobody_discards_for_a_last_token_that_wins() -> None:
    state = position(["tar"], ["brick"], pile=["discard"])
    act(state, EndPlay(), "discard")
    assert (state.ending, state.pending) == ("won", [])
    assert [player.hand for player in state.players] == [{"tar": 1}, {"brick": 1}]


def test_a_last_discard_is_made_while_a_monster_lives() -> None:
    monsters = [at("forest", 1, "orc")]
    state = position(["tar"], ["brick", "tar"], monsters=monsters, pile=["discard"])
    act(state, EndPlay(), "discard")
    assert GAME.active_seats(state) == {0, 1}
    act(state, GiveUp("tar"), seat=0)
    act(state, GiveUp("brick"), seat=1)
    assert (state.ending, state.active) == (None, 1)


def test_the_game_goes_on_while_the_pile_holds_a_token() -> None:
    state = position(["barbarian", "tar"], ["brick"], monsters=[at("castle", 2, "orc")])
    act(state, Barbarian(to("castle", 2, "orc")), "goblin", 1, "goblin", 2)
    assert state.ending is None


def test_the_game_goes_on_while_the_overlord_holds_a_token() -> None:
    hands = (["barbarian", "missing"], [])
    monsters = [at("castle", 2, "orc")]
    state = position(*hands, lord=1, monsters=monsters, pile=[], held=["orc"])
    act(state, Barbarian(to("castle", 2, "orc")))
    assert state.ending is None


def test_the_game_is_won_when_the_overlords_last_token_leaves_no_monster() -> None:
    state = position(["tar"], [], lord=1, pile=[], held=["clockwise"], phase="overlord")
    state.plays_left, state.must_play = 2, True
    act(state, Play("clockwise"))
    assert state.ending == "won"


def test_a_monster_placed_last_keeps_the_game_going() -> None:
    state = position(["tar"], [], lord=1, pile=[], held=["orc"], phase="overlord")
    state.plays_left, state.may_place = 2, True
    act(state, Place("orc", 1))
    assert (state.ending, state.active) == (None, 0)


def test_a_choice_of_who_is_hurt_may_win_only_when_the_last_one_dies() -> None:
    monsters = [at("sword", 2, "goblin"), at("sword", 2, "orc", 2)]
    state = position(["tar"], ["brick"], monsters=monsters, pile=[])
    act(state, EndPlay())
    act(state, TakeDamage("goblin", 1))
    assert state.ending is None
    state = position(["archer-red"], ["brick"], monsters=[at("archer", 1, "goblin")], pile=[])
    act(state, Hit("archer-red", to("archer", 1, "goblin")))
    assert state.ending == "won"


# -- trophies -------------------------------------------------------------------------------------


def test_trophies_score_1_2_3_and_4_for_a_boss() -> None:
    state = ended({"goblin": 1, "orc": 1}, {"troll": 2}, {"healer": 1, "troll-mage": 1})
    assert [points(state, seat) for seat in range(3)] == [3, 6, 8]
    assert [slain(state, seat) for seat in range(3)] == [2, 2, 2]
    assert GAME.scores(state) == [3, 6, 8]


def test_most_points_is_master_slayer() -> None:
    state = ended({"orc": 2}, {"troll": 2}, {"goblin": 4})
    assert masters(state) == [1]
    assert ranks(state) == [3, 1, 2]
    assert [seat.outcome for seat in result(state).seats] == ["won"] * 3


def test_a_tie_goes_to_most_monsters_slain() -> None:
    state = ended({"orc": 2}, {"goblin": 4}, {"healer": 1})
    assert masters(state) == [1]
    assert ranks(state) == [2, 1, 3]
    assert [seat.tie_break is not None for seat in result(state).seats] == [True] * 3


def test_level_in_that_too_the_title_is_shared() -> None:
    state = ended({"orc": 1, "goblin": 2}, {"goblin": 2, "orc": 1}, {"goblin": 1})
    assert masters(state) == [0, 1]
    assert ranks(state) == [1, 1, 3]
    assert [seat.tie_break is not None for seat in result(state).seats] == [True, True, False]


def test_two_level_on_points_are_parted_by_monsters_slain() -> None:
    state = ended({"orc": 1}, {"goblin": 2})
    assert ranks(state) == [2, 1]
    said = [render(seat.tie_break) for seat in result(state).seats if seat.tie_break]
    assert said == ["Tied on points: 1 monster slain.", "Tied on points: 2 monsters slain."]


def test_who_is_out_is_level_with_nobody_who_is_in() -> None:
    state = ended({"orc": 1}, {"orc": 1}, options={"mans_home": True})
    state.players[1].out = True
    assert ranks(state) == [1, 2]
    assert [seat.tie_break for seat in result(state).seats] == [None] * 2


def test_who_isnt_level_with_anybody_has_no_tie_to_explain() -> None:
    state = ended({"orc": 2}, {"goblin": 1}, {})
    assert [seat.tie_break for seat in result(state).seats] == [None] * 3


def test_without_trophies_or_company_there_is_no_tie_to_explain() -> None:
    together = ended({"orc": 1}, {"orc": 1}, options={"mode": "co-op"})
    assert [seat.tie_break for seat in result(together).seats] == [None] * 2
    against = ended({"orc": 1}, {}, lord=1)
    assert [seat.tie_break for seat in result(against).seats] == [None] * 2


def test_in_co_op_there_are_no_trophies_and_no_master_slayer() -> None:
    monsters = [at("archer", 1, "goblin")]
    state = position(["archer-red"], ["tar"], monsters=monsters, pile=[], options={"mode": "co-op"})
    act(state, Hit("archer-red", to("archer", 1, "goblin")))
    assert (state.players[0].trophies, state.spent) == ({}, {"goblin": 1})
    assert masters(state) == []
    assert [(seat.rank, seat.score) for seat in result(state).seats] == [(1, None)] * 2
    assert GAME.scores(state) == [None, None]


def test_alone_trophies_are_a_score_without_a_title() -> None:
    state = ended({"orc": 2})
    assert masters(state) == []
    assert result(state).seats[0].score == 4
    assert result(state).seats[0].tie_break is None


def test_when_the_castle_falls_nobody_is_master_slayer() -> None:
    state = ended({"orc": 2}, {"goblin": 1}, ending="lost", towers=[])
    assert masters(state) == []
    assert [(s.outcome, s.rank, s.score) for s in result(state).seats] == [
        ("lost", 1, 4),
        ("lost", 1, 1),
    ]


def test_there_is_no_result_while_the_game_goes_on() -> None:
    assert GAME.result(position(["tar"], ["brick"])) is None


# -- A Man's Home Is His Castle -------------------------------------------------------------------

HOME = {"mans_home": True}


def test_who_loses_the_own_tower_is_out_and_the_hand_goes_to_the_discards() -> None:
    state = position(
        ["tar"],
        ["brick", "brick"],
        ["mortar"],
        monsters=[at("castle", 2, "troll")],
        owners=[1, 3, 5],
        options=HOME,
        missing=True,
    )
    events = act(state, EndPlay())
    assert [player.out for player in state.players] == [False, True, False]
    assert (state.players[1].hand, state.discards) == ({}, {"brick": 2})
    assert told(events, "out") == [{"seat": 1, "arc": 3}]
    assert state.active == 2


def test_a_tower_without_an_owner_puts_nobody_out() -> None:
    state = position(
        ["tar"], ["brick"], monsters=[at("castle", 2, "troll")], owners=[1, 5], options=HOME
    )
    state.missing = True
    act(state, EndPlay())
    assert [player.out for player in state.players] == [False, False]


def test_if_the_active_player_is_out_phases_5_and_6_are_completed() -> None:
    monsters = [at("castle", 2, "troll"), at("castle", 4, "troll"), at("castle", 4, "orc")]
    state = position(
        ["tar"], ["brick"], ["mortar"], monsters=monsters, owners=[3, 1, 6], options=HOME
    )
    act(state, EndPlay())
    assert state.players[0].out
    assert (state.active, state.chooser) == (0, 1)
    act(state, TakeDamage("orc", 2), "goblin", 1, "orc", 2, seat=1)
    assert (state.active, len(state.monsters)) == (1, 5)


def test_choices_fall_to_the_next_castle_player_still_in() -> None:
    monsters = [at("castle", 2, "troll"), at("castle", 2, "orc")]
    hands = (["tar"], ["brick"], [], ["mortar"])
    state = position(
        *hands, lord=2, monsters=monsters, active=1, owners=[1, 3, None, 6], options=HOME
    )
    state.missing = True
    act(state, EndPlay())
    assert GAME.active_seats(state) == {3}
    assert GAME.legal_actions(state, 1) == []
    act(state, TakeDamage("troll", 3))
    assert state.active == 3


def test_who_is_out_neither_discards_nor_suffers_plagues_nor_gets_a_title() -> None:
    state = position(
        ["tar"], [], ["brick"], owners=[1, 3, 5], options=HOME, pile=["discard", "goblin", "orc"]
    )
    state.players[1].out = True
    act(state, EndPlay(), "discard")
    assert GAME.active_seats(state) == {0, 2}
    over = ended({"goblin": 1}, {"troll-mage": 1}, {"orc": 1}, options=HOME)
    over.players[1].out = True
    assert masters(over) == [2]
    assert ranks(over) == [2, 3, 1]


def test_all_out_is_an_immediate_loss_though_towers_stand() -> None:
    monsters = [at("castle", 2, "troll"), at("castle", 5, "troll")]
    state = position(["tar"], ["brick"], monsters=monsters, owners=[3, 6], options=HOME)
    act(state, EndPlay())
    assert state.ending == "lost"
    assert standing(state.towers) == [1, 2, 4, 5]


def test_all_out_lets_the_overlord_win() -> None:
    monsters = [at("castle", 2, "troll")]
    hands = (["tar"], [], [])
    state = position(*hands, lord=1, monsters=monsters, owners=[3, None, 5], options=HOME)
    state.players[2].out = True
    act(state, EndPlay())
    assert [seat.outcome for seat in result(state).seats] == ["lost", "won", "lost"]


def test_the_reason_says_how_it_ended() -> None:
    endings = [
        (ended({}, {}, ending="lost", towers=[]), "The last tower has fallen"),
        (ended({}, {}, ending="lost", options=HOME), "Everyone's tower has fallen"),
        (ended({}, {}, ending="lost", lord=1), "as the Overlord"),
        (ended({}, {}, options={"mode": "co-op"}, towers=[2]), "1 tower"),
        (ended({"orc": 1}, {}), "Master Slayer with 2 points"),
        (ended({"orc": 1}, {"orc": 1}), "share the title"),
        (ended({"orc": 1}, {"orc": 1}, {"orc": 1}), "share the title"),
    ]
    for state, said in endings:
        assert said in render(result(state).reason)


def test_all_who_share_the_title_are_named() -> None:
    names = ["Ann", "Bob", "Cid", "Dan"]
    two = ended({"orc": 1}, {"goblin": 1}, {"orc": 1}, {})
    said = render(result(two).reason, names)
    assert said.endswith("Ann and Cid share the title of Master Slayer with 2 points each.")
    three = ended({}, {"goblin": 1}, {"goblin": 1}, {"goblin": 1})
    said = render(result(three).reason, names)
    assert said.endswith("Bob, Cid and Dan share the title of Master Slayer with 1 point each.")


def test_statistics_tell_of_every_seat() -> None:
    state = ended({"orc": 2}, {"goblin": 1}, towers=[1, 2], walls=[4])
    assert GAME.statistics(state) == {
        "seats": [
            {"slain": 2, "towers": 2, "walls": 1, "turns": 1},
            {"slain": 1, "towers": 2, "walls": 1, "turns": 1},
        ]
    }


def test_statistics_count_no_kills_where_nobody_does() -> None:
    coop, against = ended({}, {}, options={"mode": "co-op"}), ended({"orc": 1}, {}, lord=1)
    counted = [
        ["slain" in seat for seat in GAME.statistics(one)["seats"]] for one in (coop, against)
    ]
    assert counted == [[False, False], [True, False]]
