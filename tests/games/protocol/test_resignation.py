"""How matches count in which someone gave up: one pure rule for play and for verification."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.conformance import play_record, rechained
from games.plugin import Format, Outcome, Result, SeatResult, line
from games.plugin.codec import plain
from games.protocol.record import Record, replay
from games.protocol.resignation import RESIGN, outcome
from games.protocol.verification import verify_record
from tests.games.protocol.forging import blamed, last_fault, then, with_step
from tests.rulesets.race import Race

SOLO = Format("solo", (None,), (0,))
TWO = Format("competitive", (None,) * 2, (0, 1))
THREE = Format("competitive", (None,) * 3, (0, 1, 2))
FOUR = Format("competitive", (None,) * 4, (0, 1, 2, 3))
PAIRS = Format("competitive", (None,) * 4, (0, 1, 0, 1))
TOGETHER = Format("cooperative", (None,) * 3, (0, 0, 0))
AGAINST_ONE = Format("one-against-all", (None,) * 3, (0, 1, 1))


class Fixed(Race):
    said: Result | None = None
    points: Any = None

    def result(self, state):
        return self.said

    def scores(self, state):
        return self.points


def saying(said=None, points=None, **meta) -> Fixed:
    """A game with that result of its own, (outcome, rank) of each seat, and those points."""
    game = Fixed()
    game.points = points
    game.meta = replace(Race.meta, **meta)
    if said is not None:
        game.said = Result("end", line("The end."), tuple(SeatResult(*own) for own in said))
    return game


def counted(form: Format, gone: list[int], said=None):
    """(outcome, rank) of every seat; `said` is the same of the game's own result."""
    result = outcome(saying(said), form, None, gone)
    return result and [(seat.outcome, seat.rank) for seat in result.seats]


WON, LOST, DRAWN = "won", "lost", "drawn"


@pytest.mark.parametrize(
    ("form", "gone", "expected"),
    [
        (TWO, [0], [(LOST, 2), (WON, 1)]),
        (THREE, [0, 2], [(LOST, 3), (WON, 1), (LOST, 2)]),
        (FOUR, [1, 3, 0], [(LOST, 2), (LOST, 4), (WON, 1), (LOST, 3)]),
        (PAIRS, [0, 2], [(LOST, 3), (WON, 1), (LOST, 3), (WON, 1)]),
        (AGAINST_ONE, [0], [(LOST, 3), (WON, 1), (WON, 1)]),
        (AGAINST_ONE, [1, 2], [(WON, 1), (LOST, 2), (LOST, 2)]),
        (SOLO, [0], [(LOST, 1)]),
        (SOLO, [], None),
        (THREE, [0], None),
        (PAIRS, [0, 1], None),
        (TOGETHER, [0], None),
        (AGAINST_ONE, [1], None),
    ],
)
def test_who_is_left_wins_if_nobody_else_is(form, gone, expected):
    assert counted(form, gone) == expected


def test_points_are_counted_as_they_stand():
    result = outcome(saying(points=[7], scored=True), SOLO, None, [0])
    assert result.seats == (SeatResult("scored", 1, 7),)
    result = outcome(saying(points=[7, 9]), TWO, None, [1])
    assert (result.ending, [seat.score for seat in result.seats]) == ("resigned", [7, 9])


@pytest.mark.parametrize(
    ("form", "gone", "said", "expected"),
    [
        (THREE, [0], [(WON, 1), (LOST, 2), (LOST, 3)], [(LOST, 3), (WON, 1), (LOST, 2)]),
        (THREE, [0], [(WON, 1), (LOST, 2), (LOST, 2)], [(LOST, 3), (DRAWN, 1), (DRAWN, 1)]),
        (THREE, [1], [(WON, 1), (LOST, 2), (LOST, 3)], [(WON, 1), (LOST, 3), (LOST, 2)]),
        (THREE, [2], [(DRAWN, 1), (LOST, 3), (DRAWN, 1)], [(DRAWN, 1), (LOST, 2), (LOST, 3)]),
        (PAIRS, [0], [(WON, 1), (LOST, 3), (WON, 1), (LOST, 3)], None),
        (TOGETHER, [0], [(WON, 1), (WON, 1), (WON, 1)], None),
        (THREE, [], [(WON, 1), (LOST, 2), (LOST, 3)], None),
        (THREE, [2], [(LOST, 1)] * 3, None),  # a dragon has beaten everybody
    ],
)
def test_after_the_games_own_end_who_gave_up_ranks_last(form, gone, said, expected):
    assert counted(form, gone, said) == (expected or said)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ([(WON, 1), (LOST, 2), (LOST, 3)], "{player} has resigned: {winner} wins."),
        ([(LOST, 2), (WON, 1), (LOST, 3)], "The end."),
    ],
)
def test_the_reason_names_whoever_won_instead(said, reason):
    result = outcome(saying(said), THREE, None, [0])
    assert result.reason.id == reason
    late = outcome(saying(said), THREE, None, [0], forfeited=[0])
    assert late.seats == result.seats
    assert late.reason.id == reason.replace("has resigned:", "ran out of time and forfeits:")


GAME = Race()


def giving_up(count: int, *seats: int, **changes) -> Record:
    record = play_record(GAME, seats=count, seed=4)
    record = replace(record, steps=record.steps[:6])
    for seat in seats:
        record = then(record, "control", changes.get("seat", seat), "person", RESIGN)
    return rechained(with_step(record, -1, **changes))


def test_a_record_that_somebody_gave_up_verifies():
    cut = giving_up(2, 1)
    *_, (_, state, _) = replay(GAME, cut)
    honest = replace(cut, result=plain(outcome(GAME, TWO, state, [1])))
    verify_record(honest, GAME)
    assert blamed(cut, GAME)
    winner = replace(cut, result=plain(outcome(GAME, TWO, state, [0])))
    assert blamed(winner, GAME).reason == "the result differs from the one recorded"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seat": 5}, "there is no seat 5"),
        ({"seat": None}, "there is no seat None"),
        ({"action": {"type": "win"}}, "nobody knows what was done here"),
        ({"outcomes": [Outcome("roll", "die", 6, 1)]}, ""),
        ({"base": 2}, "it can't continue from step 2"),
    ],
)
def test_a_control_step_that_makes_no_sense_is_found(changes, reason):
    assert reason in last_fault(giving_up(3, 1, **changes), GAME)


def test_nobody_resigns_after_resigning_or_after_the_end():
    assert last_fault(giving_up(3, 1, 1), GAME) == "seat 1 had resigned"
    assert last_fault(giving_up(2, 1, 0), GAME) == "the match was given up before"
