"""Places: the best is first, and seats that are level share theirs."""

from games.plugin import outcomes, places


def test_those_who_are_level_share_a_place_and_several_firsts_draw():
    assert places([3, 7, 3, 1]) == [2, 1, 2, 4]
    assert places([(3, 1), (3, 2), (2, 9)]) == [2, 1, 3]
    assert places(iter([5])) == [1]
    assert places([]) == []
    assert outcomes([2, 1, 3]) == ["lost", "won", "lost"]
    assert outcomes([1, 3, 1]) == ["drawn", "lost", "drawn"]
