"""What previews promise is what the rules then do."""

from typing import Any

from games.castle_panic import actions as do
from games.castle_panic.components import FOREST
from games.castle_panic.state import Offer, State
from tests.games.castle_panic.positions import GAME, position, to


def preview(state: State, action: Any) -> Any:
    (seat,) = GAME.active_seats(state)
    (found,) = (choice for choice in GAME.choices(state, seat) if choice.action == action)
    return found.preview


def test_a_hit_says_how_many_points_stay_and_what_a_death_is_worth() -> None:
    monsters = "troll archer 1, goblin archer 2, healer:1 knight 1"
    state = position("archer-red nice-shot hero-red barbarian", "", monsters=monsters)
    for action, left, worth in (
        (do.Hit("archer-red", to("troll archer 1")), 2, None),
        (do.Hit("archer-red", to("goblin archer 2")), 0, 1),
        (do.Hit("archer-red", to("troll archer 1"), nice_shot=True), 0, 3),
        (do.Hit("hero-red", to("healer:1 knight 1")), 0, 4),
        (do.Barbarian(to("troll archer 1")), 0, 3),
    ):
        assert preview(state, action) == {"left": left, "worth": worth}
    fixed = {"monsters": "goblin archer 1", "options": {"mode": "co-op"}}
    hit = do.Hit("archer-red", to("goblin archer 1"))
    assert preview(position("archer-red", "", **fixed), hit) == {"left": 0, "worth": None}
    trio, on = "archer-red knight-red swordsman-any", {"all_for_one": True}
    state = position(trio, "", monsters="troll sword 2", options=on)
    slain = do.AllForOne("red", to("troll sword 2"), "swordsman")
    assert preview(state, slain) == {"left": 0, "worth": 3}


def test_what_is_held_up_shows_where_it_would_be() -> None:
    monsters = "orc castle 5"
    state = position("drive-back tar brick mortar", "", monsters=monsters, walls="12345")
    assert preview(state, do.DriveBack(to(monsters))) == {"goes": [FOREST, 5]}
    assert preview(state, do.TarIt(to(monsters))) == {"tarred": True}
    assert preview(state, do.Rebuild(6)) is None, "the board shows it where it is touched"


def test_ending_the_turn_shows_all_that_moves_and_strikes() -> None:
    monsters = (
        "orc forest 1, goblin forest 1, orc sword 2, orc sword 3, troll sword 4, orc castle 5, "
        "orc knight 6 tarred"
    )
    state = position("brick", "", monsters=monsters, walls="1236", towers="146", fortified="3")
    assert preview(state, do.EndPlay()) == {
        "moves": [[0, 1, 1, 1], [3, 4, 4, 4], [4, 5, 4, 6]],
        "walls": [2],
        "shields": [3],
        "towers": [4, 6],
    }


def test_the_overlord_sees_what_its_token_moves_and_where_a_monster_would_stand() -> None:
    fixed: dict[str, Any] = {"phase": "overlord", "may_place": True, "plays_left": 2}
    held = "move-red clockwise counter-clockwise troll boulder"
    monsters = "orc archer 1, orc knight 3, goblin castle 6"
    state = position("", "brick", lord=0, monsters=monsters, towers="15", held=held, **fixed)
    for token, moves, towers in (
        ("move-red", [[1, 1, 2, 1]], []),
        ("clockwise", [[1, 1, 1, 2], [2, 3, 2, 4], [4, 6, 4, 1]], [1]),
        ("counter-clockwise", [[1, 1, 1, 6], [2, 3, 2, 2], [4, 6, 4, 5]], [5]),
    ):
        shown = {"moves": moves, "towers": towers, "walls": [], "shields": []}
        assert preview(state, do.Play(token)) == shown
    assert preview(state, do.Play("boulder")) is preview(state, do.Play("troll")) is None
    assert preview(state, do.Place("troll", 4)) == {"goes": [FOREST, 4]}


def test_a_trade_shows_how_many_monsters_both_could_hit_and_who_could_build() -> None:
    fixed = {"monsters": "orc archer 1, orc archer 1, orc knight 3", "walls": "123"}
    state = position("archer-red brick", "mortar knight-green", phase="trade", **fixed)
    first = preview(state, do.OfferTrade(1, "archer-red", "knight-green"))
    assert first == {"partner": 1, "reach": [2, 1], "theirs": [1, 2], "builds": None}
    assert preview(state, do.OfferTrade(1, "archer-red", "mortar"))["builds"] == "you"
    assert preview(state, do.OfferTrade(1, "brick", "knight-green"))["builds"] == "partner"
    state.pending = [Offer(1, "archer-red", "knight-green")]
    mirrored = {"partner": 0, "reach": [1, 2], "theirs": [2, 1], "builds": None}
    assert preview(state, do.Accept()) == mirrored
    assert preview(state, do.Counter("archer-red", "mortar"))["builds"] == "partner"
    state.pending = [Offer(1, "archer-red", "knight-green", countered=True)]
    assert preview(state, do.Accept()) == first
