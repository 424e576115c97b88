"""What forgers do to records, and what comes of it."""

from msgspec.structs import replace

from games.conformance import fault_of, rechained
from games.plugin import RecordError
from games.protocol.record import Record, RecordedStep


def blamed(record: Record, game) -> RecordError:
    fault = fault_of(record, game)
    assert fault is not None
    return fault


def last_fault(record: Record, game) -> str:
    fault = blamed(record, game)
    assert fault.step == len(record.steps) - 1
    return fault.reason


def with_step(record: Record, number: int, **changes) -> Record:
    steps = [*record.steps]
    steps[number] = replace(steps[number], **changes)
    return replace(record, steps=steps)


def then(record, kind, seat, actor, action, base=None, **changes) -> Record:
    """The record with one more step, which goes on from its last one or from `base`."""
    before = record.steps[-1]
    origin = record.steps[before.index if base is None else base]
    head = before.index + 1, origin.index, kind, seat, actor, action, []
    step = RecordedStep(*head, origin.state_hash, before.state_schema, before.at)
    steps = [*record.steps, replace(step, **changes)]
    return rechained(replace(record, steps=steps, result=None))


def places(value, path=()):
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, key))


def put(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy
