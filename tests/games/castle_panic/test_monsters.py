"""Ruling sheet: a turn, phases 5 and 6, and the Giant Boulder on each of its paths."""

from typing import Any

import pytest

from games.castle_panic import actions as do
from games.castle_panic.components import ARCS, RINGS, opposite
from games.castle_panic.rules.monsters import roll_boulder
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Damage, State
from games.plugin import Event
from tests.games.castle_panic.positions import (
    ALL,
    EVERYWHERE,
    GAME,
    Script,
    act,
    cards,
    end,
    hands,
    legal,
    march,
    position,
    shown,
    standing,
    to,
    told,
)

# -- phase 5 --------------------------------------------------------------------------------------


def marched(*rows: tuple[str, dict[str, Any], str, str]) -> None:
    """Where those monsters are after they moved, which walls and which towers stand then."""
    for before, more, after, left in rows:
        state = march(before, **more)
        assert state.pending == []
        walls, towers = left.split("/")
        assert (shown(state), standing(state.walls), standing(state.towers)) == (
            after,
            walls,
            towers,
        ), before


def test_monsters_move_inward_one_ring_each_once() -> None:
    after = "troll archer 2, troll knight 2, orc:1 sword 2, goblin archer 6"
    before = "troll forest 2, troll archer 2, orc:1 knight 2, goblin forest 6"
    marched((before, {}, after, f"{ALL}/{ALL}"))


def test_a_standing_wall_or_its_token_goes_and_one_is_hurt_and_all_stay() -> None:
    marched(
        ("orc sword 3", {}, "orc:1 sword 3", f"12456/{ALL}"),
        ("orc sword 3, orc sword 3", {}, "orc:1 sword 3, orc sword 3", f"12456/{ALL}"),
        ("orc:1 sword 3, orc:1 sword 3", {}, "orc:1 sword 3", f"12456/{ALL}"),
        ("troll knight 3, goblin sword 3", {}, "troll sword 3", f"12456/{ALL}"),
    )
    state = march("orc sword 3", fortified="34")
    assert (shown(state), standing(state.walls)) == ("orc:1 sword 3", ALL)
    assert standing(state.fortified) == "4"


def test_the_active_player_chooses_who_is_hurt_when_attackers_differ() -> None:
    state = march("orc sword 3, orc:1 sword 3, troll sword 3")
    assert GAME.active_seats(state) == {0}
    damage = [do.TakeDamage("orc", 1), do.TakeDamage("orc", 2), do.TakeDamage("troll", 3)]
    assert legal(state) == damage
    assert standing(state.walls) == "12456"
    act(state, do.TakeDamage("troll", 3))
    assert (shown(state), state.active) == ("orc:1 sword 3, orc sword 3, troll:2 sword 3", 1)


def test_without_a_wall_monsters_enter_the_castle_and_move_on_one_arc_clockwise() -> None:
    fixed = {"walls": "12456", "towers": "1"}
    marched(("orc sword 3", fixed, "orc castle 3", "12456/1"))
    for arc, following in ((1, 2), (3, 4), (6, 1)):
        state = march(f"troll castle {arc}", towers="5", fortified="12")
        assert (shown(state), standing(state.fortified)) == (f"troll castle {following}", "12")


def test_entering_a_towers_space_costs_the_tower_and_one_of_all_who_arrive_a_point() -> None:
    open_ = {"walls": ""}
    marched(
        ("troll castle 2", open_, "troll:2 castle 3", "/12456"),
        ("troll sword 3", open_, "troll:2 castle 3", "/12456"),
        ("goblin castle 2, goblin castle 2", open_, "goblin castle 3", "/12456"),
        (
            "troll castle 2, orc sword 3",
            {"walls": "", "towers": "1"},
            "orc castle 3, troll castle 3",
            "/1",
        ),
    )
    state = march("troll castle 2, orc sword 3", walls="")
    assert legal(state) == [do.TakeDamage("orc", 2), do.TakeDamage("troll", 3)]
    assert standing(state.towers) == "12456"
    act(state, do.TakeDamage("orc", 2))
    assert shown(state) == "orc:1 castle 3, troll castle 3"


def test_groups_strike_from_arc_1_to_6_and_walls_before_the_castle_one_after_the_other() -> None:
    spaces = ("castle 1", "castle 4", "sword 6", "sword 3")
    state = march(", ".join(f"{kind} {space}" for space in spaces for kind in ("orc", "troll")))
    struck = []
    while state.pending:
        top = state.pending[-1]
        assert isinstance(top, Damage)
        struck.append((top.group.line, top.group.arc))
        assert standing(state.walls) == ("12456" if len(struck) == 1 else "1245")
        act(state, do.TakeDamage("troll", 3))
    assert struck == [("wall", 3), ("wall", 6), ("tower", 2), ("tower", 5)]


def test_who_dies_of_a_wall_is_nobodys_trophy_and_who_is_hit_before_spares_it() -> None:
    state = march("goblin sword 1, orc:1 castle 3, troll forest 5")
    assert [player.trophies for player in state.players] == [{}, {}]
    assert state.spent == {"goblin": 1, "orc": 1}
    monsters = "goblin sword 1, troll forest 4"
    state = position("swordsman-red tar", "brick", monsters=monsters, missing=True)
    act(state, do.Hit("swordsman-red", to("goblin sword 1")))
    end(state)
    assert standing(state.walls) == ALL


def test_monsters_move_all_at_once_and_say_so_together() -> None:
    monsters = "orc forest 1, troll castle 6, goblin sword 3"
    events = end(position("tar", "brick", monsters=monsters, missing=True, towers="4"))
    assert told(events, "move") == [{"steps": [["orc", 0, 1, 1, 1, 2], ["troll", 4, 6, 4, 1, 3]]}]
    assert [event.type for event in events] == ["move", "wall-lost", "hurt", "slain", "turn"]
    hurt = {"kind": "goblin", "points": 1, "ring": 3, "arc": 3}
    assert told(events, "hurt") == [{"by": "wall", **hurt}]
    assert told(events, "slain") == [{"seat": None, **hurt, "points": 0}]
    assert told(events, "wall-lost") == [{"arc": 3}]
    still = position("tar", "brick", monsters="orc sword 3", missing=True)
    assert told(end(still), "move") == []


# -- phase 6 --------------------------------------------------------------------------------------


def drawing(pile: str, outcomes: str, monsters: str = "", **more: Any) -> tuple[State, list[Event]]:
    """A position after phases 5 and 6, in which chance gave those outcomes."""
    state = position(*more.pop("hands", ("tar", "brick")), monsters=monsters, pile=pile, **more)
    return state, end(state, outcomes)


def test_two_tokens_are_drawn_and_each_is_resolved_before_the_next() -> None:
    state, events = drawing("goblin orc troll", "troll 2 goblin 6")
    assert shown(state) == "troll forest 2, goblin forest 6"
    assert [event.type for event in events] == ["token", "monster", "token", "monster", "turn"]
    assert told(events, "monster")[0] == {"kind": "troll", "arc": 2, "rolled": True}
    assert told(events, "turn") == [{"seat": 1, "turn": 2}]
    assert (cards(state.pile), state.phase) == ("orc", "discard")
    state, _ = drawing("discard goblin orc", "discard", hands=("tar brick", "brick tar"))
    assert (state.queue, cards(state.pile)) == (1, "goblin orc")
    act(state, do.GiveUp("brick"), seat=1)
    assert state.queue == 1
    act(state, do.GiveUp("tar"), "orc 3", seat=0)
    assert shown(state) == "orc forest 3"


@pytest.mark.parametrize(
    ("drawn", "brought"), [("draw-three", 4), ("draw-four", 5), ("draw-three draw-four", 7)]
)
def test_tokens_that_call_for_more_put_them_at_the_end_of_the_queue(drawn, brought):
    state, _ = drawing(f"{drawn} {'goblin ' * 9}", drawn + " goblin 2" * brought)
    assert (len(state.monsters), state.active) == (brought, 1)
    assert cards(state.spent) == " ".join(sorted(drawn.split()))


def test_the_goblin_king_brings_three_more_tokens_as_far_as_the_pile_goes() -> None:
    state, _ = drawing("goblin-king" + " orc" * 9, "goblin-king 4" + " orc 1" * 4)
    assert shown(state) == "orc forest 1, " * 4 + "goblin-king forest 4"
    state, _ = drawing("draw-four goblin", "draw-four goblin 3")
    assert (state.active, state.queue, state.pile) == (1, 0, {})
    assert shown(state) == "goblin forest 3"
    state, _ = drawing("", "", "orc forest 1")
    assert (state.active, shown(state)) == (1, "orc archer 1")


FORESTS = ", ".join(f"orc forest {arc}" for arc in ARCS)


@pytest.mark.parametrize(
    ("token", "inward"),
    [
        ("move-red", "12"),
        ("move-green", "34"),
        ("move-blue", "56"),
        ("orc-warlord 3", "34"),
        ("troll-mage 3", ALL),
    ],
)
def test_a_color_an_orc_warlord_and_a_troll_mage_move_monsters_and_themselves(token, inward):
    kind = token.split()[0]
    state, events = drawing(f"{kind} plague-knights orc", f"{token} plague-knights", FORESTS)
    moved = {arc: "knight" if str(arc) in inward else "archer" for arc in ARCS}
    orcs = [(m.arc, m.ring) for m in state.monsters if m.kind == "orc"]
    assert orcs == [(arc, to(f"orc {ring} 1").ring) for arc, ring in moved.items()]
    boss = [] if token.startswith("move") else [f"{kind} archer 3"]
    assert [one for one in shown(state).split(", ") if one.startswith(kind)] == boss
    assert told(events, "token")[0] == {"token": kind}
    color = {"orc-warlord": "green", "troll-mage": None}
    stirs = [{"kind": kind, "colour": color[kind]}] if boss else []
    assert told(events, "stirs") == stirs


def test_the_healer_gives_every_damaged_monster_a_point() -> None:
    hurt = "troll:1 forest 1, orc:1 forest 1, goblin forest 1"
    state, events = drawing("healer goblin", "healer 4 goblin 5", hurt)
    healed = "goblin archer 1, orc archer 1, troll:2 archer 1"
    assert shown(state) == f"{healed}, healer forest 4, goblin forest 5"
    assert told(events, "healed") == [{"count": 2}]


def test_a_color_move_strikes_as_in_phase_5_in_every_ring_of_its_color_alone() -> None:
    monsters = "troll knight 1, troll castle 6, orc knight 2"
    pile = "move-red plague-knights orc"
    state, _ = drawing(pile, "move-red", monsters, walls="1", towers="25")
    assert legal(state) == [do.TakeDamage("orc", 2), do.TakeDamage("troll", 3)]
    act(state, do.TakeDamage("troll", 3), "plague-knights")
    assert shown(state) == "troll:2 sword 1, orc castle 2, troll:2 castle 2"
    assert (standing(state.walls), standing(state.towers)) == ("", "5")
    monsters = "troll castle 1, troll castle 3, orc forest 5"
    pile = "move-red plague-knights orc"
    state, _ = drawing(pile, "move-red plague-knights", monsters, towers="6")
    assert shown(state) == "troll castle 3, troll castle 4, orc archer 5"


@pytest.mark.parametrize(
    ("token", "after", "towers"),
    [
        ("clockwise", "troll archer 1, orc archer 2, troll:2 castle 3, orc sword 4", "15"),
        ("counter-clockwise", "troll:2 castle 1, orc sword 2, troll archer 5, orc archer 6", "35"),
    ],
)
def test_a_round_move_moves_every_monster_one_arc_in_its_ring_against_towers_not_walls(
    token, after, towers
):
    monsters = "orc forest 1, troll castle 1, orc knight 3, troll forest 6"
    drawn = f"{token} plague-knights"
    state, _ = drawing(f"{drawn} orc", drawn, monsters, towers="135")
    assert (shown(state), standing(state.walls)) == (after, ALL)
    assert standing(state.towers) == towers


def test_a_round_move_reaches_the_forest_too() -> None:
    state, _ = drawing("goblin clockwise orc", "goblin 2 clockwise")
    assert shown(state) == "goblin forest 3"
    assert (cards(state.spent), cards(state.pile)) == ("clockwise", "orc")


@pytest.mark.parametrize(
    ("token", "kind"),
    [("plague-archers", "archer"), ("plague-knights", "knight"), ("plague-swordsmen", "swordsman")],
)
def test_a_plague_takes_all_cards_of_its_kind_from_everybody(token: str, kind: str) -> None:
    fighters = [f"{f}-{c}" for f in ("archer", "knight", "swordsman") for c in ("any", "red")]
    own = ([*fighters, "hero-red", "tar"], f"{kind}-blue {kind}-blue brick")
    state, events = drawing(f"{token} goblin orc", f"{token} goblin 4", "orc forest 1", hands=own)
    kept = sorted([*(card for card in fighters if not card.startswith(kind)), "hero-red", "tar"])
    assert hands(state) == [" ".join(kept), "brick"]
    assert cards(state.discards) == f"{kind}-any {kind}-blue {kind}-blue {kind}-red"
    assert told(events, "discarded") == [
        {"seat": 0, "cards": [f"{kind}-red", f"{kind}-any"]},
        {"seat": 1, "cards": [f"{kind}-blue"] * 2},
    ]


def test_everybody_with_cards_discards_one_at_the_same_time_in_any_order() -> None:
    own = ("tar brick", "brick brick", "")
    state, _ = drawing("discard goblin orc", "discard", "orc forest 1", hands=own)
    assert GAME.active_seats(state) == {0, 1}
    assert legal(state, 0) == [do.GiveUp("brick"), do.GiveUp("tar")]
    assert (legal(state, 1), legal(state, 2)) == ([do.GiveUp("brick")], [])
    act(state, do.GiveUp("brick"), seat=1)
    assert GAME.active_seats(state) == {0}
    events = act(state, do.GiveUp("brick"), "goblin 3", seat=0)
    assert (hands(state), cards(state.discards)) == (["tar", "brick", ""], "brick brick")
    assert told(events, "discarded") == [{"seat": 0, "cards": ["brick"]}]
    drawn = "discard goblin 2 orc 3"
    state, _ = drawing("discard goblin orc", drawn, "orc forest 1", hands=("", ""))
    assert state.spent["discard"] == 1
    fixed = {"hands": ("archer-red tar", ""), "lord": 1, "held": "discard orc"}
    state, _ = drawing("", "", "orc forest 1", **fixed)
    act(state, do.Play("discard"))
    assert GAME.active_seats(state) == {0}


# -- the Giant Boulder ----------------------------------------------------------------------------


def rolled(arc: int, **more: Any) -> tuple[State, list[Event]]:
    """The position after a boulder from this arc, with an orc in every space."""
    state = position("tar", "brick", **{"monsters": EVERYWHERE, **more})
    run = Run(state, Script())
    roll_boulder(run, arc)
    return state, run.events


def built(state: State) -> set[str]:
    kinds = {"wall": state.walls, "tower": state.towers, "shield": state.fortified}
    return {f"{kind} {arc}" for kind, flags in kinds.items() for arc in standing(flags)}


@pytest.mark.parametrize(
    ("gaps", "shield", "reached", "lost"),
    [
        ("", "", 4, "wall near"),
        ("", "near", 4, "shield near"),
        ("wall near", "", 5, "tower near"),
        ("wall near, tower near", "", 6, "tower far"),
        ("wall near, tower near, tower far", "", 6, "wall far"),
        ("wall near, tower near, tower far", "far", 6, "shield far"),
        ("wall near, tower near, tower far, wall far", "", 10, ""),
    ],
)
def test_a_boulder_crushes_all_on_its_way_until_something_stops_it_and_goes(
    gaps, shield, reached, lost
):
    for arc in ARCS:
        named = {"near": arc, "far": opposite(arc)}
        near, far = f" {arc}", f" {opposite(arc)}"
        gone = gaps.replace(" near", near).replace(" far", far).split(", ")
        walls, towers = (
            [other for other in ARCS if f"{kind} {other}" not in gone] for kind in ("wall", "tower")
        )
        shields = [named[shield]] if shield else []
        before = built(position("", "", walls=walls, towers=towers, fortified=shields))
        state, events = rolled(arc, walls=walls, towers=towers, fortified=shields)
        way = [(ring, arc) for ring in RINGS] + [(ring, named["far"]) for ring in reversed(RINGS)]
        assert [(dead["ring"], dead["arc"]) for dead in told(events, "slain")] == way[:reached]
        assert len(state.monsters) == 30 - reached
        assert " ".join(before - built(state)) == lost.replace(" near", near).replace(" far", far)


def test_a_boulder_rolls_for_its_arc_and_crushes_all_of_a_space_for_nobody() -> None:
    drawn = "boulder 5 plague-archers"
    state, events = drawing("boulder plague-archers goblin", drawn, "orc forest 5, orc forest 2")
    path = [[ring, 5] for ring in RINGS[:-1]]
    assert told(events, "boulder") == [{"arc": 5, "path": path, "stopped": "wall"}]
    assert shown(state) == "orc archer 2"
    assert cards(state.spent) == "boulder orc plague-archers"
    state, events = rolled(1, monsters="troll knight 1, troll:1 knight 1, goblin knight 2")
    assert shown(state) == "goblin knight 2"
    assert [dead["seat"] for dead in told(events, "slain")] == [None, None]
    assert [player.trophies for player in state.players] == [{}, {}]
    assert state.spent == {"troll": 2}


def test_what_stops_a_boulder_stops_it_after_those_inside_were_crushed_or_nobody() -> None:
    _, events = rolled(1, monsters="orc castle 1, orc archer 2", walls="")
    assert [event.type for event in events] == ["boulder", "slain", "tower-lost"]
    state, _ = rolled(3, monsters="orc archer 2")
    assert standing(state.walls) == "12456"
