"""How the `medium` computer player plays Castle Panic, in positions where the choice is plain."""

from typing import Any

import pytest

from games import ai
from games.castle_panic import actions as do
from games.castle_panic.state import State
from games.plugin.codec import canonical_json
from tests.games.castle_panic.positions import GAME, position, to

AT_THE_GATE = "troll:1 sword 3"


def chosen(state: State, seed: int = 1, manner: str | None = None) -> Any:
    """What `medium` does for the seat to decide, from that seat's observation alone."""
    (seat,) = GAME.active_seats(state)
    seen = canonical_json(GAME.observation(state, seat))
    return ai.choose(GAME, seen, seat, "medium", seed, manner=manner)


HIT_THE_ORC = do.Hit("archer-red", to("orc archer 1"))
INSIDE = "troll:2 castle 1"


@pytest.mark.parametrize(
    ("hand", "monsters", "action"),
    [
        (
            "swordsman-green archer-red",
            f"{AT_THE_GATE}, orc archer 1",
            do.Hit("swordsman-green", to(AT_THE_GATE)),
        ),
        ("archer-red", "orc archer 1", HIT_THE_ORC),
        ("archer-blue", "orc archer 1", do.EndPlay()),
        ("brick mortar", "troll knight 5", do.Rebuild(5)),
        ("barbarian", "goblin archer 1", do.EndPlay()),
        ("barbarian", f"{INSIDE}, troll sword 4", do.Barbarian(to(INSIDE))),
        ("drive-back", f"{INSIDE}, troll sword 4", do.DriveBack(to(INSIDE))),
    ],
    ids=[
        "slays what would break the wall",
        "does not end its turn while a card hits",
        "but when none does",
        "builds a wall where monsters come",
        "keeps the barbarian while only a goblin comes",
        "uses what reaches into the castle there",
        "driving it back, too",
    ],
)
def test_it_plays(hand: str, monsters: str, action: Any) -> None:
    assert chosen(position(hand, monsters=monsters, walls="1234")) == action


def trading(*hands: str, monsters: str = AT_THE_GATE, out: tuple[int, ...] = ()) -> State:
    state = position(*hands, phase="trade", monsters=monsters)
    for seat in out:
        state.players[seat].out = True
    return state


def test_manners_show_where_two_actions_spare_about_as_much() -> None:
    state = position("archer-red tar", monsters="orc archer 1, troll knight 5", walls="1234")
    assert chosen(state, manner="bold") == HIT_THE_ORC
    assert chosen(state, manner="careful") == do.TarIt(to("troll knight 5"))
    board = "goblin knight 2, orc archer 3"
    state = trading("tar archer-green", "drive-back hero-blue", monsters=board)
    assert chosen(state, manner="generous") == do.OfferTrade(1, "tar", "drive-back")
    assert chosen(state, manner="grudging") == do.EndTrade()


def lording(held: str) -> State:
    fixed: dict[str, Any] = {"phase": "overlord", "plays_left": 2, "may_place": True}
    return position("tar", "", "brick", lord=1, held=held, monsters="orc forest 1", **fixed)


@pytest.mark.parametrize(
    ("held", "token"),
    [
        ("troll draw-three draw-four", "draw-four"),
        ("troll draw-three boulder", "draw-three"),
        ("goblin boulder troll", "troll"),
        ("goblin boulder plague-archers", "goblin"),
    ],
)
def test_the_overlord_plays_what_brings_more_first_then_the_strongest_monster_and_events_last(
    held, token
):
    assert chosen(lording(held)) == do.Play(token)
