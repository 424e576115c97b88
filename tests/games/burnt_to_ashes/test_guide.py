"""The first-game guide: a true position, and what each step says has happened."""

from games.burnt_to_ashes.components import COUNTER_COPIES, GOLD
from games.burnt_to_ashes.state import State
from games.protocol.guided import moment
from tests.games.burnt_to_ashes.positions import GAME

GUIDE = GAME.guide()
LAST = len(GUIDE.steps)


def at(step: int) -> State:
    state: State = moment(GAME, GUIDE, step).state
    return state


def test_every_counter_and_gold_card_is_in_its_position() -> None:
    whole = {f"counter:{counter}": n for counter, n in COUNTER_COPIES.items()}
    whole |= {f"gold:{worth}": n for worth, n in enumerate(GOLD)}
    whole["counter:knight"] += 2  # the starting ones
    whole["counter:power"] += 2
    assert GAME.pieces(GUIDE.state) == GAME.pieces(at(LAST)) == whole


def test_what_its_words_say_is_so() -> None:
    assert GAME.board(GAME.observation(at(1), 0))["cards"][0]["possible"] == [3]
    assert at(3).players[0].glory == 1
    assert at(3).players[1].laid == [0, 2, 0, 0]
    fight = at(4)
    assert (fight.attacked, fight.players[0].power) == ([6], 1)
    assert (at(5).wounds, at(5).lands[6].knight, at(5).phase) == ([0], True, "buy")
    assert at(6).lands[0].known == ["attack", "power", "knight", "sword"]
    assert at(7).lands[0].known == ["knight", "power", "sword", "attack"]
    end = at(LAST)
    assert end.lands[0].knight
    assert end.lands[0].known == ["power", "sword", "attack"]
