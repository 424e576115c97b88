"""Ruling sheet: End and score, and the worked example."""

from typing import Any

import pytest

from games.burn_my_village.actions import DRAW
from games.burn_my_village.state import State
from games.plugin import IllegalAction, render
from tests.games.burn_my_village.tables import GAME, TRACK, bribe, ended, play, ranks, table, totals

NAMES = ("Ann", "Ben", "Cy", "Dot", "Eve")


def outcomes(state: State) -> list[str]:
    result = GAME.result(state)
    assert result is not None
    return [seat.outcome for seat in result.seats]


def reason(state: State) -> str:
    result = GAME.result(state)
    assert result is not None
    return render(result.reason, NAMES)


def ties(state: State) -> list[str | None]:
    result = GAME.result(state)
    assert result is not None
    return [seat.tie_break and render(seat.tie_break, NAMES) for seat in result.seats]


def laid(*bribes: dict[str, tuple[int, int]], hands: Any = None) -> State:
    """A game that has ended with these bribes and nothing in hand."""
    return ended(*(hands or [""] * len(bribes)), bribes=bribes)


def test_nobody_has_another_turn_after_the_end() -> None:
    state = table("axe", "axe")
    play(state, DRAW)
    assert GAME.active_seats(state) == frozenset()
    for seat in (0, 1):
        assert GAME.legal_actions(state, seat) == []
        with pytest.raises(IllegalAction):
            GAME.apply_action(state, seat, DRAW, None)  # type: ignore[arg-type]


def test_the_track_at_the_end_counts_and_joining_moves_nothing() -> None:
    state = table("sword sword", "", bribes=[{}, {"crown": (1, 0)}])
    play(state, bribe("sword", 2))
    assert state.track == ["scroll", "feather", "sword", "potion", "axe", "crown"]
    assert totals(state) == [2 * 2, 4]
    state = table("sword sword sword", "", bribes=[{"sword": (1, 0)}])
    play(state, DRAW)
    assert (state.track, state.stalls) == (TRACK, [[], [], [], []])
    assert totals(state) == [4 * 1, 0]


AXE = {"axe": (1, 0)}


@pytest.mark.parametrize(
    ("hands", "bribes", "points"),
    [
        (["axe axe", ""], [AXE], [3 * 3, 0]),
        (["axe", ""], [{}, AXE], [-3, 3]),
        (["wild", ""], [AXE], [3 - 2, 0]),
        (
            ["", ""],
            [{"crown": (1, 2), "sword": (2, 0)}, {"scroll": (1, 1)}],
            [3 * 4 + 2 * 1, 2 * 2],
        ),
        (["wild wild wild", "wild"], [], [-6, -2]),
        (["crown wild", "crown"], [], [-6, -4]),
        *(
            ([f"{treasure} {treasure}", ""], [], [-2 * value, 0])
            for treasure, value in zip(TRACK, (1, 2, 2, 3, 3, 4), strict=True)
        ),
        (
            ["scroll", "wild axe sword"],
            [
                {"crown": (1, 0), "potion": (5, 0)},
                {"potion": (2, 0), "scroll": (4, 0), "feather": (4, 0)},
            ],
            [17, 16],
        ),
    ],
    ids=[
        "leftover treasures join a bribe of their kind",
        "not the bribe of another player",
        "wilds never join",
        "each bribe card scores its kind's value, wilds too",
        "each leftover wild costs 2",
        "totals may be negative",
        *(f"each leftover {treasure} costs its value" for treasure in TRACK),
        "the worked example",
    ],
)
def test_what_a_hand_and_bribes_score(hands: Any, bribes: Any, points: list[int]) -> None:
    state = ended(*hands, bribes=bribes)
    assert totals(state) == points
    assert ranks(state) == ([1, 2] if points[0] > points[1] else [2, 1])


def test_the_highest_total_wins_and_the_result_names_what_broke_a_tie() -> None:
    state = laid(AXE, {"crown": (2, 0)}, {"sword": (1, 0)})
    assert outcomes(state) == ["lost", "won", "lost"]
    assert reason(state) == "Ben wins with 8 points to 3."
    assert ties(state) == [None, None, None]
    state = laid(FOUR_AXES, {"crown": (3, 0)})
    assert outcomes(state) == ["lost", "won"]
    assert reason(state) == "Ben wins: tied with Ann on 12 points, but ahead in bribed crowns."
    assert ties(state) == [
        "Tied on points with Ben; bribed crowns: 0 against 3.",
        "Tied on points with Ann; bribed crowns: 3 against 0.",
    ]


FOUR_AXES = {"axe": (4, 0)}


@pytest.mark.parametrize(
    ("bribes", "hands", "level", "places"),
    [
        ([FOUR_AXES, {"crown": (3, 0)}], None, 12, [2, 1]),
        ([{"crown": (1, 0), "potion": (2, 0)}, {"crown": (1, 0), "axe": (2, 0)}], None, 10, [2, 1]),
        ([{"feather": (1, 0)}, {"scroll": (1, 0)}], None, 2, [1, 2]),
        ([FOUR_AXES, {"crown": (1, 2)}], None, 12, [2, 1]),
        ([FOUR_AXES, {"crown": (1, 0)}], ["", "crown crown"], 12, [2, 1]),
        # by axes, 4 to 2; nobody has a bribed crown
        ([FOUR_AXES, {"axe": (2, 0), "sword": (2, 0)}], ["crown", ""], 8, [1, 2]),
    ],
    ids=[
        "the most cards on the rightmost space",
        "space by space to the left",
        "also at equal value",
        "wilds in the bribe count",
        "joined leftovers count",
        "unbribed cards in hand don't",
    ],
)
def test_a_tie_goes_to_the_most_cards_on_the_rightmost_space_and_on_to_the_left(
    bribes, hands, level, places
):
    state = laid(*bribes, hands=hands)
    assert totals(state) == [level, level]
    assert ranks(state) == places


def test_players_level_in_everything_share_their_rank() -> None:
    same = {"axe": (2, 1)}
    state = laid(same, {"sword": (1, 0)}, same)
    assert (ranks(state), outcomes(state)) == ([1, 3, 1], ["drawn", "lost", "drawn"])
    shared = "Ann and Cy share the victory: 9 points each and tied in every bribe."
    assert reason(state) == shared
    assert ties(state) == [
        "Tied with Cy on points and in every bribe.",
        None,
        "Tied with Ann on points and in every bribe.",
    ]


def test_all_ranks_are_found_this_way_and_explained_against_the_next_better_or_worse() -> None:
    potions = {"potion": (4, 0)}
    state = laid(potions, {"crown": (3, 0)}, FOUR_AXES, potions, {"crown": (5, 0)})
    assert totals(state) == [12, 12, 12, 12, 20]
    assert ranks(state) == [4, 2, 3, 4, 1]
    # the second of all is the first of those level
    assert ties(state)[1] == "Tied on points with Cy; bribed crowns: 3 against 0."
    assert ties(laid(potions, {"crown": (3, 0)}, FOUR_AXES)) == [
        "Tied on points with Cy; bribed axes: 0 against 4.",
        "Tied on points with Cy; bribed crowns: 3 against 0.",
        "Tied on points with Ben; bribed crowns: 0 against 3.",
    ]


def test_the_score_sheet_shows_how_points_come_about() -> None:
    state = ended("axe sword wild", "", bribes=[{"axe": (2, 1)}])
    sheet = GAME.observation(state, 1).seats[0].sheet
    assert sheet is not None
    rows = {row.treasure: (row.cards, row.left, row.points) for row in sheet.rows if row.points}
    assert rows == {"axe": (4, 0, 12), "sword": (0, 1, -1)}
    assert (sheet.wilds_left, sheet.total) == (1, 9)
