"""Ruling sheet: End and score, and the worked example."""

import pytest

from games.burn_my_village.actions import DRAW
from games.plugin import IllegalAction, render
from tests.games.burn_my_village.tables import (
    GAME,
    TRACK,
    bribe,
    cards,
    ended,
    play,
    ranks,
    table,
    totals,
)

NAMES = ("Ann", "Ben", "Cy", "Dot", "Eve")


def outcomes(state: object) -> list[str]:
    result = GAME.result(state)  # type: ignore[arg-type]
    assert result is not None
    return [seat.outcome for seat in result.seats]


def test_nobody_has_another_turn_after_the_end() -> None:
    state = table(["axe"], ["axe"])
    play(state, DRAW)
    assert GAME.active_seats(state) == frozenset()
    for seat in (0, 1):
        assert GAME.legal_actions(state, seat) == []
        with pytest.raises(IllegalAction):
            GAME.apply_action(state, seat, DRAW, None)  # type: ignore[arg-type]


def test_scoring_uses_the_track_as_it_stands_at_the_end() -> None:
    state = table(["sword", "sword"], [], bribes=[{}, {"crown": (1, 0)}])
    play(state, bribe("sword", 2))
    assert state.track == ["scroll", "feather", "sword", "potion", "axe", "crown"]
    assert totals(state) == [2 * 2, 4]


def test_leftover_treasures_join_a_bribe_of_their_kind() -> None:
    state = ended(["axe", "axe"], [], bribes=[{"axe": (1, 0)}])
    assert totals(state) == [3 * 3, 0]


def test_joining_moves_no_token_and_turns_no_card_over() -> None:
    state = table(["sword"] * 3, [], bribes=[{"sword": (1, 0)}])
    play(state, DRAW)
    assert state.track == TRACK
    assert state.stalls == [[], [], [], []]
    assert totals(state) == [4 * 1, 0]


def test_leftovers_dont_join_the_bribe_of_another_player() -> None:
    state = ended(["axe"], [], bribes=[{}, {"axe": (1, 0)}])
    assert totals(state) == [-3, 3]


def test_leftover_wilds_never_join() -> None:
    state = ended(["wild"], [], bribes=[{"axe": (1, 0)}])
    assert totals(state) == [3 - 2, 0]


def test_each_bribe_card_scores_its_kinds_value_wilds_too() -> None:
    state = ended([], [], bribes=[{"crown": (1, 2), "sword": (2, 0)}, {"scroll": (1, 1)}])
    assert totals(state) == [3 * 4 + 2 * 1, 2 * 2]


@pytest.mark.parametrize(("treasure", "value"), list(zip(TRACK, (1, 2, 2, 3, 3, 4), strict=True)))
def test_each_leftover_treasure_costs_its_kinds_value(treasure: str, value: int) -> None:
    assert totals(ended([treasure, treasure], [])) == [-2 * value, 0]


def test_each_leftover_wild_costs_2() -> None:
    assert totals(ended(["wild"] * 3, ["wild"])) == [-6, -2]


def test_totals_may_be_negative() -> None:
    state = ended(["crown", "wild"], ["crown"])
    assert totals(state) == [-6, -4]
    assert ranks(state) == [2, 1]


def test_the_highest_total_wins() -> None:
    state = ended([], [], [], bribes=[{"axe": (1, 0)}, {"crown": (2, 0)}, {"sword": (1, 0)}])
    assert outcomes(state) == ["lost", "won", "lost"]
    result = GAME.result(state)
    assert result is not None
    assert render(result.reason, NAMES) == "Ben wins with 8 points to 3."
    assert [seat.tie_break for seat in result.seats] == [None, None, None]


def test_a_tie_goes_to_the_most_cards_on_the_rightmost_space() -> None:
    state = ended([], [], bribes=[{"axe": (4, 0)}, {"crown": (3, 0)}])
    assert totals(state) == [12, 12]
    assert outcomes(state) == ["lost", "won"]
    result = GAME.result(state)
    assert result is not None
    assert render(result.reason, NAMES) == (
        "Ben wins: tied with Ann on 12 points, but ahead in bribed crowns."
    )
    assert [render(seat.tie_break, NAMES) for seat in result.seats if seat.tie_break] == [
        "Tied on points with Ben; bribed crowns: 0 against 3.",
        "Tied on points with Ann; bribed crowns: 3 against 0.",
    ]


def test_a_tie_goes_on_space_by_space_to_the_left_also_at_equal_value() -> None:
    level_on_crowns = ended(
        [], [], bribes=[{"crown": (1, 0), "potion": (2, 0)}, {"crown": (1, 0), "axe": (2, 0)}]
    )
    assert totals(level_on_crowns) == [10, 10]
    assert ranks(level_on_crowns) == [2, 1]
    third_space_before_second = ended([], [], bribes=[{"feather": (1, 0)}, {"scroll": (1, 0)}])
    assert totals(third_space_before_second) == [2, 2]
    assert ranks(third_space_before_second) == [1, 2]


def test_wilds_in_the_bribe_count_for_a_tie() -> None:
    state = ended([], [], bribes=[{"axe": (4, 0)}, {"crown": (1, 2)}])
    assert totals(state) == [12, 12]
    assert ranks(state) == [2, 1]
    more_wilds = ended(
        [], ["sword"], bribes=[{"crown": (2, 0)}, {"crown": (1, 1), "sword": (0, 0)}]
    )
    assert totals(more_wilds) == [8, 7]


def test_joined_leftovers_count_for_a_tie() -> None:
    state = ended([], ["crown", "crown"], bribes=[{"axe": (4, 0)}, {"crown": (1, 0)}])
    assert totals(state) == [12, 12]
    assert ranks(state) == [2, 1]


def test_unbribed_cards_in_hand_dont_count_for_a_tie() -> None:
    state = ended(["crown"], [], bribes=[{"axe": (4, 0)}, {"axe": (2, 0), "sword": (2, 0)}])
    assert totals(state) == [8, 8]
    assert ranks(state) == [1, 2]  # by axes, 4 to 2; nobody has a bribed crown


def test_players_level_in_everything_share_their_rank() -> None:
    same = {"axe": (2, 1)}
    state = ended([], [], [], bribes=[same, {"sword": (1, 0)}, same])
    assert ranks(state) == [1, 3, 1]
    assert outcomes(state) == ["drawn", "lost", "drawn"]
    result = GAME.result(state)
    assert result is not None
    assert render(result.reason, NAMES) == (
        "Ann and Cy share the victory: 9 points each and tied in every bribe."
    )
    assert [seat.tie_break and render(seat.tie_break, NAMES) for seat in result.seats] == [
        "Tied with Cy on points and in every bribe.",
        None,
        "Tied with Ann on points and in every bribe.",
    ]


def test_a_tie_is_explained_against_the_next_better_or_for_the_best_the_next_worse() -> None:
    laid = [{"potion": (4, 0)}, {"crown": (3, 0)}, {"axe": (4, 0)}]
    result = GAME.result(ended([], [], [], bribes=laid))
    assert result is not None
    assert [seat.tie_break and render(seat.tie_break, NAMES) for seat in result.seats] == [
        "Tied on points with Cy; bribed axes: 0 against 4.",
        "Tied on points with Cy; bribed crowns: 3 against 0.",
        "Tied on points with Ben; bribed crowns: 0 against 3.",
    ]


def test_all_ranks_are_found_this_way() -> None:
    state = ended(
        [],
        [],
        [],
        [],
        [],
        bribes=[
            {"potion": (4, 0)},
            {"crown": (3, 0)},
            {"axe": (4, 0)},
            {"potion": (4, 0)},
            {"crown": (5, 0)},
        ],
    )
    assert totals(state) == [12, 12, 12, 12, 20]
    assert ranks(state) == [4, 2, 3, 4, 1]
    result = GAME.result(state)
    assert result is not None
    assert result.seats[1].tie_break is not None  # the second of all, the first of those level
    assert render(result.seats[1].tie_break, NAMES) == (
        "Tied on points with Cy; bribed crowns: 3 against 0."
    )


def test_the_worked_example_comes_to_17_and_16() -> None:
    state = ended(
        ["scroll"],
        ["wild", "axe", "sword"],
        bribes=[
            {"crown": (1, 0), "potion": (5, 0)},
            {"potion": (2, 0), "scroll": (4, 0), "feather": (4, 0)},
        ],
    )
    assert totals(state) == [17, 16]
    assert outcomes(state) == ["won", "lost"]


def test_the_score_sheet_shows_how_points_come_about() -> None:
    state = ended(["axe", "sword", "wild"], [], bribes=[{"axe": (2, 1)}])
    sheet = GAME.observation(state, 1).seats[0].sheet
    assert sheet is not None
    rows = {row.treasure: (row.cards, row.left, row.points) for row in sheet.rows if row.points}
    assert rows == {"axe": (4, 0, 12), "sword": (0, 1, -1)}
    assert (sheet.wilds_left, sheet.total) == (1, 9)
    assert state.players[0].hand == cards("axe", "sword", "wild")
