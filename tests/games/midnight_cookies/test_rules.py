"""Midnight Cookies: its rules by example, one test for each sentence."""

import pytest

from games.plugin import FastChance, IllegalAction, Seating
from tests.rulesets.midnight_cookies.actions import Send
from tests.rulesets.midnight_cookies.components import DIE, HAND
from tests.rulesets.midnight_cookies.game import MidnightCookies
from tests.rulesets.midnight_cookies.rules import feast
from tests.rulesets.midnight_cookies.state import Position

GAME = MidnightCookies()


def begun(*hands: list[str], plate: int = 10, rounds: int = 3) -> Position:
    """A new game in which seat 0 goes first; the hands named are dealt."""
    seating = Seating(max(2, len(hands)), 0)
    state = GAME.setup(GAME.Options(rounds=rounds), seating, FastChance(1))
    for seat, hand in enumerate(hands):
        state.hands[seat] = list(hand)
    state.plate = plate
    return state


def send(state: Position, *animals: str) -> None:
    """Every seat sends one of these, in turn."""
    for seat, animal in enumerate(animals):
        GAME.apply_action(state, seat, Send(animal), FastChance(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_holds_five_animals_and_a_roll_is_on_the_plate(seats: int) -> None:
    state = GAME.setup(GAME.Options(), Seating(seats, 0), FastChance(1))
    assert [len(hand) for hand in state.hands] == [HAND] * seats
    assert 1 <= state.die <= DIE
    assert state.plate == state.die + seats


@pytest.mark.parametrize(
    ("animals", "plate", "taken"),
    [
        (["owl", "mouse"], 10, [3, 0]),
        (["owl", "raccoon"], 10, [1, 5]),
        (["mouse", "mouse"], 3, [2, 1]),
        (["squirrel", "raccoon"], 10, [3, 4]),
        (["squirrel", "squirrel", "bear"], 10, [0, 0, 10]),
        (["raccoon", "raccoon"], 9, [5, 2]),
        (["raccoon", "bear"], 9, [5, 4]),
        (["bear", "bear"], 9, [0, 0]),
        (["owl", "mouse", "mouse"], 2, [2, 0, 0]),
    ],
)
def test_animals_take_what_they_say(animals: list[str], plate: int, taken: list[int]) -> None:
    assert feast(animals, plate) == taken


def test_small_animals_come_before_large_ones_whoever_sends_them() -> None:
    state = begun(["bear"], ["mouse"])
    send(state, "bear", "mouse")
    assert [visit.animal for visit in state.nights[0]] == ["mouse", "bear"]
    assert state.points == [8, 2]


def test_among_equals_the_first_seat_eats_first_and_the_next_seat_is_first_then() -> None:
    state = begun(["raccoon", "raccoon"], ["raccoon", "raccoon"], plate=9)
    send(state, "raccoon", "raccoon")
    assert state.points == [5, 2]
    send(state, "raccoon", "raccoon")
    assert [visit.seat for visit in state.nights[1]] == [1, 0]


def test_what_is_left_stays_on_the_plate() -> None:
    state = begun(["bear"], ["bear"])
    send(state, "bear", "bear")
    assert state.plate == 10 + state.die + 2


def test_others_see_that_an_animal_was_sent_and_not_which() -> None:
    state = begun(["owl", "bear"], ["mouse"])
    GAME.apply_action(state, 0, Send("owl"), FastChance(1))
    assert GAME.observation(state, 0).sent == ["owl", None]
    assert GAME.observation(state, 1).sent == ["?", None]
    assert GAME.observation(state, 1).hands[0] is None


def test_an_animal_that_one_doesnt_hold_cant_be_sent() -> None:
    state = begun(["owl"], ["mouse"])
    with pytest.raises(IllegalAction, match="no-such-animal"):
        GAME.apply_action(state, 0, Send("bear"), FastChance(1))


def test_nobody_sends_two_animals_a_night() -> None:
    state = begun(["owl", "bear"], ["mouse"])
    GAME.apply_action(state, 0, Send("owl"), FastChance(1))
    with pytest.raises(IllegalAction, match="not-now"):
        GAME.apply_action(state, 0, Send("bear"), FastChance(1))


def test_who_has_sent_an_animal_waits_for_everyone_and_not_for_a_turn() -> None:
    state = begun(["owl", "bear"], ["mouse"])
    GAME.apply_action(state, 0, Send("owl"), FastChance(1))
    said = GAME.why_not(state, 0, ["hand:bear"])
    assert said is not None
    assert said.id == "You have sent an animal tonight: wait for the others."


def test_after_the_last_night_the_most_cookies_win() -> None:
    state = begun(["bear", "mouse", "bear"], ["mouse", "mouse", "mouse"])
    send(state, "bear", "mouse")
    send(state, "mouse", "mouse")
    assert GAME.result(state) is None
    send(state, "bear", "mouse")
    result = GAME.result(state)
    assert result is not None
    assert [seat.outcome for seat in result.seats] == ["won", "lost"]
    assert [seat.score for seat in result.seats] == state.points


def test_equally_many_cookies_share_the_place() -> None:
    state = begun(["bear"] * 3, ["bear"] * 3)
    for _night in range(3):
        send(state, "bear", "bear")
    result = GAME.result(state)
    assert result is not None
    assert [seat.rank for seat in result.seats] == [1, 1]
