"""Ruling sheet: decks, board, setup, and which tables there are."""

import pytest

from games.castle_panic import actions as do, components as box
from games.castle_panic.state import Options, State
from games.plugin import FastChance, InvalidOptions, Seating
from tests.games.castle_panic.positions import (
    ALL,
    GAME,
    LORD,
    Script,
    act,
    bag,
    crowd,
    end,
    fresh,
    hands,
    legal,
    position,
    shown,
    standing,
    told,
)

OPENED = ("goblin", "orc", "goblin", "troll", "goblin", "orc")
IN_THE_ARCHER_RING = ", ".join(f"{kind} archer {arc}" for arc, kind in enumerate(OPENED, 1))


def setup(*outcomes: int, first: int | None = None, roles: str = "----", **options: bool) -> State:
    """A game set up for these seats, of which `L` is the Overlord's."""
    mode: dict[str, str] = {"mode": LORD} if "L" in roles else {}
    taken = tuple(LORD if role == "L" else None for role in roles)
    seating = Seating(len(roles), first, taken if mode else ())
    return GAME.setup(Options(**mode, **options), seating, Script(*outcomes))


def dealt(seats: int, lord: int | None = None, **options: bool) -> State:
    """After the opening, which chance has made."""
    state = fresh(seats, lord=lord, **options)
    GAME.apply_action(state, state.first, do.OpenAtRandom(), FastChance(3))
    return state


# -- what is in the box ---------------------------------------------------------------------------


def test_the_castle_deck_has_49_cards() -> None:
    fighters = ("archer", "knight", "swordsman")
    colored = {f"{one}-{color}": 3 for one in fighters for color in ("red", "green", "blue")}
    singles = (
        "archer-any knight-any swordsman-any hero-red hero-green hero-blue barbarian nice-shot tar "
        "drive-back fortify missing draw-two scavenge"
    )
    assert colored | bag(singles) | {"brick": 4, "mortar": 4} == box.DECK
    assert sum(box.DECK.values()) == 49


def test_there_are_49_monster_tokens_of_which_easier_battles_leaves_out_eleven() -> None:
    singles = (
        "goblin-king healer orc-warlord troll-mage clockwise counter-clockwise plague-archers "
        "plague-knights plague-swordsmen discard draw-three draw-four"
    )
    several = {"goblin": 6, "orc": 11, "troll": 10, "boulder": 4}
    moves = dict.fromkeys(("move-red", "move-green", "move-blue"), 2)
    assert several | moves | bag(singles) == box.PILE == box.tokens_in_play(easier=False)
    assert sum(box.PILE.values()) == 49
    worst = "draw-four orc-warlord troll-mage plague-swordsmen plague-knights"
    removed = bag(f"{worst} move-red move-green move-blue boulder boulder boulder")
    assert removed == box.REMOVED_WHEN_EASIER
    left = box.tokens_in_play(easier=True)
    assert all(left.values())
    assert left == {k: n - removed.get(k, 0) for k, n in box.PILE.items() if n > removed.get(k, 0)}
    assert sum(left.values()) == 38


def test_points_of_damage_and_victory_are_those_printed() -> None:
    printed = {kind: (box.POINTS[kind], box.VICTORY_POINTS[kind]) for kind in box.POINTS}
    common = {"goblin": (1, 1), "orc": (2, 2), "troll": (3, 3)}
    lesser = dict.fromkeys(("goblin-king", "healer"), (2, 4))
    assert printed == common | lesser | dict.fromkeys(("orc-warlord", "troll-mage"), (3, 4))


@pytest.mark.parametrize(
    ("easier", "lord", "left"), [(False, None, 43), (True, None, 32), (False, 1, 40), (True, 1, 29)]
)
def test_after_setup_the_pile_holds_so_many(easier: bool, lord: int | None, left: int) -> None:
    state = dealt(3, lord, easier_battles=easier)
    assert sum(state.pile.values()) == left
    assert sum(state.held.values()) == (0 if lord is None else 3)
    assert ("draw-four" in state.pile | state.held) is not easier


def test_the_board_has_six_arcs_in_three_colors_each_with_a_wall_and_a_tower() -> None:
    colors = [box.color_of(arc) for arc in box.ARCS]
    assert colors == ["red", "red", "green", "green", "blue", "blue"]
    assert [box.opposite(arc) for arc in box.ARCS] == [4, 5, 6, 1, 2, 3]
    assert [box.clockwise(arc) for arc in box.ARCS] == [2, 3, 4, 5, 6, 1]
    assert [box.clockwise(arc, -1) for arc in box.ARCS] == [6, 1, 2, 3, 4, 5]
    state = fresh()
    assert standing(state.walls) == standing(state.towers) == ALL
    assert standing(state.fortified) == ""


def test_under_construction_lets_the_first_monsters_walk_in() -> None:
    state = dealt(2, under_construction=True)
    assert (standing(state.walls), standing(state.towers)) == ("", ALL)
    state.monsters = crowd("orc sword 3")
    state.phase, state.missing, state.hand_size = "play", True, 0
    end(state)
    assert (shown(state), standing(state.towers)) == ("orc:1 castle 3", "12456")


# -- setup ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcomes", "named", "roles", "first"),
    [([3], None, "----", 2), ([], 3, "----", 3), ([2], None, "-L-", 2), ([2], 0, "L--", 2)],
    ids=["random", "named", "among castle seats", "an Overlord named"],
)
def test_who_is_the_first_player(outcomes, named, roles, first):
    state = setup(*outcomes, first=named, roles=roles)
    assert (state.first, state.active) == (first, first)
    assert state.overlord == (roles.index("L") if "L" in roles else None)


def test_the_first_player_puts_six_monsters_into_the_archer_ring_one_per_arc() -> None:
    state = setup(first=1, roles="--")
    assert GAME.active_seats(state) == {1}
    assert hands(state) == ["", ""], "before hands are dealt, in turn order"
    mine = "brick brick brick mortar mortar tar"
    others = "archer-red archer-red fortify knight-any missing scavenge"
    events = act(state, do.Open(OPENED), mine, others)
    assert shown(state) == IN_THE_ARCHER_RING
    assert (state.pile["goblin"], state.pile["orc"], state.pile["troll"]) == (3, 9, 9)
    assert hands(state) == [others, mine]
    assert [event.type for event in events][:3] == ["opening", "cards", "cards"]
    assert told(events, "opening") == [{"seat": 1, "arcs": list(OPENED), "random": False}]
    assert told(events, "turn") == [{"seat": 1, "turn": 1}]
    assert GAME.active_seats(state) == {1}


def test_there_are_60_ways_to_open_and_the_die() -> None:
    state = fresh(1)
    actions = legal(state)
    assert len(actions) == len(set(actions)) == 61
    events = act(state, do.OpenAtRandom(), [*OPENED], "brick mortar tar missing fortify scavenge")
    assert told(events, "opening") == [{"seat": 0, "arcs": list(OPENED), "random": True}]
    assert shown(state) == IN_THE_ARCHER_RING


@pytest.mark.parametrize(("seats", "size"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 5), (6, 4)])
def test_hand_sizes_go_by_the_number_of_castle_players(seats: int, size: int) -> None:
    assert [sum(player.hand.values()) for player in dealt(seats).players] == [size] * seats
    if seats < 6:
        sizes = [sum(player.hand.values()) for player in dealt(seats + 1, lord=0).players]
        assert sizes == [0, *[size] * seats]


def test_with_a_mans_home_everybody_picks_another_tower_in_turn_order() -> None:
    for roles, picks in (("---", [(1, 4), (2, 1), (0, 6)]), ("-L-", [(0, 2), (2, 5)])):
        state = setup(first=picks[0][0], roles=roles, mans_home=True)
        GAME.apply_action(state, state.first, do.Open(OPENED), FastChance(1))
        for seat, arc in picks:
            assert GAME.active_seats(state) == {seat}
            act(state, do.OwnTower(arc))
        towers = dict(picks)
        assert [player.tower for player in state.players] == [towers.get(n) for n in range(3)]
        assert (state.phase, state.active) == ("discard", picks[0][0])
    state = position("", "", owners=[3], phase="towers", active=1, options={"mans_home": True})
    assert legal(state) == [do.OwnTower(arc) for arc in (1, 2, 4, 5, 6)]


# -- which tables there are -----------------------------------------------------------------------


def refused(options: Options, seats: int) -> str | None:
    with pytest.raises(InvalidOptions) as error:
        GAME.format(options, seats)
    return error.value.field


def test_one_to_six_people_play_or_an_overlord_against_one_to_five() -> None:
    kinds = [GAME.format(Options(), count).kind for count in range(1, 7)]
    assert kinds == ["solo", *["cooperative"] * 5]
    assert refused(Options(), 0) == refused(Options(), 7) == "seats"
    options = Options(mode="overlord")
    assert refused(options, 1) == "mode"
    for seats in range(2, 7):
        kept = GAME.format(options, seats)
        assert kept.kind == "one-against-all"
        assert [role and role.key for role in kept.roles] == [LORD, *[None] * (seats - 1)]
        assert kept.teams == (1, *[0] * (seats - 1))


@pytest.mark.parametrize(("mode", "least"), [("standard", 2), ("co-op", 2), ("overlord", 3)])
def test_a_mans_home_needs_two_castle_players(mode: str, least: int) -> None:
    options = Options(mode=mode, mans_home=True)  # type: ignore[arg-type]
    assert refused(options, least - 1) in ("mans_home", "mode")
    assert GAME.format(options, least)
