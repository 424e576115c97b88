"""Ruling sheet: a turn, phase 4."""

import pytest

from games.castle_panic import actions as do
from games.castle_panic.components import ARCS, HITS, color_of
from tests.games.castle_panic.positions import (
    ALL,
    EVERYWHERE,
    act,
    cards,
    end,
    hands,
    legal,
    march,
    of,
    position,
    shown,
    standing,
    to,
    told,
)

HIT_RINGS = {"archer": {1}, "knight": {2}, "swordsman": {3}, "hero": {1, 2, 3}}


def test_a_card_hits_in_its_ring_and_color_and_never_in_the_forest() -> None:
    for card in HITS:
        kind, color = card.split("-")
        hit = of(do.Hit, position(card, "brick", monsters=EVERYWHERE))
        assert {(action.card, action.target.ring, action.target.arc) for action in hit} == {
            (card, ring, arc)
            for ring in HIT_RINGS[kind]
            for arc in ARCS
            if color in ("any", color_of(arc))
        }


def test_a_hit_is_one_point_of_damage_and_the_last_point_is_the_trophy() -> None:
    state = position("archer-red archer-any tar", "brick", monsters="orc archer 2, orc archer 4")
    act(state, do.Hit("archer-red", to("orc archer 2")))
    assert shown(state) == "orc:1 archer 2, orc archer 4"
    assert (state.players[0].trophies, state.spent) == ({}, {})
    events = act(state, do.Hit("archer-any", to("orc:1 archer 2")))
    assert [player.trophies for player in state.players] == [{"orc": 1}, {}]
    assert (shown(state), state.spent) == ("orc archer 4", {})
    assert told(events, "slain")[0]["seat"] == 0


def test_nice_shot_goes_with_a_hit_card_where_that_card_reaches_and_slays_at_once() -> None:
    state = position("nice-shot knight-any tar", "brick", monsters=EVERYWHERE)
    shot = [action.target for action in of(do.Hit, state) if action.nice_shot]
    assert shot == [action.target for action in of(do.Hit, state) if not action.nice_shot]
    act(state, do.Hit("knight-any", to("orc knight 5"), nice_shot=True))
    assert state.players[0].trophies == {"orc": 1}
    assert cards(state.discards) == "knight-any nice-shot"
    assert do.TarIt(to("orc knight 5")) not in legal(state)
    state = position("nice-shot barbarian", "brick", monsters="orc archer 1")
    assert legal(state) == [do.Barbarian(to("orc archer 1")), do.EndPlay()]
    state = position("nice-shot hero-red", "brick", monsters="goblin archer 1")
    act(state, do.Hit("hero-red", to("goblin archer 1"), nice_shot=True), "orc 1 goblin 2")
    assert (state.players[0].trophies, hands(state)[0]) == ({"goblin": 1}, "")


@pytest.mark.parametrize(
    ("card", "kind", "rings"),
    [
        ("barbarian", do.Barbarian, "1234"),
        ("drive-back", do.DriveBack, "1234"),
        ("tar", do.TarIt, "01234"),
    ],
)
def test_only_tar_reaches_into_the_forest(card: str, kind: type, rings: str) -> None:
    reached = of(kind, position(card, "brick", monsters=EVERYWHERE))
    assert len(reached) == 6 * len(rings)
    assert {str(action.target.ring) for action in reached} == set(rings)


def test_the_barbarian_slays_any_monster_that_isnt_in_the_forest() -> None:
    state = position("barbarian tar", "brick", monsters=EVERYWHERE)
    act(state, do.Barbarian(to("orc castle 4")))
    assert state.players[0].trophies == {"orc": 1}


def test_drive_him_back_sends_a_monster_to_the_forest_of_its_arc_and_it_moves_in_phase_5() -> None:
    tarred = "troll:1 sword 3 tarred"
    state = position("drive-back missing", "brick", monsters=tarred, fortified="3")
    act(state, do.DriveBack(to(tarred)))
    assert shown(state) == "troll:1 forest 3 tarred"
    assert (standing(state.fortified), standing(state.walls)) == ("3", ALL)
    state = position("drive-back", "brick", monsters="orc knight 3", missing=True)
    act(state, do.DriveBack(to("orc knight 3")))
    assert shown(state) == "orc archer 3"


# -- tar ------------------------------------------------------------------------------------------


def test_a_tarred_monster_doesnt_move_in_phase_5_nor_strikes_nor_is_hurt() -> None:
    state = position("tar", "brick", monsters="orc archer 1", missing=True)
    act(state, do.TarIt(to("orc archer 1")))
    assert (state.active, shown(state)) == (1, "orc archer 1")
    state = march("orc sword 1 tarred, orc:1 castle 2 tarred")
    assert shown(state) == "orc sword 1, orc:1 castle 2"
    assert standing(state.walls) == standing(state.towers) == ALL
    state = march("orc sword 1 tarred, orc sword 1")  # another of its kind is hurt alone
    assert (shown(state), standing(state.walls)) == ("orc:1 sword 1, orc sword 1", "23456")


@pytest.mark.parametrize(
    ("token", "after"),
    [
        ("move-red", "orc archer 1, troll knight 2, orc castle 2"),
        ("clockwise", "orc archer 1, orc castle 2, troll archer 3"),
        ("counter-clockwise", "orc archer 1, troll archer 1, orc castle 2"),
        ("orc-warlord 1", "orc archer 1, orc-warlord archer 1, troll knight 2, orc castle 2"),
        ("troll-mage 1", "orc archer 1, troll-mage archer 1, troll knight 2, orc castle 2"),
    ],
)
def test_a_tarred_monster_doesnt_move_in_phase_6_whatever_would_move_it(token, after):
    monsters = "orc archer 1 tarred, orc castle 2 tarred, troll forest 2"
    pile = f"{token.split()[0]} goblin"
    state = position("tar", "brick", monsters=monsters, pile=pile, towers="34")
    end(state, token, "goblin 5")
    assert shown(state) == f"{after}, goblin forest 5"
    assert standing(state.towers) == "34"


def test_tar_lies_on_one_monster_until_it_dies_or_the_next_players_turn_begins() -> None:
    state = march("orc archer 1 tarred")
    assert not state.monsters[0].tarred
    state.phase, state.missing = "play", True
    end(state)
    assert shown(state) == "orc knight 1"
    monsters = "goblin archer 1 tarred, orc archer 2"
    state = position("archer-red tar", "brick", monsters=monsters)
    assert of(do.TarIt, state) == []
    act(state, do.Hit("archer-red", to("goblin archer 1 tarred")))
    assert of(do.TarIt, state) == [do.TarIt(to("orc archer 2"))]


@pytest.mark.parametrize(
    ("token", "outcomes", "after"),
    [
        ("healer", "healer 3 goblin 5", "orc archer 1, healer forest 3, goblin forest 5"),
        ("boulder", "boulder 1 goblin 5", "goblin forest 5"),
    ],
)
def test_a_healer_and_a_boulder_find_a_tarred_monster(token, outcomes, after):
    pile = [token, "goblin", "goblin"]
    state = position("tar", "brick", monsters="orc:1 archer 1 tarred", pile=pile)
    end(state, outcomes)
    assert shown(state) == after


def test_cards_affect_a_tarred_monster() -> None:
    tarred = "troll archer 1 tarred"
    state = position("archer-red barbarian drive-back tar", "brick", monsters=tarred)
    target = to(tarred)
    aimed = [do.Hit("archer-red", target), do.Barbarian(target), do.DriveBack(target)]
    assert legal(state) == [*aimed, do.EndPlay()]


# -- walls ----------------------------------------------------------------------------------------


def test_two_fortify_tokens_go_on_standing_walls_without_one() -> None:
    state = position("fortify missing", "brick", walls="125", fortified="2")
    assert of(do.Fortify, state) == [do.Fortify(1), do.Fortify(5)]
    events = act(state, do.Fortify(5))
    assert standing(state.fortified) == "25"
    assert told(events, "play") == [{"seat": 0, "cards": ["fortify"], "arc": 5}]
    assert of(do.Fortify, position("fortify missing", "brick", fortified="23")) == []
    state = march("orc sword 2", hands=("brick", "fortify"), fortified="23")
    assert standing(state.fortified) == "3"
    state.phase = "play"
    assert do.Fortify(2) in legal(state)


def test_brick_and_mortar_rebuild_a_missing_wall_also_where_the_tower_is_gone() -> None:
    state = position("brick mortar missing", "brick", walls="2346", towers="2")
    assert of(do.Rebuild, state) == [do.Rebuild(1), do.Rebuild(5)]
    act(state, do.Rebuild(5))
    assert (standing(state.walls), cards(state.discards)) == ("23456", "brick mortar")
    for hand in ("brick", "mortar", "brick brick"):
        assert legal(position(hand, "brick", walls="")) == [do.EndPlay()]


# -- single cards ---------------------------------------------------------------------------------


def test_missing_keeps_new_monsters_away_once_a_turn_while_a_token_is_left() -> None:
    state = position("missing tar", "brick", monsters="orc archer 1")
    act(state, do.Missing())
    end(state)
    assert (state.active, cards(state.pile)) == (1, "goblin goblin orc")
    assert shown(state) == "orc knight 1"
    again = position("missing tar", "brick", monsters="orc archer 1", missing=True)
    none = position("missing", "brick", monsters="orc archer 1", pile=[])
    held = position("missing", "", lord=1, monsters="orc archer 1", pile=[], held="orc")
    assert (of(do.Missing, again), of(do.Missing, none), of(do.Missing, held)) == (
        [],
        [],
        [do.Missing()],
    )


def test_draw_two_cards_draws_two_from_what_there_is() -> None:
    state = position("draw-two tar", "brick", deck="brick mortar tar", monsters=EVERYWHERE)
    act(state, do.DrawTwo(), "brick tar")
    assert (hands(state)[0], cards(state.discards)) == ("brick tar tar", "draw-two")
    state = position("draw-two", "brick", monsters="orc archer 1")
    assert legal(state) == [do.EndPlay()]
    state.discards = {"tar": 1}
    assert legal(state) == [do.DrawTwo(), do.EndPlay()]


def test_scavenge_takes_any_other_card_of_the_discards() -> None:
    state = position("scavenge", "brick", monsters=EVERYWHERE, discards="brick brick tar")
    assert of(do.Scavenge, state) == [do.Scavenge("brick"), do.Scavenge("tar")]
    act(state, do.Scavenge("tar"))
    assert (hands(state)[0], cards(state.discards)) == ("tar", "brick brick scavenge")
    state = position("scavenge archer-red", "brick", monsters="troll archer 1")
    assert of(do.Scavenge, state) == []
    act(state, do.Hit("archer-red", to("troll archer 1")))
    assert of(do.Scavenge, state) == [do.Scavenge("archer-red")]


def test_cards_drawn_or_scavenged_may_be_played_and_go_to_the_discards_at_once() -> None:
    fixed = {"monsters": "troll archer 1", "deck": "archer-any brick", "discards": "archer-red"}
    state = position("scavenge draw-two", "brick", **fixed)
    act(state, do.Scavenge("archer-red"))
    act(state, do.Hit("archer-red", to("troll archer 1")))
    act(state, do.DrawTwo(), "archer-any brick")
    act(state, do.Hit("archer-any", to("troll:2 archer 1")), "goblin 5 orc 5")
    assert "troll:1 knight 1" in shown(state)
    state = position("archer-red draw-two", "brick", monsters="troll archer 1")
    act(state, do.Hit("archer-red", to("troll archer 1")))
    assert cards(state.discards) == "archer-red"
    act(state, do.DrawTwo(), "draw-two archer-red")
    assert hands(state)[0] == "archer-red draw-two"


def test_a_play_has_a_target_and_says_so_and_what_is_alike_is_one() -> None:
    monsters = "orc archer 1, orc archer 1, orc:1 archer 1"
    hits = [do.Hit("archer-red", to(one)) for one in ("orc:1 archer 1", "orc archer 1")]
    state = position(["archer-red"] * 3, "brick", monsters=monsters)
    assert legal(state) == [*hits, do.EndPlay()]
    hand = "archer-red hero-blue barbarian drive-back brick mortar nice-shot scavenge"
    assert legal(position(hand, "brick", monsters="orc forest 1")) == [do.EndPlay()]
    state = position("nice-shot archer-any tar", "brick", monsters=EVERYWHERE)
    events = act(state, do.Hit("archer-any", to("orc archer 3"), nice_shot=True))
    aim = {"kind": "orc", "points": 2, "ring": 1, "arc": 3}
    assert told(events, "play") == [{"seat": 0, "cards": ["archer-any", "nice-shot"], **aim}]


# -- All for One and Heroic Powers ----------------------------------------------------------------

SET = "archer-red knight-red swordsman-red"
ON = {"all_for_one": True}


def test_all_for_one_slays_a_monster_of_the_color_in_the_three_rings() -> None:
    state = position(f"{SET} tar", "brick", monsters=EVERYWHERE, options=ON)
    assert {(action.target.ring, action.target.arc) for action in of(do.AllForOne, state)} == {
        (ring, arc) for ring in (1, 2, 3) for arc in (1, 2)
    }
    act(state, do.AllForOne("red", to("orc sword 2")))
    assert (state.players[0].trophies, hands(state)[0]) == ({"orc": 1}, "tar")
    assert cards(state.discards) == SET
    assert of(do.AllForOne, position(SET, "brick", monsters=EVERYWHERE)) == []


@pytest.mark.parametrize("fighter", ["archer", "knight", "swordsman"])
def test_one_of_the_three_may_be_an_any_color_card_of_its_kind(fighter: str) -> None:
    hand = SET.replace(f"{fighter}-red", f"{fighter}-any")
    state = position(hand, "brick", monsters="troll archer 1", options=ON)
    attack = do.AllForOne("red", to("troll archer 1"), fighter)
    assert of(do.AllForOne, state) == [attack]


@pytest.mark.parametrize(
    "hand",
    [
        "archer-any knight-any swordsman-red",
        "archer-red knight-red hero-red",
        "archer-red knight-red nice-shot",
        "archer-red knight-red swordsman-blue",
        "archer-red knight-red archer-any",
    ],
)
def test_two_any_color_cards_heroes_and_nice_shot_make_no_set(hand: str) -> None:
    assert of(do.AllForOne, position(hand, "brick", monsters="troll archer 1", options=ON)) == []


def test_heroic_powers_let_heroes_and_nobody_else_reach_the_castle() -> None:
    hand, monsters = "hero-green archer-green knight-any", "troll castle 3, orc castle 1"
    for on, hits in ((False, []), (True, [do.Hit("hero-green", to("troll castle 3"))])):
        options = {"heroic_powers": on}
        assert of(do.Hit, position(hand, "brick", monsters=monsters, options=options)) == hits
