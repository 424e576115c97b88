"""Hand-overs, returns and forfeits in records: true ones verify, forged ones fail at their step."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.conformance import play_record, rechained
from games.plugin.codec import plain
from games.protocol.record import Record, replay
from games.protocol.standing import Settle, result_of_match
from games.protocol.verification import verify_record
from tests.games.protocol import forging
from tests.games.protocol.forging import last_fault, with_step
from tests.rulesets.endless import Endless

GAME = Endless()
WHOLE = play_record(GAME, seats=3, seed=4, steps=60)
AWAY = {"type": "hand-over"}
BACK = {"type": "return"}
Control = tuple[int | None, str, Any]  # seat, actor, action


def first(seat: int) -> int:
    return next(step.index for step in WHOLE.steps if step.index and step.seat == seat)


def second(seat: int) -> int:
    return next(s.index for s in WHOLE.steps if s.index > first(seat) and s.seat == seat)


def upto(last: int, *late: int) -> Record:
    record = replace(WHOLE, steps=WHOLE.steps[: last + 1], result=None)
    for number in late:
        record = with_step(record, number, kind="time-out", actor="clock")
    return record


def then(record: Record, *controls: Control) -> Record:
    for seat, actor, action in controls:
        record = forging.then(record, "control", seat, actor, action)
    return record


def and_on(record: Record, actor: str, kind: str = "action") -> Record:
    """The next step of the whole record, made by `actor` behind control steps."""
    moves = [step for step in record.steps if step.kind != "control"]
    step = WHOLE.steps[len(moves)]
    last = record.steps[-1].index
    again = replace(step, index=last + 1, base=last, actor=actor, kind=kind)
    return rechained(replace(record, steps=[*record.steps, again]))


def fault(record: Record) -> str:
    return last_fault(record, GAME)


def mover(after: int) -> int:
    seat = WHOLE.steps[after + 1].seat
    assert seat is not None
    return seat


ONE = first(0)
TWO = second(0)
LATE = upto(TWO, ONE, TWO)  # seat 0 missed two deadlines in a row


def by_clock(missed: int, seat: int = 0) -> Control:
    return (seat, "clock", {"type": "hand-over", "missed": missed})


def test_the_clock_hands_over_after_deadlines_in_a_row_and_what_its_person_did_forgives():
    verify_record(then(LATE, by_clock(2)), GAME)
    for missed in (1, 3):  # it says how many they were
        assert fault(then(LATE, by_clock(missed))) == "seat 0 hadn't missed so many deadlines"
    assert "so many" in fault(then(LATE, by_clock(2, seat=1)))
    assert "so many" in fault(then(upto(TWO + 1, ONE, TWO), by_clock(2)))
    assert "so many" in fault(then(upto(TWO), (0, "clock", AWAY)))
    three = next(s.index for s in WHOLE.steps if s.index > TWO and s.seat == 0)
    late = upto(three, ONE, three)  # between them its person made a step
    assert "so many" in fault(then(late, by_clock(2)))
    verify_record(then(late, by_clock(1)), GAME)


@pytest.mark.parametrize("actor", ["staff", "portal"])
def test_others_hand_over_at_any_time(actor):
    verify_record(then(upto(ONE), (0, actor, AWAY)), GAME)
    counted = then(upto(ONE), (0, actor, AWAY | {"missed": 1}))
    assert fault(counted) == "nobody knows why the seat was handed over"


def test_nobody_else_does_nor_in_other_words():
    for actor in ("person", "caretaker", "ai:easy", "somebody"):
        assert fault(then(upto(ONE), (0, actor, AWAY)))
    for more in ({"why": "so"}, {"missed": 0}):
        assert fault(then(upto(ONE), (0, "portal", AWAY | more)))
    for seat in (None, 3, -1):
        assert fault(then(upto(ONE), (seat, "portal", AWAY)))


def test_a_seat_is_handed_over_once_and_only_a_persons():
    handed, resigned = (0, "portal", AWAY), (0, "person", {"type": "resign"})
    seats = [replace(WHOLE.seats[0], player="ai:easy"), *WHOLE.seats[1:]]
    for record in (
        then(upto(ONE), handed, handed),
        then(upto(ONE), resigned, handed),
        then(replace(upto(0), seats=seats), handed),
    ):
        assert fault(record) == "no person played seat 0"


def handed_over_before(move: int) -> Record:
    return then(upto(move), (mover(move), "portal", AWAY))


def test_a_caretaker_plays_where_the_person_is_away_and_until_they_return():
    verify_record(and_on(handed_over_before(TWO), "caretaker"), GAME)
    gone = then(upto(TWO), (mover(TWO), "person", {"type": "resign"}))
    verify_record(and_on(gone, "caretaker"), GAME)
    assert "no caretaker played" in fault(and_on(upto(TWO), "caretaker"))
    for actor, kind in (("person", "action"), ("clock", "time-out")):
        record = and_on(handed_over_before(TWO), actor, kind)
        assert fault(record) == f"a caretaker played seat {mover(TWO)}"
    back = then(handed_over_before(TWO), (mover(TWO), "person", BACK))
    verify_record(and_on(back, "person"), GAME)
    assert "no caretaker played" in fault(and_on(back, "caretaker"))


def test_nobody_returns_who_wasnt_away():
    seat, away = mover(TWO), handed_over_before(TWO)
    for record in (
        then(upto(TWO), (seat, "person", BACK)),
        then(away, (seat, "person", BACK), (seat, "person", BACK)),
        then(away, ((seat + 1) % 3, "person", BACK)),
        then(away, (seat, "staff", BACK)),
    ):
        assert "could return" in fault(record)
    gone = then(away, (seat, "person", {"type": "resign"}))
    verify_record(gone, GAME)
    assert fault(then(gone, (seat, "person", BACK)))


def test_the_clock_resigns_for_who_missed_too_many():
    verify_record(then(LATE, (0, "clock", {"type": "forfeit", "missed": 2})), GAME)
    wrong = then(LATE, (0, "clock", {"type": "forfeit", "missed": 1}))
    assert fault(wrong) == "seat 0 hadn't missed so many deadlines"
    assert fault(then(LATE, (0, "person", {"type": "forfeit", "missed": 2})))
    assert fault(then(upto(ONE), (0, "clock", {"type": "forfeit", "missed": 1})))


def all_away() -> Record:
    return then(upto(ONE), *((seat, "portal", AWAY) for seat in range(3)))


END = (None, "portal", plain(Settle()))


def test_a_match_is_settled_when_everyone_is_away():
    record = then(all_away(), END)
    *_, (_step, state, _events) = replay(GAME, record)
    form = GAME.format(GAME.Options(), 3)
    told = plain(result_of_match(GAME, form, state, [], settled=True))
    best = max(seat["score"] for seat in told["seats"])
    assert {seat["score"] for seat in told["seats"] if seat["rank"] == 1} == {best}
    verify_record(replace(record, result=told), GAME)
    assert "result differs" in fault(record)
    for record in (upto(ONE), then(upto(ONE), (0, "portal", AWAY), (1, "portal", AWAY))):
        assert fault(then(record, END)) == "the match wasn't left by everybody"
    assert fault(then(all_away(), (None, "staff", plain(Settle()))))
    assert fault(then(all_away(), (0, "portal", plain(Settle()))))
    assert fault(then(all_away(), END, (0, "person", BACK))) == "the match was over before"
