"""How matches count in which someone gave up: one pure rule for play and for verification."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.plugin import Format, Outcome, Record, Result, SeatResult, line, verify_record
from games.plugin.codec import plain
from games.plugin.record import RecordedStep
from games.plugin.resignation import RESIGN, is_over, outcome
from games.plugin.testing import fault_of, play_record, rechained
from tests.rulesets.race import Race

SOLO = Format("solo", (None,), (0,))
TWO = Format("competitive", (None,) * 2, (0, 1))
THREE = Format("competitive", (None,) * 3, (0, 1, 2))
FOUR = Format("competitive", (None,) * 4, (0, 1, 2, 3))
PAIRS = Format("competitive", (None,) * 4, (0, 1, 0, 1))
TOGETHER = Format("cooperative", (None,) * 3, (0, 0, 0))
AGAINST_ONE = Format("one-against-all", (None,) * 3, (0, 1, 1))


@pytest.mark.parametrize(
    ("form", "gone", "over"),
    [
        (SOLO, [], False),
        (SOLO, [0], True),
        (TWO, [0], True),
        (THREE, [0], False),
        (THREE, [0, 2], True),
        (PAIRS, [0], False),
        (PAIRS, [0, 1], False),
        (PAIRS, [0, 2], True),
        (TOGETHER, [0], False),
        (TOGETHER, [0, 1, 2], False),
        (AGAINST_ONE, [0], True),
        (AGAINST_ONE, [1], False),
        (AGAINST_ONE, [1, 2], True),
    ],
)
def test_when_it_is_over(form, gone, over):
    assert is_over(form, gone) == over


class Fixed(Race):
    """A ruleset that says what a test wants to hear."""

    said: Result | None = None
    points: Any = None

    def result(self, state):
        return self.said

    def scores(self, state):
        return self.points


def counted(form: Format, gone: list[int], said=None, points=None):
    """(outcome, rank) of every seat; `said` is the same of the game's own result."""
    game = Fixed()
    game.points = points
    if said is not None:
        game.said = Result("end", line("The end."), tuple(SeatResult(*own) for own in said))
    result = outcome(game, form, None, gone)
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
        (SOLO, [0], [(LOST, 1)]),
        (THREE, [0], None),
        (TOGETHER, [0, 1, 2], None),
    ],
)
def test_who_is_left_wins(form, gone, expected):
    assert counted(form, gone) == expected


def test_a_run_for_points_alone_scores_what_stands():
    game = Fixed()
    game.meta = replace(Race.meta, scored=True)
    game.points = [7]
    result = outcome(game, SOLO, None, [0])
    assert result is not None
    assert result.seats == (SeatResult("scored", 1, 7),)


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
    game = Fixed()
    game.said = Result("end", line("The end."), tuple(SeatResult(*own) for own in said))
    result = outcome(game, THREE, None, [0])
    assert result is not None
    assert result.reason.id == reason
    late = outcome(game, THREE, None, [0], forfeited=[0])
    assert late is not None
    assert late.seats == result.seats
    assert late.reason.id == reason.replace("has resigned:", "ran out of time and forfeits:")


def test_points_are_counted_as_they_stand():
    game = Fixed()
    game.points = [7, 9]
    result = outcome(game, TWO, None, [1])
    assert result is not None
    assert (result.ending, [seat.score for seat in result.seats]) == ("resigned", [7, 9])


# -- in records ------------------------------------------------------------------------------------

GAME = Race()


def giving_up(record: Record, *seats: int, **changes) -> Record:
    """The record, cut after its fifth step, with those seats resigning, and nothing after it."""
    steps = list(record.steps[:6])
    for seat in seats:
        last = steps[-1]
        follows = len(steps), last.index, "control", seat, "person", RESIGN, []
        step = RecordedStep(*follows, last.state_hash, last.state_schema, last.at)
        steps.append(replace(step, **changes))
    return rechained(replace(record, steps=steps, result=None))


def test_a_record_that_somebody_gave_up_verifies():
    from games.plugin import replay

    cut = giving_up(play_record(GAME, seats=2, seed=4), 1)
    *_, (_, state, _) = replay(GAME, cut)
    honest = replace(cut, result=plain(outcome(GAME, TWO, state, [1])))
    verify_record(honest, GAME)
    assert fault_of(cut, GAME)
    winner = replace(cut, result=plain(outcome(GAME, TWO, state, [0])))
    fault = fault_of(winner, GAME)
    assert fault is not None
    assert fault.reason == "the result differs from the one recorded"


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
    fault = fault_of(giving_up(play_record(GAME, seats=3, seed=4), 1, **changes), GAME)
    assert fault is not None
    assert fault.step == 6
    assert reason in fault.reason


def test_nobody_moves_or_resigns_after_resigning():
    record = giving_up(play_record(GAME, seats=3, seed=4), 1, 1)
    fault = fault_of(record, GAME)
    assert fault is not None
    assert (fault.step, fault.reason) == (7, "seat 1 had resigned")


def test_nothing_follows_the_end():
    fault = fault_of(giving_up(play_record(GAME, seats=2, seed=4), 1, 0), GAME)
    assert fault is not None
    assert (fault.step, fault.reason) == (7, "the match was given up before")
