"""Records that somebody altered, of every kind one, with the old hashes or with new ones."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from games.plugin import Record
from games.plugin.codec import canonical_json
from games.plugin.names import seal_name
from games.plugin.record import RecordedStep
from games.plugin.testing import rechained


@dataclass(frozen=True)
class Forgery:
    """An altered record. `step`: the one at fault."""

    record: Record
    step: int


def outcome(record: Record, dice: random.Random) -> Forgery:
    """Chance gave something else, where it could have."""
    given = [(s.index, n) for s in record.steps for n in range(len(s.outcomes))]
    dice.shuffle(given)
    for number, place in given:
        step = record.steps[number]
        told = step.outcomes[place]
        others = [value for value in _possible(told) if value != told.value]
        if others:
            altered = replace(told, value=dice.choice(others))
            outcomes = [*step.outcomes[:place], altered, *step.outcomes[place + 1 :]]
            return Forgery(_with(record, replace(step, outcomes=outcomes)), number)
    raise AssertionError("nothing is left to chance")


def _possible(told: Any) -> list[Any]:
    if told.kind == "roll":
        return list(range(1, told.args + 1))
    if told.kind == "draw":
        return [item for item, _count in told.args]
    return [sorted(told.value, key=canonical_json, reverse=way) for way in (True, False)]


def action(record: Record, dice: random.Random) -> Forgery:
    """Somebody did what was done at another step, or what nobody can do."""
    step = dice.choice(record.steps)
    others = [s.action for s in record.steps if s.action != step.action]
    altered = dice.choice([*others, {"type": "altered"}])
    return Forgery(_with(record, replace(step, action=altered)), step.index)


def options(record: Record, dice: random.Random) -> Forgery:
    """The table had been set up another way."""
    name = dice.choice([*record.options, "altered"])
    return Forgery(replace(record, options={**record.options, name: "altered"}), 0)


def order(record: Record, dice: random.Random) -> Forgery:
    """What two steps did happened the other way round."""
    pairs = [
        (one, other)
        for one in record.steps
        for other in record.steps[one.index + 1 :]
        if replace(other, index=one.index, base=one.base, hash=one.hash) != one
    ]
    one, other = dice.choice(pairs)
    altered = _with(record, replace(other, index=one.index, base=one.base))
    return Forgery(_with(altered, replace(one, index=other.index, base=other.base)), one.index)


def name(record: Record, dice: random.Random) -> Forgery:
    """Somebody else sat there."""
    place = dice.randrange(len(record.seats))
    altered = replace(record.seats[place], name="Altered")
    return Forgery(_seated(record, place, altered), 0)


def result(record: Record, dice: random.Random) -> Forgery:
    """It ended in another way; what is hashed of steps doesn't say so."""
    told = None if record.result is not None else {"ending": "altered"}
    return Forgery(replace(record, result=told), len(record.steps) - 1)  # with which it ended


KINDS: dict[str, Callable[[Record, random.Random], Forgery]] = {
    "outcome": outcome,
    "action": action,
    "options": options,
    "order": order,
    "name": name,
    "result": result,
}


def made_anew(forged: Record) -> Record:
    """The same with everything made to fit that needs no key: seals of names, all hashes."""
    seats = [seal_name(s.name or "", s.player, bytes.fromhex(s.salt or "")) for s in forged.seats]
    return rechained(replace(forged, seats=seats))


def _with(record: Record, step: RecordedStep) -> Record:
    return replace(
        record, steps=[*record.steps[: step.index], step, *record.steps[step.index + 1 :]]
    )


def _seated(record: Record, place: int, seat: Any) -> Record:
    return replace(record, seats=[*record.seats[:place], seat, *record.seats[place + 1 :]])
