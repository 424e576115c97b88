"""Laws about records: they replay and verify, and every alteration shows."""

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.conformance.sample import LawBroken, Sample, Trace, require
from games.plugin.chance import Outcome
from games.plugin.codec import canonical_json, digest, pack
from games.plugin.errors import RecordError
from games.plugin.registry import AnyGame
from games.protocol.record import Record, RecordedStep, replay as replay_record, seal
from games.protocol.record_file import load_record
from games.protocol.verification import verify_record

_ALTERED = 8  # games whose records are tampered with


def law_replay(sample: Sample) -> None:
    """A record survives JSON and gives the same states and events again."""
    for trace, record in _records(sample):
        again = load_record(canonical_json(record))
        require(again == record, f"the record comes back changed {_where(trace)}")
        played = [moment.step.events for moment in trace.moments if moment.step]
        try:
            replayed = list(replay_record(sample.game, again))
        except RecordError as error:
            raise LawBroken(f"it can't be replayed: {error} {_where(trace)}") from error
        for (step, state, events), moment in zip(replayed, trace.moments, strict=True):
            moment.require(pack(state) == moment.packed, "the replay comes to another state")
            same = events == (played[step.index - 1] if step.index else [])
            moment.require(same, "the replay tells other events")


def law_records_verify(sample: Sample) -> None:
    """The record of every game played by the rules passes verification."""
    for trace, record in _records(sample):
        try:
            verify_record(record, sample.game)
        except RecordError as error:
            raise LawBroken(f"an honest record fails: {error} {_where(trace)}") from error


def law_alterations_show(sample: Sample) -> None:
    """A record altered anywhere fails at the altered step, even with new hashes."""
    dice = random.Random(sample.seed)
    for trace, record in list(_records(sample))[:_ALTERED]:
        for what, step, altered in alterations(record, dice):
            fault = fault_of(altered, sample.game)
            require(fault is not None, f"altering {what} doesn't show {_where(trace)}")
            found = fault.step if fault else None
            message = f"{what} is altered at {step}, but the fault is at {found}"
            require(found == step, f"{message} {_where(trace)}")


def fault_of(record: Record, game: AnyGame) -> RecordError | None:
    """The error of the record's verification, if it fails."""
    try:
        verify_record(record, game)
    except RecordError as error:
        return error
    return None


def alterations(record: Record, dice: random.Random) -> Iterator[tuple[str, int | None, Record]]:
    """Altered copies of a record: what was altered, the step to blame, and the copy."""
    result = None if record.result is not None else {"ending": "altered"}
    yield "the result", len(record.steps) - 1, replace(record, result=result)
    yield "the seed", None, replace(record, deal=replace(record.deal, seed="00" * 32))
    name = [replace(record.seats[0], name="Altered"), *record.seats[1:]]
    yield "a name", 0, replace(record, seats=name)
    number = dice.randrange(1, len(record.steps))
    step = record.steps[number]
    yield "a seat", number, _with(record, replace(step, seat=(step.seat or 0) + 1))
    yield "a time", number, _with(record, replace(step, at="2020-01-01T00:00:00+00:00"))
    yield "a hash", number, _with(record, replace(step, hash="0" * 64))
    yield "an action", number, _with(record, replace(step, action={"type": "altered"}))
    yield "a state", number, rechained(_with(record, replace(step, state_hash="0" * 64)))
    dropped = record.steps[: number - 1] + record.steps[number:]
    yield "the number of steps", number - 1, replace(record, steps=dropped)
    rolled = [(step.index, place) for step in record.steps for place in range(len(step.outcomes))]
    for number, place in dice.sample(rolled, min(len(rolled), 3)):
        step = record.steps[number]
        other = _other(step.outcomes[place])
        if other is not None:
            outcomes = [*step.outcomes[:place], other, *step.outcomes[place + 1 :]]
            altered = _with(record, replace(step, outcomes=outcomes))
            yield "an outcome", number, altered
            yield "an outcome and the hashes", number, rechained(altered)


def rechained(record: Record) -> Record:
    """The record with new hashes that fit, as a forger would make them."""
    previous = digest(record.header)
    steps = []
    for step in record.steps:
        steps.append(seal(previous, step))
        previous = steps[-1].hash
    return replace(record, steps=steps)


def _records(sample: Sample) -> Iterator[tuple[Trace, Record]]:
    for trace in sample.traces:
        if trace.record is not None and len(trace.record.steps) > 1:
            yield trace, trace.record


def _where(trace: Trace) -> str:
    return f"[{trace.table}, game {trace.seed}]"


def _with(record: Record, step: RecordedStep) -> Record:
    steps = [*record.steps[: step.index], step, *record.steps[step.index + 1 :]]
    return replace(record, steps=steps)


def _other(outcome: Outcome) -> Outcome | None:
    """The same chance event with another possible value, if there is one."""
    possible: list[Any]
    if outcome.kind == "roll":
        possible = [1, outcome.args]
    elif outcome.kind == "draw":
        possible = [item for item, _ in outcome.args]
    else:
        possible = [sorted(outcome.value, key=canonical_json, reverse=way) for way in (True, False)]
    others = [value for value in possible if value != outcome.value]
    return replace(outcome, value=others[0]) if others else None
