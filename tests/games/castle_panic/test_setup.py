"""Ruling sheet: decks, board, setup, and which tables there are."""

from collections import Counter

import pytest

from games.castle_panic.actions import Open, OpenAtRandom, OwnTower
from games.castle_panic.components import (
    ARCHER,
    ARCS,
    DECK,
    MOVES,
    PILE,
    POINTS,
    REMOVED_WHEN_EASIER,
    VICTORY_POINTS,
    clockwise,
    colour_of,
    opposite,
    tokens_in_play,
)
from games.castle_panic.state import Options
from games.plugin import FastChance, InvalidOptions, Seating
from tests.games.castle_panic.positions import (
    GAME,
    LORD,
    Script,
    act,
    fresh,
    legal,
    position,
    standing,
    told,
)

OPENED = ("goblin", "orc", "goblin", "troll", "goblin", "orc")


def test_the_castle_deck_has_49_cards() -> None:
    fighters = {
        f"{fighter}-{colour}": 3
        for fighter in ("archer", "knight", "swordsman")
        for colour in ("red", "green", "blue")
    }
    any_colour = {"archer-any": 1, "knight-any": 1, "swordsman-any": 1}
    heroes = {"hero-red": 1, "hero-green": 1, "hero-blue": 1}
    singles = [
        "barbarian",
        "nice-shot",
        "tar",
        "drive-back",
        "fortify",
        "missing",
        "draw-two",
        "scavenge",
    ]
    rest = {"brick": 4, "mortar": 4, **dict.fromkeys(singles, 1)}
    assert fighters | any_colour | heroes | rest == DECK
    assert sum(DECK.values()) == 49


def test_there_are_49_monster_tokens() -> None:
    assert PILE == {
        "goblin": 6,
        "orc": 11,
        "troll": 10,
        "goblin-king": 1,
        "healer": 1,
        "orc-warlord": 1,
        "troll-mage": 1,
        "boulder": 4,
        "move-red": 2,
        "move-green": 2,
        "move-blue": 2,
        "clockwise": 1,
        "counter-clockwise": 1,
        "plague-archers": 1,
        "plague-knights": 1,
        "plague-swordsmen": 1,
        "discard": 1,
        "draw-three": 1,
        "draw-four": 1,
    }
    assert sum(PILE.values()) == 49


def test_points_of_damage_and_victory_are_those_printed() -> None:
    printed = {kind: (POINTS[kind], VICTORY_POINTS[kind]) for kind in POINTS}
    assert printed == {
        "goblin": (1, 1),
        "orc": (2, 2),
        "troll": (3, 3),
        "goblin-king": (2, 4),
        "healer": (2, 4),
        "orc-warlord": (3, 4),
        "troll-mage": (3, 4),
    }


def test_easier_battles_leaves_out_eleven_tokens() -> None:
    assert REMOVED_WHEN_EASIER == {
        "draw-four": 1,
        "orc-warlord": 1,
        "troll-mage": 1,
        "plague-swordsmen": 1,
        "plague-knights": 1,
        "move-red": 1,
        "move-green": 1,
        "move-blue": 1,
        "boulder": 3,
    }
    left = tokens_in_play(easier=True)
    assert sum(left.values()) == 38
    assert left | REMOVED_WHEN_EASIER | {"boulder": 4, **dict.fromkeys(MOVES, 2)} == PILE
    assert all(left.values())
    assert tokens_in_play(easier=False) == PILE


@pytest.mark.parametrize(
    ("easier", "lord", "left"),
    [(False, None, 43), (True, None, 32), (False, 1, 40), (True, 1, 29)],
)
def test_after_setup_the_pile_holds_so_many(easier: bool, lord: int | None, left: int) -> None:
    state = fresh(3, lord=lord, easier_battles=easier)
    GAME.apply_action(state, state.first, OpenAtRandom(), FastChance(2))
    assert sum(state.pile.values()) == left
    assert sum(state.held.values()) == (0 if lord is None else 3)


def test_the_arcs_have_three_colors_and_lie_opposite_each_other() -> None:
    assert [colour_of(arc) for arc in ARCS] == ["red", "red", "green", "green", "blue", "blue"]
    assert [opposite(arc) for arc in ARCS] == [4, 5, 6, 1, 2, 3]
    assert [clockwise(arc) for arc in ARCS] == [2, 3, 4, 5, 6, 1]
    assert [clockwise(arc, -1) for arc in ARCS] == [6, 1, 2, 3, 4, 5]


def test_each_arc_starts_with_one_wall_and_one_tower() -> None:
    state = fresh()
    assert standing(state.walls) == standing(state.towers) == list(ARCS)
    assert standing(state.fortified) == []


def test_the_first_player_is_random() -> None:
    state = GAME.setup(Options(), Seating(4), Script(3))
    assert (state.first, state.active) == (2, 2)


def test_the_table_may_name_the_first_player() -> None:
    state = GAME.setup(Options(), Seating(4, 3), Script())
    assert (state.first, state.active) == (3, 3)


def test_against_an_overlord_a_castle_seat_begins() -> None:
    options = Options(mode="overlord")
    state = GAME.setup(options, Seating(3, None, (None, LORD, None)), Script(2))
    assert (state.first, state.overlord) == (2, 1)


def test_an_overlord_named_to_begin_leaves_it_to_chance() -> None:
    seating = Seating(3, 0, (LORD, None, None))
    state = GAME.setup(Options(mode="overlord"), seating, Script(2))
    assert state.first == 2


def test_the_first_player_puts_six_monsters_into_the_archer_ring_one_per_arc() -> None:
    state = fresh(seed=4)
    assert GAME.active_seats(state) == {state.first}
    GAME.apply_action(state, state.first, Open(OPENED), FastChance(1))
    assert [(m.kind, m.arc, m.ring, m.points) for m in state.monsters] == [
        (kind, arc, ARCHER, POINTS[kind]) for arc, kind in enumerate(OPENED, 1)
    ]
    assert Counter(OPENED) == {"goblin": 3, "orc": 2, "troll": 1}


def test_the_opening_monsters_come_off_the_pile() -> None:
    state = fresh()
    GAME.apply_action(state, state.first, Open(OPENED), FastChance(1))
    assert (state.pile["goblin"], state.pile["orc"], state.pile["troll"]) == (3, 9, 9)
    assert GAME.pieces(state) == {
        **{f"card:{card}": n for card, n in DECK.items()},
        **{f"token:{token}": n for token, n in PILE.items()},
    }


def test_there_are_60_ways_to_open_and_the_die() -> None:
    actions = legal(fresh())
    assert len(actions) == len(set(actions)) == 61
    assert OpenAtRandom() in actions


def test_the_opening_may_be_left_to_chance() -> None:
    state = fresh(1)
    hand = ["brick", "mortar", "tar", "missing", "fortify", "scavenge"]
    events = act(state, OpenAtRandom(), list(OPENED), *hand)
    assert told(events, "opening") == [{"seat": 0, "arcs": list(OPENED), "random": True}]
    assert [monster.kind for monster in state.monsters] == list(OPENED)


def test_hands_are_dealt_after_the_opening_and_in_turn_order() -> None:
    state = GAME.setup(Options(), Seating(2, 1), Script())
    assert [player.hand for player in state.players] == [{}, {}]
    mine, others = (
        ["brick"] * 4 + ["mortar"] * 2,
        ["tar", "missing", *["archer-red"] * 3, "fortify"],
    )
    events = act(state, Open(OPENED), *mine, *others)
    assert state.players[1].hand == {"brick": 4, "mortar": 2}
    assert state.players[0].hand == {"tar": 1, "missing": 1, "archer-red": 3, "fortify": 1}
    assert [event.type for event in events][:3] == ["opening", "cards", "cards"]
    assert told(events, "opening") == [{"seat": 1, "arcs": list(OPENED), "random": False}]


def test_hands_are_face_up_for_everybody() -> None:
    state = position(["tar", "brick"], ["hero-red"])
    for viewer in (0, 1, "spectator"):
        seen = GAME.observation(state, viewer)  # type: ignore[arg-type]
        assert [player.hand for player in seen.players] == [{"tar": 1, "brick": 1}, {"hero-red": 1}]


@pytest.mark.parametrize(("seats", "size"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 5), (6, 4)])
def test_hand_sizes_go_by_the_number_of_players(seats: int, size: int) -> None:
    state = fresh(seats)
    GAME.apply_action(state, state.first, OpenAtRandom(), FastChance(3))
    assert [sum(player.hand.values()) for player in state.players] == [size] * seats


@pytest.mark.parametrize(("seats", "size"), [(2, 6), (3, 6), (4, 5), (5, 5), (6, 5)])
def test_against_an_overlord_only_castle_players_count_for_hands(seats: int, size: int) -> None:
    state = fresh(seats, lord=0)
    GAME.apply_action(state, state.first, OpenAtRandom(), FastChance(3))
    sizes = [sum(player.hand.values()) for player in state.players]
    assert sizes == [0, *[size] * (seats - 1)]


def test_with_a_mans_home_everybody_picks_another_tower_in_turn_order() -> None:
    state = GAME.setup(Options(mans_home=True), Seating(3, 1), FastChance(1))
    GAME.apply_action(state, 1, Open(OPENED), FastChance(1))
    for seat, arc in ((1, 4), (2, 1), (0, 6)):
        assert GAME.active_seats(state) == {seat}
        act(state, OwnTower(arc))
    assert [player.tower for player in state.players] == [6, 4, 1]
    assert (state.phase, state.active) == ("discard", 1)


def test_a_chosen_tower_is_no_choice_for_the_next() -> None:
    state = position([], [], owners=[3], phase="towers", active=1, options={"mans_home": True})
    assert legal(state) == [OwnTower(arc) for arc in (1, 2, 4, 5, 6)]


def test_an_overlord_picks_no_tower() -> None:
    state = GAME.setup(
        Options(mode="overlord", mans_home=True), Seating(3, 0, (None, LORD, None)), FastChance(1)
    )
    GAME.apply_action(state, 0, Open(OPENED), FastChance(1))
    act(state, OwnTower(2))
    assert GAME.active_seats(state) == {2}
    act(state, OwnTower(5))
    assert (state.phase, state.active) == ("discard", 0)
    assert state.players[1].tower is None


def test_the_first_turn_is_the_first_players() -> None:
    state = fresh(3, seed=9)
    events = GAME.apply_action(state, state.first, OpenAtRandom(), FastChance(1))
    assert told(events, "turn") == [{"seat": state.first, "turn": 1}]
    assert GAME.active_seats(state) == {state.first}


@pytest.mark.parametrize("seats", [0, 7])
def test_one_to_six_people_play(seats: int) -> None:
    with pytest.raises(InvalidOptions) as refused:
        GAME.format(Options(), seats)
    assert refused.value.field == "seats"
    assert [GAME.format(Options(), count).kind for count in range(1, 7)] == [
        "solo",
        *["cooperative"] * 5,
    ]


def test_an_overlord_needs_two_to_six_people_and_plays_against_all() -> None:
    with pytest.raises(InvalidOptions) as refused:
        GAME.format(Options(mode="overlord"), 1)
    assert refused.value.field == "mode"
    for seats in range(2, 7):
        kept = GAME.format(Options(mode="overlord"), seats)
        assert kept.kind == "one-against-all"
        assert [role and role.key for role in kept.roles] == [LORD, *[None] * (seats - 1)]
        assert len(set(kept.teams[1:])) == 1
        assert kept.teams[0] != kept.teams[1]


@pytest.mark.parametrize(("mode", "least"), [("standard", 2), ("co-op", 2), ("overlord", 3)])
def test_a_mans_home_needs_two_castle_players(mode: str, least: int) -> None:
    options = Options(mode=mode, mans_home=True)  # type: ignore[arg-type]
    with pytest.raises(InvalidOptions) as refused:
        GAME.format(options, least - 1)
    assert refused.value.field in ("mans_home", "mode")
    assert GAME.format(options, least)
