"""The first-game guide: a true position, and what each step says has happened."""

import pytest
from django.test import Client

from games.castle_panic.components import DECK, PILE
from games.castle_panic.state import State
from games.plugin.guide import choice_of, moment
from tests.games.castle_panic.test_board import GAME

GUIDE = GAME.guide()
LAST = len(GUIDE.steps)
START = "/games/castle-panic/guide/"


def at(step: int) -> State:
    state: State = moment(GAME, GUIDE, step).state
    return state


def test_every_card_and_token_of_the_game_is_in_its_position() -> None:
    whole = {f"card:{card}": n for card, n in DECK.items()}
    whole |= {f"token:{token}": n for token, n in PILE.items()}
    assert GAME.pieces(GUIDE.state) == GAME.pieces(at(LAST)) == whole


def test_the_reader_is_asked_only_for_what_can_be_chosen() -> None:
    asked = [step.move for step in GUIDE.steps if step.move]
    assert len(asked) >= 6
    for number, step in enumerate(GUIDE.steps):
        if step.move:
            assert choice_of(GAME, at(number), step.move) is not None, number


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


@pytest.mark.django_db
def test_its_pages_lead_from_step_to_step_and_to_a_game() -> None:
    for number in range(1, LAST + 1):
        answer = Client().get(f"/games/castle-panic/guide/{number}/" if number > 1 else START)
        assert answer.status_code == 200
        assert f"Step {number} of {LAST + 1}" in answer.content.decode()
    done = Client().get(f"/games/castle-panic/guide/{LAST + 1}/").content.decode()
    assert 'href="/play/castle-panic/"' in done
    assert 'href="/rules/castle-panic/"' in done
