"""Ruling sheet: a turn, phase 4."""

import pytest

from games.castle_panic.actions import (
    AllForOne,
    Barbarian,
    DrawTwo,
    DriveBack,
    EndPlay,
    Fortify,
    Hit,
    Missing,
    Rebuild,
    Scavenge,
    TarIt,
)
from games.castle_panic.components import ARCS, HITS, RINGS, color_of
from games.castle_panic.state import Monster
from tests.games.castle_panic.positions import (
    act,
    at,
    board,
    legal,
    march,
    of,
    position,
    standing,
    to,
    told,
)

EVERYWHERE = [Monster("orc", 2, ring, arc) for ring in RINGS for arc in ARCS]
HIT_RINGS = {"archer": {1}, "knight": {2}, "swordsman": {3}, "hero": {1, 2, 3}}


@pytest.mark.parametrize("card", sorted(HITS))
def test_a_card_hits_in_its_ring_and_color_and_never_in_the_forest(card: str) -> None:
    kind, color = card.split("-")
    state = position([card], ["brick"], monsters=EVERYWHERE)
    hit = of(Hit, legal(state))
    assert {(action.target.ring, action.target.arc) for action in hit} == {
        (ring, arc) for ring in HIT_RINGS[kind] for arc in ARCS if color in ("any", color_of(arc))
    }
    assert {action.card for action in hit} == {card}


def test_a_hit_is_one_point_of_damage() -> None:
    state = position(["archer-red", "tar"], ["brick"], monsters=[at("archer", 2, "troll")])
    act(state, Hit("archer-red", to("archer", 2, "troll")))
    assert state.monsters == [at("archer", 2, "troll", 2)]


def test_nice_shot_with_a_hit_card_slays_at_once() -> None:
    state = position(["nice-shot", "knight-any", "tar"], ["brick"], monsters=EVERYWHERE)
    act(state, Hit("knight-any", to("knight", 5, "orc"), nice_shot=True))
    assert state.players[0].trophies == {"orc": 1}
    assert state.discards == {"nice-shot": 1, "knight-any": 1}
    assert TarIt(to("knight", 5, "orc")) not in legal(state)


def test_nice_shot_reaches_no_further_than_its_hit_card() -> None:
    state = position(["nice-shot", "archer-red"], ["brick"], monsters=EVERYWHERE)
    shot = [action.target for action in of(Hit, legal(state)) if action.nice_shot]
    assert shot == [action.target for action in of(Hit, legal(state)) if not action.nice_shot]


def test_nice_shot_is_no_play_of_its_own_nor_with_the_barbarian() -> None:
    state = position(["nice-shot", "barbarian"], ["brick"], monsters=[at("archer", 1, "orc")])
    assert legal(state) == [Barbarian(to("archer", 1, "orc")), EndPlay()]


def test_nice_shot_may_go_with_a_hit_on_a_last_point() -> None:
    state = position(["nice-shot", "hero-red"], ["brick"], monsters=[at("archer", 1, "goblin")])
    act(state, Hit("hero-red", to("archer", 1, "goblin"), nice_shot=True), "orc", 1, "goblin", 2)
    assert state.players[0].trophies == {"goblin": 1}
    assert state.players[0].hand == {}


def test_the_barbarian_slays_any_monster_that_isnt_in_the_forest() -> None:
    state = position(["barbarian", "tar"], ["brick"], monsters=EVERYWHERE)
    slain = of(Barbarian, legal(state))
    assert len(slain) == 24
    assert {action.target.ring for action in slain} == {1, 2, 3, 4}
    act(state, Barbarian(to("castle", 4, "orc")))
    assert state.players[0].trophies == {"orc": 1}


def test_drive_him_back_sends_a_monster_to_the_forest_of_its_arc() -> None:
    state = position(["drive-back", "tar"], ["brick"], monsters=[at("castle", 3, "troll", 2)])
    act(state, DriveBack(to("castle", 3, "troll", 2)))
    assert state.monsters == [at("forest", 3, "troll", 2)]


def test_drive_him_back_reaches_every_ring_but_the_forest() -> None:
    state = position(["drive-back"], ["brick"], monsters=EVERYWHERE)
    driven = of(DriveBack, legal(state))
    assert len(driven) == 24
    assert {action.target.ring for action in driven} == {1, 2, 3, 4}


def test_drive_him_back_keeps_damage_and_tar_and_leaves_the_wall_alone() -> None:
    tarred = at("sword", 3, "troll", 1, tarred=True)
    state = position(["drive-back", "missing"], ["brick"], monsters=[tarred], fortified=[3])
    act(state, DriveBack(to("sword", 3, "troll", 1, tarred=True)))
    assert state.monsters == [at("forest", 3, "troll", 1, tarred=True)]
    assert standing(state.fortified) == [3]
    assert standing(state.walls) == list(ARCS)


def test_a_monster_driven_back_moves_in_phase_5() -> None:
    state = position(["drive-back"], ["brick"], monsters=[at("knight", 3, "orc")], missing=True)
    act(state, DriveBack(to("knight", 3, "orc")))
    assert state.monsters == [at("archer", 3, "orc")]


def test_tar_may_lie_on_any_monster_in_forest_and_castle_too() -> None:
    state = position(["tar"], ["brick"], monsters=EVERYWHERE)
    assert len(of(TarIt, legal(state))) == 30


def test_a_tarred_monster_doesnt_move_in_phase_5() -> None:
    state = position(["tar"], ["brick"], monsters=[at("archer", 1, "orc")], missing=True)
    act(state, TarIt(to("archer", 1, "orc")))
    assert state.active == 1
    assert state.monsters == [at("archer", 1, "orc")]


@pytest.mark.parametrize(
    ("token", "moved"), [("move-red", (2, 2)), ("clockwise", (1, 3)), ("counter-clockwise", (1, 1))]
)
def test_a_tarred_monster_doesnt_move_in_phase_6(token: str, moved: tuple[int, int]) -> None:
    tarred = [at("archer", 1, "orc", tarred=True), at("castle", 2, "orc", tarred=True)]
    monsters = [*tarred, at("forest", 2, "troll")]
    state = position(["tar"], ["brick"], monsters=monsters, pile=[token, "goblin"], towers=[3, 4])
    act(state, EndPlay(), token, "goblin", 5)
    orcs, troll = state.monsters[:2], state.monsters[2]
    assert orcs == [at("archer", 1, "orc"), at("castle", 2, "orc")]
    assert (troll.ring, troll.arc) == moved
    assert standing(state.towers) == [3, 4]


@pytest.mark.parametrize("boss", ["orc-warlord", "troll-mage"])
def test_a_boss_doesnt_move_a_tarred_monster(boss: str) -> None:
    monsters = [at("archer", 1, "orc", tarred=True)]
    state = position(["tar"], ["brick"], monsters=monsters, pile=[boss, "goblin"])
    act(state, EndPlay(), boss, 1, "goblin", 5)
    assert at("archer", 1, "orc") in state.monsters
    assert at("archer", 1, boss) in state.monsters


def test_the_tar_comes_off_as_the_next_players_turn_begins() -> None:
    state = march(at("archer", 1, "orc", tarred=True))
    assert not state.monsters[0].tarred
    state.phase, state.missing = "play", True
    act(state, EndPlay())
    assert state.monsters == [at("knight", 1, "orc")]


def test_the_tar_comes_off_when_its_monster_dies() -> None:
    monsters = [at("archer", 1, "goblin", tarred=True), at("archer", 2, "orc")]
    state = position(["archer-red", "tar"], ["brick"], monsters=monsters)
    assert of(TarIt, legal(state)) == []
    act(state, Hit("archer-red", to("archer", 1, "goblin", tarred=True)))
    assert of(TarIt, legal(state)) == [TarIt(to("archer", 2, "orc"))]


def test_a_tarred_monster_neither_attacks_nor_takes_wall_damage() -> None:
    state = march(at("sword", 1, "orc", tarred=True), at("castle", 2, "orc", 1, tarred=True))
    assert board(state) == [at("sword", 1, "orc"), at("castle", 2, "orc", 1)]
    assert standing(state.walls) == standing(state.towers) == list(ARCS)


def test_another_of_its_kind_attacks_beside_a_tarred_one_and_is_hurt_alone() -> None:
    state = march(at("sword", 1, "orc", tarred=True), at("sword", 1, "orc"))
    assert board(state) == [at("sword", 1, "orc", 1), at("sword", 1, "orc")]
    assert standing(state.walls) == [2, 3, 4, 5, 6]


def test_a_healer_heals_a_tarred_monster() -> None:
    monsters = [at("archer", 1, "orc", 1, tarred=True)]
    state = position(["tar"], ["brick"], monsters=monsters, pile=["healer", "goblin"])
    act(state, EndPlay(), "healer", 3, "goblin", 5)
    assert at("archer", 1, "orc") in state.monsters


def test_a_boulder_crushes_a_tarred_monster() -> None:
    monsters = [at("archer", 1, "orc", tarred=True)]
    state = position(["tar"], ["brick"], monsters=monsters, pile=["boulder", "goblin", "goblin"])
    act(state, EndPlay(), "boulder", 1, "goblin", 5)
    assert state.monsters == [at("forest", 5, "goblin")]


def test_cards_affect_a_tarred_monster() -> None:
    monsters = [at("archer", 1, "troll", tarred=True)]
    hand = ["archer-red", "barbarian", "drive-back", "tar"]
    state = position(hand, ["brick"], monsters=monsters)
    target = to("archer", 1, "troll", tarred=True)
    assert legal(state) == [
        Hit("archer-red", target),
        Barbarian(target),
        DriveBack(target),
        EndPlay(),
    ]


def test_tar_cant_be_played_while_the_token_lies() -> None:
    monsters = [at("archer", 1, "orc"), at("archer", 2, "orc", tarred=True)]
    state = position(["tar", "missing"], ["brick"], monsters=monsters)
    assert of(TarIt, legal(state)) == []


def test_a_fortify_token_goes_on_a_standing_wall_without_one() -> None:
    state = position(["fortify", "missing"], ["brick"], walls=[1, 2, 5], fortified=[2])
    assert of(Fortify, legal(state)) == [Fortify(1), Fortify(5)]
    act(state, Fortify(5))
    assert standing(state.fortified) == [2, 5]


@pytest.mark.parametrize("taken", ARCS)
def test_a_fortified_wall_takes_no_second_token(taken: int) -> None:
    state = position(["fortify", "missing"], ["brick"], fortified=[taken])
    assert of(Fortify, legal(state)) == [Fortify(arc) for arc in ARCS if arc != taken]


def test_fortify_cant_be_played_with_both_tokens_out() -> None:
    state = position(["fortify", "missing"], ["brick"], fortified=[2, 3])
    assert of(Fortify, legal(state)) == []


def test_a_removed_fortify_token_is_available_again() -> None:
    state = march(at("sword", 2, "orc"), hands=(["brick"], ["fortify"]), fortified=[2, 3])
    assert standing(state.fortified) == [3]
    state.phase = "play"
    assert Fortify(2) in legal(state)


def test_brick_and_mortar_rebuild_a_missing_wall() -> None:
    state = position(["brick", "mortar", "missing"], ["brick"], walls=[2, 3, 4, 6])
    assert of(Rebuild, legal(state)) == [Rebuild(1), Rebuild(5)]
    act(state, Rebuild(5))
    assert standing(state.walls) == [2, 3, 4, 5, 6]
    assert state.discards == {"brick": 1, "mortar": 1}


@pytest.mark.parametrize("hand", [["brick"], ["mortar"], ["brick", "brick"]])
def test_brick_or_mortar_alone_rebuild_nothing(hand: list[str]) -> None:
    assert legal(position(hand, ["brick"], walls=[])) == [EndPlay()]


def test_a_wall_may_be_rebuilt_where_the_tower_is_gone() -> None:
    state = position(["brick", "mortar"], ["brick"], walls=[2, 3, 4, 5, 6], towers=[2])
    assert of(Rebuild, legal(state)) == [Rebuild(1)]


def test_missing_keeps_new_monsters_away_this_turn() -> None:
    state = position(["missing", "tar"], ["brick"], monsters=[at("archer", 1, "orc")])
    act(state, Missing())
    act(state, EndPlay())
    assert (state.active, state.pile) == (1, {"goblin": 2, "orc": 1})
    assert state.monsters == [at("knight", 1, "orc")]


def test_a_second_missing_in_a_turn_cant_be_played() -> None:
    state = position(["missing", "tar"], ["brick"], monsters=[at("archer", 1, "orc")], missing=True)
    assert of(Missing, legal(state)) == []


def test_missing_cant_be_played_when_no_token_is_left() -> None:
    monsters = [at("archer", 1, "orc")]
    assert of(Missing, legal(position(["missing"], ["brick"], monsters=monsters, pile=[]))) == []
    state = position(["missing"], [], lord=1, monsters=monsters, pile=[], held=["orc"])
    assert of(Missing, legal(state)) == [Missing()]


def test_draw_two_cards_draws_two() -> None:
    state = position(
        ["draw-two", "tar"], ["brick"], deck=["brick", "mortar", "tar"], monsters=EVERYWHERE
    )
    act(state, DrawTwo(), "brick", "tar")
    assert state.players[0].hand == {"tar": 2, "brick": 1}
    assert state.discards == {"draw-two": 1}


def test_draw_two_cant_be_played_with_deck_and_discards_empty() -> None:
    state = position(["draw-two"], ["brick"], monsters=[at("archer", 1, "orc")])
    assert legal(state) == [EndPlay()]
    state.discards = {"tar": 1}
    assert legal(state) == [DrawTwo(), EndPlay()]


def test_scavenge_takes_any_card_of_the_discards() -> None:
    discards = ["brick", "brick", "tar"]
    state = position(["scavenge"], ["brick"], monsters=EVERYWHERE, discards=discards)
    assert of(Scavenge, legal(state)) == [Scavenge("brick"), Scavenge("tar")]
    act(state, Scavenge("tar"))
    assert state.players[0].hand == {"tar": 1}
    assert state.discards == {"brick": 2, "scavenge": 1}


def test_scavenge_may_take_a_card_played_this_turn_but_not_itself() -> None:
    state = position(["scavenge", "archer-red"], ["brick"], monsters=[at("archer", 1, "troll")])
    assert of(Scavenge, legal(state)) == []
    act(state, Hit("archer-red", to("archer", 1, "troll")))
    assert of(Scavenge, legal(state)) == [Scavenge("archer-red")]


def test_cards_drawn_or_scavenged_may_be_played_at_once() -> None:
    monsters = [at("archer", 1, "troll")]
    state = position(
        ["scavenge", "draw-two"], ["brick"], monsters=monsters, deck=["archer-any", "brick"],
        discards=["archer-red"],
    )  # fmt: skip
    act(state, Scavenge("archer-red"))
    act(state, Hit("archer-red", to("archer", 1, "troll")))
    act(state, DrawTwo(), "archer-any", "brick")
    act(state, Hit("archer-any", to("archer", 1, "troll", 2)), "goblin", 5, "orc", 5)
    assert at("knight", 1, "troll", 1) in state.monsters


def test_a_played_card_goes_to_the_discards_at_once() -> None:
    state = position(["archer-red", "draw-two"], ["brick"], monsters=[at("archer", 1, "troll")])
    act(state, Hit("archer-red", to("archer", 1, "troll")))
    assert state.discards == {"archer-red": 1}
    act(state, DrawTwo(), "draw-two", "archer-red")
    assert state.players[0].hand == {"draw-two": 1, "archer-red": 1}


def test_who_takes_the_last_point_keeps_the_trophy() -> None:
    state = position(["tar"], ["archer-red", "tar"], monsters=[at("archer", 1, "orc", 1)], active=1)
    events = act(state, Hit("archer-red", to("archer", 1, "orc", 1)), "goblin", 1, "orc", 2)
    assert [player.trophies for player in state.players] == [{}, {"orc": 1}]
    assert state.spent == {}
    assert told(events, "slain")[0]["seat"] == 1


def test_a_hit_that_leaves_points_earns_nothing() -> None:
    state = position(["archer-red", "tar"], ["brick"], monsters=[at("archer", 1, "orc")])
    act(state, Hit("archer-red", to("archer", 1, "orc")))
    assert state.players[0].trophies == {}


def test_monsters_that_are_alike_are_one_target() -> None:
    monsters = [at("archer", 1, "orc"), at("archer", 1, "orc"), at("archer", 1, "orc", 1)]
    state = position(["archer-red"], ["brick"], monsters=monsters)
    assert legal(state) == [
        Hit("archer-red", to("archer", 1, "orc", 1)),
        Hit("archer-red", to("archer", 1, "orc")),
        EndPlay(),
    ]


def test_cards_that_are_alike_are_one_play() -> None:
    state = position(["archer-red"] * 3, ["brick"], monsters=[at("archer", 1, "orc")])
    assert len(legal(state)) == 2


def test_a_card_without_a_target_cant_be_played() -> None:
    hand = [
        "archer-red",
        "hero-blue",
        "barbarian",
        "drive-back",
        "brick",
        "mortar",
        "nice-shot",
        "scavenge",
    ]
    state = position(hand, ["brick"], monsters=[at("forest", 1, "orc")])
    assert legal(state) == [EndPlay()]


def test_a_play_says_which_cards_and_where() -> None:
    state = position(["nice-shot", "archer-any", "tar"], ["brick"], monsters=EVERYWHERE)
    events = act(state, Hit("archer-any", to("archer", 3, "orc"), nice_shot=True))
    aim = {"kind": "orc", "points": 2, "ring": 1, "arc": 3}
    assert told(events, "play") == [{"seat": 0, "cards": ["archer-any", "nice-shot"], **aim}]
    state = position(["fortify", "tar"], ["brick"], monsters=EVERYWHERE)
    assert told(act(state, Fortify(4)), "play") == [{"seat": 0, "cards": ["fortify"], "arc": 4}]


# -- All for One and Heroic Powers ----------------------------------------------------------------

SET = ["archer-red", "knight-red", "swordsman-red"]


def test_all_for_one_slays_a_monster_of_the_color_in_the_three_rings() -> None:
    options = {"all_for_one": True}
    state = position([*SET, "tar"], ["brick"], monsters=EVERYWHERE, options=options)
    sets = of(AllForOne, legal(state))
    assert {(action.target.ring, action.target.arc) for action in sets} == {
        (ring, arc) for ring in (1, 2, 3) for arc in (1, 2)
    }
    act(state, AllForOne("red", to("sword", 2, "orc")))
    assert state.players[0].trophies == {"orc": 1}
    assert state.players[0].hand == {"tar": 1}
    assert state.discards == dict.fromkeys(SET, 1)


@pytest.mark.parametrize("fighter", ["archer", "knight", "swordsman"])
def test_one_of_the_three_may_be_an_any_color_card_of_its_kind(fighter: str) -> None:
    hand = [card for card in SET if not card.startswith(fighter)]
    state = position(
        [*hand, f"{fighter}-any"],
        ["brick"],
        monsters=[at("archer", 1, "troll")],
        options={"all_for_one": True},
    )
    target = to("archer", 1, "troll")
    attack = AllForOne("red", target, fighter)  # type: ignore[arg-type]
    assert of(AllForOne, legal(state)) == [attack]


@pytest.mark.parametrize(
    "hand",
    [
        ["archer-any", "knight-any", "swordsman-red"],
        ["archer-red", "knight-red", "hero-red"],
        ["archer-red", "knight-red", "nice-shot"],
        ["archer-red", "knight-red", "swordsman-blue"],
        ["archer-red", "knight-red", "archer-any"],
    ],
)
def test_two_any_color_cards_heroes_and_nice_shot_make_no_set(hand: list[str]) -> None:
    options = {"all_for_one": True}
    state = position(hand, ["brick"], monsters=[at("archer", 1, "troll")], options=options)
    assert of(AllForOne, legal(state)) == []
