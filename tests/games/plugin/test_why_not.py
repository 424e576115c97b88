"""Touched targets by their families, and whom one waits for."""

import pytest

from games.plugin import SeatName, line
from games.plugin.why_not import last_touched, not_yet, touched


def test_targets_are_told_by_their_family_and_the_rest_of_their_names():
    picks = ("hand:hop", "card:2:leap", "pass", "hand:hop", "handle:1")
    assert touched(picks, "hand") == ["hop", "hop"]
    assert touched(picks, "card") == ["2:leap"]
    assert touched(picks, "pass") == []
    assert last_touched(["hand:hop", "card:2:leap"]) == ("card", "2:leap")
    assert last_touched(["hand:hop", "pass"]) == ("pass", "")


class Choosing:
    """As much of a game as `not_yet` asks: these seats are choosing; `sealed` ones have chosen."""

    def __init__(self, *asked, sealed=()):
        self.asked, self.sealed = frozenset(asked), frozenset(sealed)

    def active_seats(self, state):
        return self.asked if state is None else self.asked | self.sealed

    def reopened(self, state):
        return "reopened"

    def prompt(self, state, viewer):
        return line("Waiting for {n} others.", n=len(self.asked))


@pytest.mark.parametrize(
    ("asked", "sealed", "said"),
    [
        ([2], [], line("It’s {name}’s turn: wait for yours.", name=SeatName(2))),
        ([1, 2], [], line("Waiting for {n} others.", n=2)),
        ([2], [0, 1], line("Waiting for {n} others.", n=1)),
    ],
)
def test_one_waits_for_somebodys_turn_or_for_all_who_are_choosing(asked, sealed, said):
    game = Choosing(*asked, sealed=sealed)
    assert not_yet(game, None, 0) == said
