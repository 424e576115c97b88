"""The four attacks of a round: stone, gold, flight (ruling sheet, A round, 2)."""

import pytest

from games.burnt_to_ashes import actions as do
from games.burnt_to_ashes.components import MAX_CHOICES
from games.burnt_to_ashes.state import State
from games.plugin import SPECTATOR
from games.plugin.events import project
from tests.games.burnt_to_ashes.positions import GAME, act, gold, lay, position, told


@pytest.mark.parametrize(("seats", "leaders"), [(3, [1, 2, 0, 1]), (6, [1, 2, 3, 4])])
def test_attack_i_is_led_by_the_ith_seat_from_the_regent(seats: int, leaders: list[int]) -> None:
    states = [position(*["1"] * seats, regent=1, attack=attack) for attack in range(4)]
    assert [state.leader for state in states] == leaders


def test_four_times_a_round_the_leader_puts_the_stone_on_a_face_down_card() -> None:
    state = position("1", "1", phase="stone", stone=None, attack=1, to_act=1, cards="y2yy")
    assert GAME.active_seats(state) == {1}
    assert GAME.legal_actions(state, 1) == [do.Aim(0), do.Aim(2), do.Aim(3)]
    act(state, 1, do.Aim(2))
    assert state.stone == 2
    state = position("1", "1", attack=2, cards="12yy", stone=2)
    events = lay(state, "", "", outcomes=("3",))
    assert [event["card"] for event in told(events, "aimed")] == [3]
    assert state.phase == "lay"
    state = position("1", "", attack=3, cards="y234", arms={23: "k"})
    lay(state, "", outcomes=("1",))
    assert state.phase == "buy"


# -- gold -----------------------------------------------------------------------------------------


def test_clockwise_all_who_hold_gold_lay_any_of_it_or_none() -> None:
    state = position("1", "12", "x", attack=1, to_act=1)
    assert GAME.active_seats(state) == {1}
    lays = [do.Lay(), do.Lay(two=1), do.Lay(one=1), do.Lay(one=1, two=1)]
    assert GAME.legal_actions(state, 1) == lays
    act(state, 1, do.Lay(two=1))
    assert GAME.active_seats(state) == {2}
    act(state, 2, do.Lay())
    assert GAME.active_seats(state) == {0}
    state = position("1", "xx", "", "1")
    for seat, following in ((0, 1), (1, 3)):
        act(state, seat, do.Lay())
        assert GAME.active_seats(state) == {following}


def test_gold_is_laid_face_down_its_count_public_its_values_hidden() -> None:
    state = position("12", "x1", "1")
    (event,) = act(state, 0, do.Lay(one=1, two=1))
    assert project(event, 1).data == project(event, SPECTATOR).data == {"seat": 0, "count": 2}
    assert project(event, 0).data == {"seat": 0, "count": 2, "gold": gold("12")}
    seen = GAME.observation(state, 1).seats[0]
    assert (seen.laid, seen.laid_size, seen.hand, seen.hand_size) == (None, 2, None, 0)


def test_card_and_gold_are_turned_up_open_to_all() -> None:
    state = position("13", "x2")
    (event,) = told(lay(state, "1", "x2", outcomes=("3",)), "turned-up")
    both = [gold("1"), gold("x2")]
    assert (event["number"], event["offered"], event["gold"]) == (3, 3, both)
    seen = GAME.observation(state, SPECTATOR)
    assert seen.last is not None
    assert (seen.last.gold, seen.cards[0].number) == (both, 3)


@pytest.mark.parametrize(
    ("offers", "cards", "number", "glory"),
    [
        (("3", "1", ""), "yyyy", "4", [1, 0, 0]),
        (("11", "3", ""), "yyyy", "4", [0, 1, 0]),
        (("11", "3", ""), "ryyy", "5", [0, 2, 0]),
        (("3", "", ""), "yyyy", "4", [0, 0, 0]),
    ],
    ids=["enough gold prevents the attack", "by value", "two for a red one", "not prevented: none"],
)
def test_the_highest_giver_by_value_takes_the_glory(offers, cards, number, glory):
    state = position(*offers, cards=cards, round=2)
    lay(state, *(offer for offer in offers if offer), outcomes=(number,))
    assert [player.glory for player in state.players] == glory
    assert (len(state.standing()) == 24) is any(glory)


def test_of_equal_givers_the_one_who_laid_first_takes_the_glory() -> None:
    state = position("2", "1", "2", attack=1, to_act=1, cards="yyyy")
    lay(state, "1", "2", "2", outcomes=("4",))
    assert [player.glory for player in state.players] == [0, 0, 1]  # seat 2 laid before seat 0


@pytest.mark.parametrize(("offer", "number"), [("123", "2"), ("x1", "1"), ("x1", "4")])
def test_surplus_gold_is_lost_and_all_of_it_discarded_either_way(offer: str, number: str) -> None:
    state = position(offer, "")
    lay(state, offer, outcomes=(number,))
    assert (state.players[0].hand, sum(state.discards)) == (gold(""), 24)


# -- the flight -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("offer", "number", "here", "lands"),
    [
        ("", "4", {}, [0, 1, 2, 3]),
        ("1", "4", {}, [0, 1, 2]),
        ("3", "4", {}, [0]),
        ("", "3", {"stone": 2, "burnt": (12, 14)}, [13, 15, 16]),
        ("", "3", {"stone": 3, "burnt": (18, 19, 20, 21, 22)}, [23, 0, 1]),
        ("", "4", {"burnt": (*range(6), *range(8, 24))}, [6, 7]),
    ],
    ids=[
        "the gold missing",
        "so many lands",
        "or one",
        "from the start land, burnt ones skipped",
        "on at the next track",
        "fewer where fewer stand",
    ],
)
def test_the_gold_missing_is_the_number_of_lands_attacked_in_flight(offer, number, here, lands):
    (event,) = told(lay(position("13", "", **here), offer, outcomes=(number,)), "turned-up")
    assert event["lands"] == lands


def test_without_a_knight_what_is_attacked_burns_pile_and_all() -> None:
    state = position("1", "", arms={0: "sh", 1: "h"}, cards="yyyy")
    (event,) = told(lay(state, "", outcomes=("2",)), "burnt")
    assert event == {"lands": [0, 1], "owners": [0, 1]}
    assert [state.lands[land].burnt for land in (0, 1, 2)] == [True, True, False]
    assert (state.lands[0].pile, state.lands[0].sword) == (0, False)
    assert (state.out["sword"], state.out["shield"]) == (1, 2)


def test_the_dragon_wins_when_no_land_is_left_but_who_has_none_plays_on() -> None:
    state = position("1", "", burnt=tuple(range(1, 24)))
    lay(state, "", outcomes=("4",))
    assert (state.ending, GAME.active_seats(state)) == ("no-land", frozenset())
    state = position("1", "3", owners={0: list(range(24))}, cards="yyyy")
    lay(state, "", "3", outcomes=("3",))
    assert (state.players[1].glory, GAME.active_seats(state), state.phase) == (1, {1}, "stone")


# -- large hands ----------------------------------------------------------------------------------


def halfway(hand: str) -> State:
    state = position(hand, "1")
    before = GAME.observation(state, 1)
    assert act(state, 0, do.Lay(one=3)) == []
    assert GAME.observation(state, 1) == before, "nobody else sees what was laid"
    return state


def test_hands_above_16_cards_lay_values_first_and_then_xs() -> None:
    actions = GAME.legal_actions(position("xx" + "1" * 15, "1"), 0)
    assert len(actions) == 16
    assert do.Lay(x=1) not in actions
    state = halfway("xx" + "1" * 15)
    assert GAME.legal_actions(state, 0) == [do.LayXs(0), do.LayXs(1), do.LayXs(2)]
    (event,) = act(state, 0, do.LayXs(2))
    assert event.data == {"seat": 0, "count": 5}
    assert GAME.legal_actions(halfway("1" * 17), 0) == [do.LayXs(0)], "without Xs, too"


@pytest.mark.parametrize(
    ("hands", "ways"),
    [
        (["xxxx" + "1" * 17 + "223"], 108),  # alone Xs are never laid
        (["xxxx11111223", "1"], 180),
        (["xxxx" + "1" * 9 + "223", "1"], MAX_CHOICES),
    ],
)
def test_no_hand_has_more_ways_than_declared(hands: list[str], ways: int) -> None:
    assert MAX_CHOICES == 300
    assert len(GAME.legal_actions(position(*hands), 0)) == ways
