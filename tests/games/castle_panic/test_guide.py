"""The first-game guide: a true position, and what each step says has happened."""

from games.castle_panic.components import DECK, PILE
from games.castle_panic.state import State
from games.plugin.guide import moment
from tests.games.castle_panic.test_board import GAME

GUIDE = GAME.guide()
LAST = len(GUIDE.steps)


def at(step: int) -> State:
    state: State = moment(GAME, GUIDE, step).state
    return state


def test_every_card_and_token_of_the_game_is_in_its_position() -> None:
    whole = {f"card:{card}": n for card, n in DECK.items()}
    whole |= {f"token:{token}": n for token, n in PILE.items()}
    assert GAME.pieces(GUIDE.state) == GAME.pieces(at(LAST)) == whole


def test_what_its_words_say_is_so() -> None:
    assert at(2).players[0].hand.get("swordsman-red") == 1
    assert at(3).players[0].hand.get("mortar") == 1
    assert at(3).players[1].hand.get("missing") == 1
    assert at(4).players[0].trophies == {"goblin": 1, "orc": 1}
    assert at(5).walls[2]
    troll = next(monster for monster in at(6).monsters if monster.kind == "troll")
    assert (troll.points, troll.arc) == (2, 3)
    end = at(LAST)
    assert (end.active, sum(end.towers)) == (1, 6)
    assert [arc for arc, stands in enumerate(end.walls, 1) if not stands] == [2, 5]
    places = {(monster.kind, monster.arc, monster.ring, monster.points) for monster in end.monsters}
    assert places == {
        ("troll", 3, 3, 2),
        ("orc", 5, 3, 1),
        ("goblin", 6, 1, 1),
        ("goblin", 5, 0, 1),
    }
