"""Records: honest ones verify, and whatever is altered in one shows at the right step."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.conformance import fault_of, play_record, rechained
from games.plugin import Outcome, RecordError, Seating, registry
from games.plugin.codec import canonical_json, digest, plain
from games.protocol.deal import commitment
from games.protocol.dealing import SeededChance
from games.protocol.record import Record, RecordedStep, replay
from games.protocol.record_file import load_record
from games.protocol.verification import verify_record
from tests.games.protocol.forging import blamed, last_fault, then, with_step
from tests.rulesets.endless import Endless
from tests.rulesets.race import Race

GAME = Race()
RECORD = play_record(GAME, seats=3, seed=4)
DATA = canonical_json(RECORD)
PLAIN = json.loads(DATA)
LAST = len(RECORD.steps) - 1


def altered(number: int, **changes) -> Record:
    return rechained(with_step(RECORD, number, **changes))


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


def test_an_honest_record_is_canonical_json_and_verifies():
    verify_record(RECORD, GAME)
    again = load_record(DATA)
    assert again == RECORD
    verify_record(again, GAME)
    assert (
        json.dumps(PLAIN, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        == DATA
    )
    assert msgspec.json.decode(DATA) == PLAIN


def test_the_game_is_looked_up_where_none_is_given(monkeypatch):
    monkeypatch.setattr(registry, "_games", {})
    with pytest.raises(RecordError, match="no ruleset 'orchard-race' is installed"):
        verify_record(RECORD)
    registry.register(GAME)
    verify_record(RECORD)


def take_back(record: Record, to: int, seat: int | None) -> Record:
    return then(record, "undo", seat, "person", None, to)


def again(record: Record, number: int) -> Record:
    index = len(record.steps)
    at = record.steps[-1].at
    same = replace(RECORD.steps[number], index=index, base=index - 1, at=at)
    return rechained(replace(record, steps=[*record.steps, same]))


LAYER = RECORD.steps[LAID].seat


def refused_take_back(record: Record, to: int, seat: int | None) -> str:
    """Why a take-back that a forger wrote behind the record's last step doesn't verify."""
    return last_fault(take_back(record, to, seat), GAME)


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
    assert last_fault(take_back(cut(record, rolled), rolled - 1, 0), Endless()) == NOTHING


def test_nobody_takes_back_the_step_of_another_seat_or_more_than_one():
    laid = cut(RECORD, LAID)
    for seat in (0, 2, 3, -1, None):
        assert refused_take_back(laid, LAID - 1, seat) in (NOTHING, f"there is no seat {seat}")
    for to in (LAID, LAID - 2):
        reason = refused_take_back(laid, to, LAYER)
        assert reason == f"a take-back doesn't lead to step {to}"
    back = take_back(laid, LAID - 1, LAYER)
    assert refused_take_back(back, LAID - 2, LAYER) == NOTHING
    by_clock = cut(altered(LAID, kind="time-out", actor="clock"), LAID)
    assert refused_take_back(by_clock, LAID - 1, LAYER) == NOTHING


def test_another_seats_step_ends_ones_own_reach():
    offerer, other = (RECORD.steps[number].seat for number in (OFFERED, OFFERED + 1))
    assert offerer != other
    reason = refused_take_back(cut(RECORD, OFFERED + 1), OFFERED - 1, offerer)
    assert reason == NOTHING
    verify_record(take_back(cut(RECORD, OFFERED + 1), OFFERED, other), GAME)


@pytest.mark.parametrize("kind", ["action", "time-out"])
@pytest.mark.parametrize("actor", ["ai:easy", "clock", "staff", "portal", "somebody", "", "person"])
def test_only_a_seats_own_player_moves_and_only_the_clock_runs_out(kind, actor):
    record = altered(LAID, kind=kind, actor=actor)
    if (kind, actor) in (("action", "person"), ("time-out", "clock")):
        verify_record(record, GAME)
    else:
        assert blamed(record, GAME).step == LAID


def test_replay_gives_states_that_nobody_else_holds():
    states = []
    for _, state, _ in replay(GAME, RECORD):
        state.points.clear()  # must not reach the steps that follow
        states.append(state)
    assert len(states) == len(RECORD.steps)


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
        ({"deal": replace(RECORD.deal, seed=None)}, "isn't told before the match is over"),
        ({"steps": []}, "no steps"),
    ],
)
def test_what_precedes_the_steps_is_checked_even_when_rehashed(changes, reason):
    fault = blamed(rechained(replace(RECORD, **changes)), GAME)
    assert fault.step is None
    assert reason in fault.reason


NESTED: Any = [[[[{"a": [[]]}]]]]
ROLL = RECORD.steps[ROLLED].outcomes[0]


@pytest.mark.parametrize(
    "changes",
    [
        *({"seat": seat} for seat in (-1, 3, 10**30)),
        {"action": NESTED},
        {"action": {"type": "roll", "note": "unheard of"}},
        {"action": {"type": "withdraw"}},
        {"action": {"type": "lay", "fruit": 7}},
        {"outcomes": []},
        {"outcomes": [ROLL, ROLL]},
        *({"outcomes": [replace(ROLL, args=args)]} for args in ("six", 0, -6, 10**30, None)),
        *({"outcomes": [replace(ROLL, value=value)]} for value in (NESTED, 10**30)),
        {"outcomes": [replace(ROLL, kind="draw", args=[["a", -1]])]},
        {"outcomes": [replace(ROLL, kind="draw", args=[1, 2])]},
        {"outcomes": [replace(ROLL, kind="shuffle", args={"a": 1}, value="a")]},
        {"state_hash": ""},
    ],
    ids=str,
)
def test_nonsense_in_a_step_is_blamed_on_it_even_when_rehashed(changes):
    assert blamed(altered(ROLLED, **changes), GAME).step == ROLLED


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
    fault = blamed(altered(number, **changes), GAME)
    assert (fault.step, reason in fault.reason) == (number, True)
    assert str(fault).startswith(f"step {number}: ")


def test_other_chance_and_other_actions_show_whatever_else_is_made_to_fit():
    wind = SeededChance(bytes.fromhex(RECORD.deal.seed)).roll(6, "wind")
    outcomes = [*RECORD.steps[ROLLED].outcomes, Outcome("roll", "wind", 6, wind)]
    fault = blamed(altered(ROLLED, outcomes=outcomes), GAME)
    reason = "ChanceMismatch: 1 recorded outcomes were never used"
    assert (fault.step, fault.reason) == (ROLLED, reason)
    better = with_step(RECORD, ROLLED, outcomes=[replace(ROLL, value=ROLL.value % 6 + 1)])
    assert last_fault(forged(cut(better, ROLLED)), GAME) == "the seed gives another roll"
    pear = {"type": "lay", "fruit": "pear"}
    legal = {"type": "roll"} if RECORD.steps[LAID].action == pear else pear
    assert blamed(altered(LAID, action=legal), GAME).step == LAID


def test_a_result_that_the_rules_did_not_give_and_steps_after_the_end_show():
    for result in (None, {}, {"ending": "goal"}, NESTED, 1, "won"):
        assert blamed(replace(RECORD, result=result), GAME).step == LAST
    extra = replace(RECORD.steps[-1], index=LAST + 1, base=LAST, outcomes=[])
    assert last_fault(rechained(replace(RECORD, steps=[*RECORD.steps, extra])), GAME)


@pytest.mark.parametrize("depth", [600, 800, 980])
def test_depth_that_can_be_read_but_hardly_written_is_no_crash(depth):
    deep = DATA.replace(b'"sides":6', b'"sides":' + b"[" * depth + b"]" * depth)
    with pytest.raises(RecordError):
        verify_record(load_record(deep), GAME)


# -- what administrators did ----------------------------------------------------------------------

VOID = {"type": "void", "reason": "It broke."}
REPLACE = {"type": "replace", "level": "easy", "reason": "Gone."}
UNLOCK = {"type": "unlock", "reason": "Mended."}


def administered(record: Record, action, seat=None, **changes) -> Record:
    return then(record, "admin", seat, "staff", action, **changes)


BEFORE = cut(RECORD, LAID)


@pytest.mark.parametrize(
    ("action", "seat", "changes"),
    [
        (VOID, 0, {}),
        (UNLOCK, 1, {}),
        *((REPLACE, seat, {}) for seat in (None, 3, -1)),
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
    said = {"kind": "admin", "seat": seat, "actor": "staff", "action": action} | changes
    assert last_fault(then(BEFORE, **said), GAME)


def test_nothing_but_a_void_follows_the_end_and_nothing_follows_that():
    voided = administered(BEFORE, VOID)
    for more in (again(voided, LAID + 1), administered(voided, UNLOCK)):
        assert last_fault(more, GAME) == "the match was voided before"
    told = replace(voided, result=RECORD.result)
    assert last_fault(told, GAME) == "the result differs from the one recorded"
    verify_record(administered(RECORD, VOID), GAME)
    for more in (administered(RECORD, UNLOCK), administered(RECORD, REPLACE, 0)):
        assert last_fault(more, GAME) == "the match was over before"


def test_a_seat_given_to_a_computer_is_played_by_it_alone():
    replaced = administered(BEFORE, REPLACE, LAYER)
    by_person = again(replaced, LAID + 1)
    reason = f"no person played seat {LAYER}"
    assert RECORD.steps[LAID + 1].seat == LAYER
    assert last_fault(by_person, GAME) == reason
    steps = [*by_person.steps[:-1], replace(by_person.steps[-1], actor="ai:easy")]
    verify_record(rechained(replace(by_person, steps=steps)), GAME)
    assert last_fault(administered(replaced, REPLACE, LAYER), GAME) == reason
    assert refused_take_back(replaced, LAID - 1, LAYER) == reason
    seats = [replace(RECORD.seats[0], player="ai:easy"), *RECORD.seats[1:]]
    record = rechained(replace(cut(RECORD, 0), seats=seats))
    assert last_fault(administered(record, REPLACE, 0), GAME) == "no person played seat 0"
