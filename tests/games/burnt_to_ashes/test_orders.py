"""Plans for the gold of a round."""

from typing import Any

import pytest

from games.burnt_to_ashes.actions import Aim, Lay, LayXs
from games.burnt_to_ashes.orders import Plan
from games.burnt_to_ashes.state import Battle, State
from games.plugin import SPECTATOR, render
from tests.games.burnt_to_ashes.positions import GAME, act, position


def says(state: State, seat: int = 0, **plan: Any) -> Any:
    return GAME.answer(GAME.observation(state, seat), Plan(**plan))


@pytest.mark.parametrize(
    ("hand", "limit", "laid"),
    [
        ("x111", 2, Lay(one=2)),
        ("x1", 5, Lay(one=1)),
        ("x3", 2, Lay()),
        ("xx", 4, Lay()),
        ("223", 4, Lay(two=2)),
        ("112", 2, Lay(one=2)),
        ("1", 0, Lay()),
    ],
)
def test_a_plan_lays_as_much_as_it_allows_and_an_x_only_where_it_says_so(hand, limit, laid):
    assert says(position(hand, "1"), first=limit) == laid


@pytest.mark.parametrize(("attack", "laid"), [(0, 4), (1, 3), (2, 2), (3, 1)])
def test_every_attack_has_its_limit(attack: int, laid: int) -> None:
    state = position("11111", "11111", attack=attack, to_act=attack % 2)
    told = says(state, seat=attack % 2, first=4, second=3, third=2, fourth=1)
    assert told == Lay(one=laid)


def test_a_plan_for_one_round_says_nothing_in_others_and_may_put_the_stone_down() -> None:
    state = position("11", "1", round=3)
    assert says(state, round=3) == Lay(one=2)
    assert says(state, round=0) == Lay(one=2)
    assert says(state, round=4) is None
    assert says(state, round=2) is None
    state = position("1", "1", phase="stone", stone=None, cards="yryr", round=3)
    assert says(state, stone="red") == Aim(1)
    assert says(state, stone="yellow") == Aim(0)
    assert says(state) is None
    open_reds = position("1", "1", phase="stone", stone=None, cards="y6y5", round=3)
    assert says(open_reds, stone="red") == Aim(0)


BLUFFS = ("first_x", "second_x", "third_x", "fourth_x")


@pytest.mark.parametrize("attack", range(4))
def test_a_plan_may_bluff_with_an_x_in_any_attack(attack: int) -> None:
    state = position("xx11", "xx11", attack=attack, to_act=attack % 2)
    seat = attack % 2
    amounts = {"first": 1, "second": 1, "third": 1, "fourth": 1}
    assert says(state, seat, **amounts, **{BLUFFS[attack]: True}) == Lay(x=1, one=1)
    others = {name: True for name in BLUFFS if name != BLUFFS[attack]}
    assert says(state, seat, **amounts, **others) == Lay(one=1)
    assert says(state, seat, **dict.fromkeys(amounts, 0), first_x=attack == 0) == Lay(
        x=int(attack == 0)
    )


def test_a_bluff_is_left_out_where_no_x_is_held_or_none_may_be_laid() -> None:
    assert says(position("11", "1"), first=1, first_x=True) == Lay(one=1)
    assert says(position("x1", mode="team"), first=1, first_x=True) == Lay(one=1)


def test_from_a_large_hand_a_bluff_is_laid_in_the_second_step() -> None:
    state = position("xx" + "1" * 15, "1")
    assert says(state, first=1, first_x=True) == Lay(one=1)
    state.halfway, state.players[0].laid = True, [0, 1, 0, 0]
    assert says(state, first_x=True) == LayXs(1)
    assert says(state) == LayXs(0)
    state.players[0].hand[0] = 0
    assert says(state, first_x=True) == LayXs(0)


def test_of_a_planned_bluff_others_see_only_how_many_cards_it_is() -> None:
    honest, bluff = position("x11", "1"), position("x11", "1")
    for state, plan in ((honest, {"first": 2}), (bluff, {"first": 1, "first_x": True})):
        events = act(state, 0, says(state, **plan))
        (laid,) = (event for event in events if event.type == "laid")
        assert (laid.data["count"], "gold" in laid.data) == (2, False)
    for viewer in (1, SPECTATOR):
        assert GAME.observation(honest, viewer) == GAME.observation(bluff, viewer)


def test_a_plan_neither_fights_nor_buys_nor_speaks_out_of_turn() -> None:
    battle = Battle(0, ["dragon", "dragon"])
    fight = position("1", "1", arms={0: "k"}, pending=[battle], attacked=[0], power=(1, 0))
    assert says(fight) is None
    assert says(position("1", "1", phase="buy", stone=None)) is None
    assert says(position("1", "1"), seat=1) is None


def test_a_plan_reads_as_one_sentence() -> None:
    told = render(GAME.order_in_words(Plan(first=2, second=0, third=0, fourth=1)))
    assert told == "In every round, give at most 2, 0, 0 and 1 gold against the four attacks."
    told = render(GAME.order_in_words(Plan(first_x=True, third_x=True)))
    assert told.endswith("gold against the four attacks and add an X to attack 1 and 3.")
    told = render(GAME.order_in_words(Plan(stone="red", round=3)))
    assert told.startswith("In round 3, give at most 2, 1, 1 and 1 gold")
    assert told.endswith("and put the dragon stone on a red card.")
