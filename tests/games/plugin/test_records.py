"""Records: honest ones verify, and whatever is altered in one shows at the right step."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.plugin import (
    Outcome,
    Record,
    RecordError,
    Seating,
    SeededChance,
    load_record,
    registry,
    replay,
    verify_record,
)
from games.plugin.codec import canonical_json, digest, plain
from games.plugin.deal import commitment
from games.plugin.record import RecordedStep
from games.plugin.testing import alterations, fault_of, play_record, rechained
from tests.rulesets.endless import Endless
from tests.rulesets.race import Race

GAME = Race()
RECORD = play_record(GAME, seats=3, seed=4)
DATA = canonical_json(RECORD)
PLAIN = json.loads(DATA)
LAST = len(RECORD.steps) - 1


def with_step(number: int, record: Record = RECORD, **changes) -> Record:
    steps = list(record.steps)
    steps[number] = replace(steps[number], **changes)
    return replace(record, steps=steps)


def forged(record: Record) -> Record:
    """What a skilled forger makes of an altered record: states, result and hashes made to fit."""
    steps = []
    state = None
    for step, state, _ in replay(GAME, replace(record, result=None)):
        steps.append(replace(step, state_hash=digest(state)))
    return rechained(replace(record, steps=steps, result=plain(GAME.result(state))))


def cut(record: Record, last: int) -> Record:
    return replace(record, steps=record.steps[: last + 1])


def first_step(holds: Callable[[RecordedStep], bool]) -> int:
    return next(step.index for step in RECORD.steps if step.index and holds(step))


ROLLED = first_step(
    lambda step: step.index > 2 and [outcome.stream for outcome in step.outcomes] == ["die"]
)
LAID = first_step(lambda step: step.action["type"] == "lay")


def test_an_honest_record_verifies_and_survives_json():
    verify_record(RECORD, GAME)
    again = load_record(DATA)
    assert again == RECORD
    verify_record(again, GAME)


def test_the_game_is_looked_up_where_none_is_given(monkeypatch):
    monkeypatch.setattr(registry, "_games", {})
    with pytest.raises(RecordError, match="no ruleset 'orchard-race' is installed"):
        verify_record(RECORD)
    registry.register(GAME)
    verify_record(RECORD)


def test_a_match_that_goes_on_verifies_too():
    verify_record(play_record(Endless(), seats=2, steps=50), Endless())


def test_a_record_is_the_same_for_the_same_seed():
    assert play_record(GAME, seats=3, seed=4) == RECORD
    assert play_record(GAME, seats=3, seed=5) != RECORD


def take_back(record: Record, to: int, seat: int | None) -> Record:
    """The record with one more step by which the seat takes play back to `to`."""
    index = len(record.steps)
    hashed = record.steps[to].state_hash, record.steps[to].state_schema
    at = record.steps[-1].at
    undo = RecordedStep(index, to, "undo", seat, "person", None, [], *hashed, at)
    return rechained(replace(record, steps=[*record.steps, undo], result=None))


def again(record: Record, number: int) -> Record:
    """The record with that step made once more at its end."""
    index = len(record.steps)
    at = record.steps[-1].at
    same = replace(RECORD.steps[number], index=index, base=index - 1, at=at)
    return rechained(replace(record, steps=[*record.steps, same]))


LAYER = RECORD.steps[LAID].seat


def test_play_goes_on_from_where_a_step_points_back_to():
    record = again(take_back(cut(RECORD, LAID), LAID - 1, LAYER), LAID)
    verify_record(record, GAME)
    assert [step.base for step in record.steps][-2:] == [LAID - 1, LAID + 1]


def test_what_was_done_again_may_be_taken_back_again():
    record = again(take_back(cut(RECORD, LAID), LAID - 1, LAYER), LAID)
    verify_record(take_back(record, LAID - 1, LAYER), GAME)


def refused_take_back(record: Record, to: int, seat: int | None) -> str:
    """Why a take-back that a forger wrote behind the record's last step doesn't verify."""
    fault = fault_of(take_back(record, to, seat), GAME)
    assert fault is not None
    assert fault.step == len(record.steps)
    return fault.reason


LOOKED = first_step(lambda step: step.action["type"] == "look")  # it reveals something
OFFERED = first_step(lambda step: step.action["type"] == "offer")  # the next step is another's
NOTHING = "there was nothing that could be taken back"


@pytest.mark.parametrize("after", [0, ROLLED, LOOKED])
def test_nothing_is_taken_back_beyond_the_barrier(after):
    seat = RECORD.steps[after].seat or 0
    assert refused_take_back(cut(RECORD, after), max(0, after - 1), seat) == NOTHING


def test_the_barrier_stands_for_somebody_alone_too():
    record = play_record(Endless(), seats=1, steps=40)
    rolled = next(step.index for step in record.steps if step.index and step.outcomes)
    fault = fault_of(take_back(cut(record, rolled), rolled - 1, 0), Endless())
    assert fault is not None
    assert (fault.step, fault.reason) == (rolled + 1, NOTHING)


@pytest.mark.parametrize("seat", [0, 2, 3, -1, None])
def test_nobody_takes_back_the_step_of_another_seat(seat):
    reason = refused_take_back(cut(RECORD, LAID), LAID - 1, seat)
    assert reason in (NOTHING, f"there is no seat {seat}")


def test_another_seats_step_ends_ones_own_reach():
    offerer, other = (RECORD.steps[number].seat for number in (OFFERED, OFFERED + 1))
    assert offerer != other
    reason = refused_take_back(cut(RECORD, OFFERED + 1), OFFERED - 1, offerer)
    assert reason == NOTHING
    verify_record(take_back(cut(RECORD, OFFERED + 1), OFFERED, other), GAME)


@pytest.mark.parametrize("to", [LAID, LAID - 2])
def test_a_take_back_leads_one_step_back(to):
    assert refused_take_back(cut(RECORD, LAID), to, LAYER) == (
        f"a take-back doesn't lead to step {to}"
    )


def test_a_take_back_is_followed_by_no_second_one_beyond_the_barrier():
    record = take_back(cut(RECORD, LAID), LAID - 1, LAYER)
    assert refused_take_back(record, LAID - 2, LAYER) == NOTHING


def test_what_no_person_did_is_not_taken_back():
    record = cut(rechained(with_step(LAID, kind="time-out", actor="clock")), LAID)
    assert refused_take_back(record, LAID - 1, LAYER) == NOTHING


@pytest.mark.parametrize("kind", ["action", "time-out"])
@pytest.mark.parametrize("actor", ["ai:easy", "clock", "staff", "portal", "somebody", "", "person"])
def test_only_a_seats_own_player_moves_and_only_the_clock_runs_out(kind, actor):
    fault = fault_of(rechained(with_step(LAID, kind=kind, actor=actor)), GAME)
    if (kind, actor) in (("action", "person"), ("time-out", "clock")):
        assert fault is None
    else:
        assert fault is not None
        assert fault.step == LAID


@pytest.mark.parametrize("actor", ["clock", "portal", "staff", "vote", "somebody"])
def test_people_resign_themselves(actor):
    before = cut(RECORD, LAID)
    last = before.steps[-1]
    gone = replace(
        last,
        index=last.index + 1,
        base=last.index,
        kind="control",
        actor=actor,
        action={"type": "resign"},
        outcomes=[],
    )
    fault = fault_of(rechained(replace(before, steps=[*before.steps, gone])), GAME)
    assert fault is not None
    assert fault.step == gone.index


def test_replay_gives_states_that_nobody_else_holds():
    states = []
    for _, state, _ in replay(GAME, RECORD):
        state.points.clear()  # must not reach the steps that follow
        states.append(state)
    assert len(states) == len(RECORD.steps)


@pytest.mark.parametrize("seed", range(5))
def test_alterations_are_blamed_on_the_altered_step(seed):
    seen = set()
    for what, step, altered in alterations(RECORD, random.Random(seed)):
        fault = fault_of(altered, GAME)
        assert fault is not None, what
        assert fault.step == step, what
        seen.add(what)
    assert {"an outcome", "an action", "a seat", "a time", "the result", "a name"} <= seen


def altered_headers() -> Iterator[tuple[str, Record]]:
    people = RECORD.seats
    yield "options", replace(RECORD, options={"sides": 5})
    yield "seating", replace(RECORD, seating=replace(RECORD.seating, first=1))
    yield "order of seats", replace(RECORD, seats=[people[1], people[0], people[2]])
    yield "player", replace(RECORD, seats=[replace(people[0], player="ai:easy"), *people[1:]])
    deal = replace(RECORD.deal, commitment=commitment("deal", bytes(32)), seed="00" * 32)
    yield "the whole deal", replace(RECORD, deal=deal)


@pytest.mark.parametrize(("what", "altered"), list(altered_headers()))
def test_an_altered_header_breaks_the_first_hash(what, altered):
    fault = fault_of(altered, GAME)
    assert fault is not None
    assert fault.step == 0


def test_the_order_of_steps_counts():
    steps = list(RECORD.steps)
    steps[2], steps[3] = steps[3], steps[2]
    fault = fault_of(replace(RECORD, steps=steps), GAME)
    assert fault is not None
    assert fault.step == 2
    renumbered = [replace(step, index=n, base=n - 1 if n else None) for n, step in enumerate(steps)]
    rehashed = fault_of(rechained(replace(RECORD, steps=renumbered)), GAME)
    assert rehashed is not None
    assert rehashed.step == 2


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "another-game"}, "not of 'orchard-race'"),
        ({"rules_version": 2}, "rules version 2"),
        ({"seating": Seating(3, 7)}, "no seat 7"),
        ({"seating": Seating(10**12)}, "too few or too many"),
        ({"seating": Seating(-1)}, "too few or too many"),
        ({"seating": Seating(3, 0, ("dragon", None, None))}, "roles"),
        ({"seats": RECORD.seats[:2]}, "2 seats are named"),
        ({"options": {"sides": 6, "wind": True}}, "not written as the ruleset writes them"),
        ({"options": {"sides": "six"}}, "ValidationError"),
        ({"options": {"sides": 99}}, "ValidationError"),
        ({"deal": replace(RECORD.deal, seed="xyz")}, "ValueError"),
        ({"deal": replace(RECORD.deal, seed=RECORD.deal.seed.upper())}, "plain hexadecimal"),
        ({"deal": replace(RECORD.deal, seed="")}, "promised"),
        ({"deal": replace(RECORD.deal, id="another")}, "promised"),
        ({"deal": replace(RECORD.deal, commitment="")}, "promised"),
        ({"steps": []}, "no steps"),
    ],
)
def test_what_precedes_the_steps_is_checked_even_when_rehashed(changes, reason):
    altered = replace(RECORD, **changes)
    fault = fault_of(rechained(altered), GAME)
    assert fault is not None
    assert fault.step is None
    assert reason in fault.reason


NESTED: Any = [[[[{"a": [[]]}]]]]
ROLL = RECORD.steps[ROLLED].outcomes[0]


@pytest.mark.parametrize(
    "changes",
    [
        {"index": 99},
        {"base": None},
        {"base": 0},
        {"base": ROLLED},
        {"base": -1},
        {"kind": "setup"},
        {"kind": "undo"},
        {"seat": None},
        {"seat": -1},
        {"seat": 3},
        {"seat": 10**30},
        {"action": None},
        {"action": NESTED},
        {"action": {"type": "roll", "note": "unheard of"}},
        {"action": {"type": "withdraw"}},
        {"action": {"type": "lay", "fruit": 7}},
        {"outcomes": []},
        {"outcomes": [ROLL, ROLL]},
        {"outcomes": [replace(ROLL, args="six")]},
        {"outcomes": [replace(ROLL, args=0)]},
        {"outcomes": [replace(ROLL, args=-6)]},
        {"outcomes": [replace(ROLL, args=10**30)]},
        {"outcomes": [replace(ROLL, args=None)]},
        {"outcomes": [replace(ROLL, value=NESTED)]},
        {"outcomes": [replace(ROLL, value=10**30)]},
        {"outcomes": [replace(ROLL, kind="draw", args=[["a", -1]])]},
        {"outcomes": [replace(ROLL, kind="draw", args=[1, 2])]},
        {"outcomes": [replace(ROLL, kind="shuffle", args={"a": 1}, value="a")]},
        {"state_hash": ""},
    ],
    ids=str,
)
def test_nonsense_in_a_step_is_blamed_on_it_even_when_rehashed(changes):
    fault = fault_of(rechained(with_step(ROLLED, **changes)), GAME)
    assert fault is not None
    assert fault.step == ROLLED


@pytest.mark.parametrize(
    ("number", "changes", "reason"),
    [
        (0, {"kind": "action"}, "one setup step, its first"),
        (ROLLED, {"kind": "setup"}, "one setup step, its first"),
        (ROLLED, {"seat": -1}, "there is no seat -1"),
        (ROLLED, {"base": 0}, "can't continue from step 0"),
        (ROLLED, {"action": {"type": "withdraw"}}, "IllegalAction: not-now"),
    ],
)
def test_a_fault_has_a_reason(number, changes, reason):
    fault = fault_of(rechained(with_step(number, **changes)), GAME)
    assert fault is not None
    assert fault.step == number
    assert reason in fault.reason
    assert str(fault).startswith(f"step {number}: ")


def test_chance_that_nobody_asked_for_shows_though_the_seed_would_give_it():
    wind = SeededChance(bytes.fromhex(RECORD.deal.seed)).roll(6, "wind")
    outcomes = [*RECORD.steps[ROLLED].outcomes, Outcome("roll", "wind", 6, wind)]
    fault = fault_of(rechained(with_step(ROLLED, outcomes=outcomes)), GAME)
    assert fault is not None
    assert (fault.step, fault.reason) == (
        ROLLED,
        "ChanceMismatch: 1 recorded outcomes were never used",
    )


def test_a_better_roll_shows_even_if_everything_else_is_made_to_fit():
    value = ROLL.value % 6 + 1
    better = with_step(ROLLED, outcomes=[replace(ROLL, value=value)])
    fault = fault_of(forged(cut(better, ROLLED)), GAME)
    assert fault is not None
    assert (fault.step, fault.reason) == (ROLLED, "the seed gives another roll")


def test_another_legal_action_shows_unless_the_states_are_forged_too():
    legal = (
        {"type": "lay", "fruit": "pear"}
        if RECORD.steps[LAID].action["fruit"] != "pear"
        else {"type": "roll"}
    )
    fault = fault_of(rechained(with_step(LAID, action=legal)), GAME)
    assert fault is not None
    assert fault.step == LAID


def test_a_result_that_the_rules_did_not_give_shows():
    for result in (None, {}, {"ending": "goal"}, NESTED, 1, "won"):
        fault = fault_of(replace(RECORD, result=result), GAME)
        assert fault is not None
        assert fault.step == LAST


def test_steps_after_the_end_show():
    extra = replace(RECORD.steps[-1], index=LAST + 1, base=LAST, outcomes=[])
    fault = fault_of(rechained(replace(RECORD, steps=[*RECORD.steps, extra])), GAME)
    assert fault is not None
    assert fault.step == LAST + 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'"\xff"',
        b'{"format":"\xff"}',
        b'"\\ud800"',
        b"NaN",
        b"1e999",
        b"[" * 100_000,
        b'{"options":' * 50_000,
        DATA[:-1],
        DATA + b"x",
        DATA.decode().encode("utf-16"),
        DATA.replace(b'"format":2', b'"format":3'),
        DATA.replace(b'"format":2', b'"format":NaN'),
        DATA.replace(b'"format":2', b'"format":99999999999999999999999'),
        DATA.replace(b'"format":2', b'"format":2,"extra":0'),
        DATA.replace(b'"kind":"setup"', b'"kind":"begin"'),
        DATA.replace(b'"kind":"roll"', b'"kind":"cheat"'),
        DATA.replace(b'"stream":', b'"lake":'),
        DATA.replace(b'"sides":6', b'"sides":' + b"[" * 5000 + b"]" * 5000),
    ],
    ids=lambda data: repr(data[:24]),
)
def test_what_is_no_record_is_refused_as_such(data):
    with pytest.raises(RecordError) as caught:
        load_record(data)
    assert caught.value.step is None


@pytest.mark.parametrize("depth", range(600, 1000, 20))
def test_depth_that_can_be_read_but_hardly_written_is_no_crash(depth):
    deep = DATA.replace(b'"sides":6', b'"sides":' + b"[" * depth + b"]" * depth)
    with pytest.raises(RecordError):
        verify_record(load_record(deep), GAME)


# Of every kind one: all of Unicode would be looked through first, which takes seconds.
TEXT = st.text('aZ09 "\\{}\0\n\x7fäßЖ中\u2028\uffff😀', max_size=5)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=2**63, max_value=2**80)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
    | st.sampled_from(["die", "roll", "draw", "shuffle", "undo", "admin", "setup", "apple"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def places(value, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a plain value."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, key))


PLACES = list(places(PLAIN))


def replaced(value, path: tuple[Any, ...], new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


@given(st.sampled_from(PLACES), JSON, st.booleans())
@settings(max_examples=300, deadline=None, derandomize=True, database=None)
def test_any_part_replaced_by_anything_is_found_or_changes_nothing(path, new, rehash):
    try:
        record = load_record(json.dumps(replaced(PLAIN, path, new)).encode())
        record = rechained(record) if rehash and path[-1] not in ("at", "actor", "name") else record
        verify_record(record, GAME)
    except RecordError:
        return
    if path[:2] == ("result", "reason") or "tie_break" in path:
        return  # wording is never compared
    told_only = {
        "at",
        "actor",
        "name",
        "player",
        "first",
        "state_schema",
    }  # no rule can check these
    assert record == RECORD or (rehash and path[-1] in told_only)


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
def test_no_bytes_crash_the_reader(data):
    with pytest.raises(RecordError):
        load_record(data)


def test_records_are_canonical_json():
    assert (
        json.dumps(PLAIN, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        == DATA
    )
    assert msgspec.json.decode(DATA) == PLAIN


# -- what administrators did ----------------------------------------------------------------------

VOID = {"type": "void", "reason": "It broke."}
REPLACE = {"type": "replace", "level": "easy", "reason": "Gone."}
UNLOCK = {"type": "unlock", "reason": "Mended."}


def administered(record: Record, action, seat=None, **changes) -> Record:
    """The record with one more step, in which an administrator did that."""
    index = len(record.steps)
    last = record.steps[-1]
    hashed = last.state_hash, last.state_schema
    step = RecordedStep(index, index - 1, "admin", seat, "staff", action, [], *hashed, last.at)
    return rechained(replace(record, steps=[*record.steps, replace(step, **changes)], result=None))


def fault(record: Record) -> tuple[int | None, str] | None:
    found = fault_of(record, GAME)
    return found and (found.step, found.reason)


@pytest.mark.parametrize(("action", "seat"), [(VOID, None), (REPLACE, 0), (UNLOCK, None)])
def test_what_administrators_do_verifies(action, seat):
    verify_record(administered(cut(RECORD, LAID), action, seat), GAME)


@pytest.mark.parametrize(
    ("action", "seat", "changes"),
    [
        (VOID, 0, {}),
        (UNLOCK, 1, {}),
        (REPLACE, None, {}),
        (REPLACE, 3, {}),
        (REPLACE, -1, {}),
        (VOID, None, {"actor": "person"}),
        (VOID, None, {"base": LAID - 1}),
        (VOID | {"note": 1}, None, {}),
        (REPLACE | {"level": "genius"}, 0, {}),
        ({"type": "bless", "reason": ""}, None, {}),
        ({"type": "void"}, None, {}),
        (None, None, {}),
    ],
    ids=str,
)
def test_what_no_administrator_could_do_shows(action, seat, changes):
    found = fault(administered(cut(RECORD, LAID), action, seat, **changes))
    assert found is not None
    assert found[0] == LAID + 1


def test_nothing_follows_a_void():
    voided = administered(cut(RECORD, LAID), VOID)
    for more in (again(voided, LAID + 1), administered(voided, UNLOCK)):
        assert fault(more) == (LAID + 2, "the match was voided before")


def test_a_voided_match_has_no_result():
    voided = administered(cut(RECORD, LAID), VOID)
    assert fault(replace(voided, result=RECORD.result)) == (
        LAID + 1,
        "the result differs from the one recorded",
    )


def test_a_match_that_is_over_may_still_be_voided_and_nothing_else():
    verify_record(administered(RECORD, VOID), GAME)
    over = (LAST + 1, "the match was over before")
    assert fault(administered(RECORD, UNLOCK)) == fault(administered(RECORD, REPLACE, 0)) == over


def test_a_seat_given_to_a_computer_is_played_by_it_alone():
    replaced = administered(cut(RECORD, LAID), REPLACE, LAYER)
    by_person = again(replaced, LAID + 1)
    reason = f"no person played seat {LAYER}"
    assert RECORD.steps[LAID + 1].seat == LAYER
    assert fault(by_person) == (LAID + 2, reason)
    steps = [*by_person.steps[:-1], replace(by_person.steps[-1], actor="ai:easy")]
    verify_record(rechained(replace(by_person, steps=steps)), GAME)
    assert fault(administered(replaced, REPLACE, LAYER)) == (LAID + 2, reason)
    assert refused_take_back(replaced, LAID - 1, LAYER) == reason


def test_a_seat_that_was_a_computers_from_the_beginning_is_not_given_to_one():
    seats = [replace(RECORD.seats[0], player="ai:easy"), *RECORD.seats[1:]]
    record = rechained(replace(cut(RECORD, 0), seats=seats))
    assert fault(administered(record, REPLACE, 0)) == (1, "no person played seat 0")


def test_a_record_without_its_seed_says_that_it_comes_too_early():
    record = replace(RECORD, deal=replace(RECORD.deal, seed=None))
    assert fault(record) == (None, "its seed isn't told before the match is over")
