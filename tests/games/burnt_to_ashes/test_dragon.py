"""The four attacks of a round: stone, gold, flight (ruling sheet, A round, 2)."""

import pytest

from games.burnt_to_ashes.actions import Aim, Lay, LayXs
from games.burnt_to_ashes.components import MAX_CHOICES
from games.plugin import SPECTATOR
from games.plugin.events import project
from tests.games.burnt_to_ashes.positions import GAME, act, gold, lay, position, told


@pytest.mark.parametrize(("seats", "leaders"), [(3, [1, 2, 0, 1]), (6, [1, 2, 3, 4])])
def test_attack_i_is_led_by_the_ith_seat_from_the_regent(seats: int, leaders: list[int]) -> None:
    state = position(*["1"] * seats, regent=1)
    found = []
    for attack in range(4):
        state.attack = attack
        found.append(state.leader)
    assert found == leaders


def test_the_leader_puts_the_stone_on_a_face_down_card() -> None:
    state = position("1", "1", phase="stone", stone=None, attack=1, to_act=1, cards="y2yy")
    assert GAME.active_seats(state) == {1}
    assert GAME.legal_actions(state, 1) == [Aim(0), Aim(2), Aim(3)]
    act(state, 1, Aim(2))
    assert state.stone == 2


def test_the_last_card_face_down_is_nobodys_choice() -> None:
    state = position("1", "1", attack=2, cards="12y4", stone=2)
    state.cards[2].number, state.cards[0].number = None, 1
    state.cards[3].number = None
    state.cards[1].number = 2
    state.to_act = 0
    events = lay(state, "", "", outcomes=("3",))
    assert [event["card"] for event in told(events, "aimed")] == [3]
    assert state.phase == "lay"


def test_from_the_leader_clockwise_each_lays_any_number_of_own_cards_or_none() -> None:
    state = position("1", "12", "x", attack=1, to_act=1)
    assert GAME.active_seats(state) == {1}
    assert GAME.legal_actions(state, 1) == [Lay(), Lay(two=1), Lay(one=1), Lay(one=1, two=1)]
    act(state, 1, Lay(two=1))
    assert GAME.active_seats(state) == {2}
    act(state, 2, Lay())
    assert GAME.active_seats(state) == {0}


def test_gold_is_laid_face_down_its_count_public_its_values_hidden() -> None:
    state = position("12", "x1", "1")
    (event,) = act(state, 0, Lay(one=1, two=1))
    assert project(event, 1).data == project(event, SPECTATOR).data == {"seat": 0, "count": 2}
    assert project(event, 0).data == {"seat": 0, "count": 2, "gold": gold("12")}
    seen = GAME.observation(state, 1).seats[0]
    assert (seen.laid, seen.laid_size, seen.hand, seen.hand_size) == (None, 2, None, 0)


def test_asked_is_everyone_who_holds_a_gold_card_even_if_only_xs() -> None:
    state = position("1", "xx", "", "1")
    act(state, 0, Lay())
    assert GAME.active_seats(state) == {1}
    act(state, 1, Lay())
    assert GAME.active_seats(state) == {3}


def test_card_and_gold_are_turned_up_open_to_all() -> None:
    state = position("13", "x2")
    (event,) = told(lay(state, "1", "x2", outcomes=("3",)), "turned-up")
    assert (event["number"], event["offered"]) == (3, 3)
    assert event["gold"] == [gold("1"), gold("x2")]
    seen = GAME.observation(state, SPECTATOR)
    assert seen.last is not None
    assert (seen.last.gold, seen.cards[0].number) == ([gold("1"), gold("x2")], 3)


def test_enough_gold_prevents_the_attack() -> None:
    state = position("3", "1")
    lay(state, "3", "1", outcomes=("4",))
    assert state.attacked == []
    assert len(state.standing()) == 24


@pytest.mark.parametrize(("cards", "number", "glory"), [("yyyy", "4", 1), ("ryyy", "5", 2)])
def test_the_highest_giver_by_value_takes_the_glory(cards: str, number: str, glory: int) -> None:
    state = position("11", "3", "1", cards=cards, round=2)
    lay(state, "11", "3", "", outcomes=(number,))
    assert [player.glory for player in state.players] == [0, glory, 0]


def test_of_equal_givers_the_one_who_laid_first_takes_the_glory() -> None:
    state = position("2", "1", "2", attack=1, to_act=1, cards="yyyy")
    lay(state, "1", "2", "2", outcomes=("4",))
    assert [player.glory for player in state.players] == [0, 0, 1]  # seat 2 laid before seat 0


def test_surplus_gold_is_lost() -> None:
    state = position("123", "")
    lay(state, "123", outcomes=("2",))
    assert state.players[0].hand == gold("")
    assert state.discards[1:] == [17, 2, 1]


@pytest.mark.parametrize(("offer", "hit"), [("", [0, 1, 2, 3]), ("1", [0, 1, 2]), ("3", [0])])
def test_the_gold_missing_is_the_number_of_lands_attacked(offer: str, hit: list[int]) -> None:
    state = position("13", "")
    (event,) = told(lay(state, offer, outcomes=("4",)), "turned-up")
    assert event["lands"] == hit


def test_an_attack_that_isnt_prevented_brings_no_glory() -> None:
    state = position("3", "")
    lay(state, "3", outcomes=("4",))
    assert state.players[0].glory == 0


def test_the_attack_starts_at_the_cards_start_land_and_skips_burnt_ones() -> None:
    state = position("1", "", stone=2, burnt=(12, 14))
    (event,) = told(lay(state, "", outcomes=("3",)), "turned-up")
    assert event["lands"] == [13, 15, 16]


def test_the_flight_goes_on_at_the_next_track() -> None:
    state = position("1", "", stone=3, burnt=(18, 19, 20, 21, 22))
    (event,) = told(lay(state, "", outcomes=("3",)), "turned-up")
    assert event["lands"] == [23, 0, 1]


def test_fewer_lands_are_attacked_when_fewer_stand() -> None:
    state = position("1", "", arms={7: "k"}, burnt=(*range(6), *range(8, 24)))
    (event,) = told(lay(state, "", outcomes=("4", "dragon", "dragon", "dragon")), "turned-up")
    assert event["lands"] == [6, 7]


def test_all_offered_gold_is_discarded_either_way() -> None:
    for number in ("1", "4"):
        state = position("x1", "2")
        lay(state, "x1", "2", outcomes=(number,))
        assert [sum(player.hand) for player in state.players] == [0, 0]
        assert sum(state.discards) == 24


def test_without_a_knight_what_is_attacked_burns_pile_and_all() -> None:
    state = position("1", "", arms={0: "sh", 1: "h"}, cards="yyyy")
    (event,) = told(lay(state, "", outcomes=("2",)), "burnt")
    assert event == {"lands": [0, 1], "owners": [0, 1]}
    assert [state.lands[land].burnt for land in (0, 1, 2)] == [True, True, False]
    assert state.lands[0].pile == 0
    assert (state.out["sword"], state.out["shield"]) == (1, 2)
    assert not state.lands[0].sword


def test_the_dragon_wins_at_once_when_no_land_is_left() -> None:
    state = position("1", "", burnt=tuple(range(1, 24)))
    lay(state, "", outcomes=("4",))
    assert state.ending == "no-land"
    assert GAME.active_seats(state) == frozenset()


def test_a_player_without_lands_still_lays_leads_and_takes_glory() -> None:
    state = position("1", "3", owners={0: list(range(24))}, cards="yyyy")
    lay(state, "", "3", outcomes=("3",))
    assert state.players[1].glory == 1
    assert GAME.active_seats(state) == {1}
    assert state.phase == "stone"


def test_hands_above_16_cards_lay_values_first_and_then_xs() -> None:
    state = position("xx" + "1" * 15, "1")
    assert len(GAME.legal_actions(state, 0)) == 16
    assert Lay(x=1) not in GAME.legal_actions(state, 0)
    assert act(state, 0, Lay(one=3)) == []
    assert GAME.legal_actions(state, 0) == [LayXs(0), LayXs(1), LayXs(2)]
    (event,) = act(state, 0, LayXs(2))
    assert event.data == {"seat": 0, "count": 5}


def test_the_second_step_is_asked_of_a_hand_without_xs_too() -> None:
    state = position("1" * 17, "1")
    act(state, 0, Lay(one=3))
    assert GAME.legal_actions(state, 0) == [LayXs(0)]


def test_between_the_steps_nobody_else_sees_what_was_laid() -> None:
    state = position("x" + "1" * 16, "1")
    before = GAME.observation(state, 1)
    act(state, 0, Lay(one=3))
    assert GAME.observation(state, 1) == before


def test_alone_xs_are_never_laid_so_there_are_108_ways() -> None:
    state = position("xxxx" + "1" * 17 + "223")
    assert len(GAME.legal_actions(state, 0)) == 108


def test_twelve_cards_can_be_laid_in_180_ways_at_most() -> None:
    state = position("xxxx11111223", "1")
    assert len(GAME.legal_actions(state, 0)) == 180


def test_no_hand_has_more_ways_than_declared() -> None:
    state = position("xxxx" + "1" * 9 + "223", "1")
    assert len(GAME.legal_actions(state, 0)) == 300 == MAX_CHOICES


def test_a_round_has_four_attacks() -> None:
    state = position("1", "", attack=3, cards="y234", arms={23: "k"})
    lay(state, "", outcomes=("1",))
    assert state.phase == "buy"
