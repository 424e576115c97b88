"""The first-game guide: a true position, and what each step says has happened."""

from games.castle_panic.components import DECK, PILE
from games.castle_panic.state import State
from games.protocol.guided import moment
from tests.games.castle_panic.positions import GAME, shown, standing

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
    assert "troll:2 knight 3" in shown(at(6))
    end = at(LAST)
    assert (end.active, standing(end.towers), standing(end.walls)) == (1, "123456", "1346")
    assert shown(end) == "troll:2 sword 3, goblin forest 5, orc:1 sword 5, goblin archer 6"
