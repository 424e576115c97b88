"""Places: the best is first, and seats that are level share theirs."""

from games.plugin import line, outcomes, places, standings_of


def test_those_who_are_level_share_a_place_and_several_firsts_draw():
    assert places([3, 7, 3, 1]) == [2, 1, 2, 4]
    assert places([(3, 1), (3, 2), (2, 9)]) == [2, 1, 3]
    assert places(iter([5])) == [1]
    assert places([]) == []
    assert outcomes([2, 1, 3]) == ["lost", "won", "lost"]
    assert outcomes([1, 3, 1]) == ["drawn", "lost", "drawn"]


def test_standings_mark_the_most_of_each_kind_and_who_leads_unless_all_are_level():
    axes, crowns = ("axe", line("Axes")), ("crown", line("Crowns"))
    table = standings_of([axes, crowns], [[1, 0], [3, 0], [3, 0]], [4, 9, -2])
    assert [row["cells"] for row in table["rows"]] == [
        [[1, False], [0, False]],
        [[3, True], [0, False]],
        [[3, True], [0, False]],
    ]
    assert [row["leads"] for row in table["rows"]] == [False, True, False]
    assert not any(row["leads"] for row in standings_of([], [[], []], [2, 2])["rows"])
