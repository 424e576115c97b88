"""Bags lose nothing, and don't tell how they came about."""

import pytest

from games.plugin import bags


def test_the_last_one_taken_leaves_no_trace():
    bag, discards = {"axe": 2, "crown": 1}, {"axe": 1}
    bags.take(bag, "crown")
    bags.move("axe", bag, discards)
    assert (bag, discards) == ({"axe": 1}, {"axe": 2})


@pytest.mark.parametrize("bag", [{"axe": 1}, {"axe": 1, "crown": 0}])
def test_what_isnt_there_cant_be_taken(bag):
    before = dict(bag)
    with pytest.raises(KeyError):
        bags.take(bag, "crown")
    assert bag == before


def test_a_swap_leaves_the_bag_as_it_was_and_the_order_tells_nothing_of_it():
    hand = {"axe": 1, "crown": 1}
    assert bags.swapped(hand, ["axe"], ["potion", "potion"]) == {"crown": 1, "potion": 2}
    assert hand == {"axe": 1, "crown": 1}
    one, other = {"axe": 1, "crown": 2}, {"crown": 2, "axe": 1}
    assert list(bags.in_order(one).items()) == list(bags.in_order(other).items())
