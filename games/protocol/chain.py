"""What of a record can be checked without its rules: the promise, the hashes, the chance.

So much is left to check of a match whose version of the rules isn't played any more.
"""

import re

import msgspec

from games.plugin.chance import SeededChance, askable, possible, same
from games.plugin.codec import digest, says
from games.plugin.errors import RecordError
from games.plugin.model import Result
from games.protocol.deal import OpenDeal, commitment
from games.protocol.names import check_name
from games.protocol.record import Record, RecordedStep, blaming, check_place, step_hash

# Who makes a step of which kind.
_ACTORS = {
    "setup": "portal",
    "action": "person|caretaker|order|ai:(easy|medium|hard|expert)",
    "time-out": "clock",
    "undo": "person|consent",
    "order": "person",
    "control": "person|clock|portal|vote|staff",
    "admin": "staff",
}
_OF_SOMEBODY = ("action", "time-out", "undo", "order")  # steps that have a seat
_VOIDING = ("void", "abandon", "settle")  # what a last step does to a match without a result


def check_without_rules(record: Record) -> None:
    """Check all of a record that doesn't need its rules. Raises `RecordError`.

    The seed is the one promised, each step follows from the one before it by its hash, and every
    written outcome is what the seed gives. Whether the rules asked for it, whether the actions were
    legal and what they led to remains open.
    """
    with blaming(None):
        dealt = SeededChance(seed_of(record.deal))
        if len(record.seats) != record.seating.count:
            raise RecordError(None, f"{record.seating.count} seats are not what is named")
        if not record.steps:
            raise RecordError(None, "there are no steps")
    check_chain(record)
    for position, step in enumerate(record.steps):
        with blaming(position):
            check_place(record.steps, position)
            check_actor(step)
            if not all(map(askable, step.outcomes)):
                raise RecordError(position, "no rules can ask chance for that")
            check_outcomes(step, dealt)
            if not all(map(possible, step.outcomes)):
                raise RecordError(position, "chance can't come out so")
    check_result(record)


def seed_of(deal: OpenDeal) -> bytes:
    """The deal's seed. Raises `RecordError` unless it is told, and is the one promised."""
    if deal.seed is None:
        raise RecordError(None, "its seed isn't told before the match is over")
    seed = bytes.fromhex(deal.seed)
    if seed.hex() != deal.seed:
        raise RecordError(None, "the seed is not in plain hexadecimal")
    if commitment(deal.id, seed) != deal.commitment:
        raise RecordError(None, "the seed is not the one promised by the commitment")
    return seed


def check_chain(record: Record) -> None:
    """Raise `RecordError` for the first step whose hash doesn't follow from what precedes it.

    And for a seat whose name isn't the one that was hashed.
    """
    with blaming(0):
        for seat in record.seats:
            check_name(seat)
    with blaming(None):
        previous = digest(record.header)
    for position, step in enumerate(record.steps):
        with blaming(position):
            if step_hash(previous, step) != step.hash:
                raise RecordError(position, "its hash doesn't follow from what stands before it")
        previous = step.hash


def check_actor(step: RecordedStep) -> None:
    """Raise `RecordError` for a step that nobody of that kind makes."""
    if not re.fullmatch(_ACTORS[step.kind], step.actor):
        raise RecordError(step.index, f"{step.actor!r} makes no step of this kind")
    if step.kind == "setup" and step.seat is not None:
        raise RecordError(step.index, "nobody's seat begins a match")
    if step.kind in _OF_SOMEBODY and step.seat is None:
        raise RecordError(step.index, "it is of no seat")


def check_result(record: Record) -> None:
    """Raise `RecordError` for a result that no match can have; it blames the last step."""
    last, told = len(record.steps) - 1, record.result
    if told is None:
        return
    with blaming(last):
        result = msgspec.convert(told, Result)
        if not says(told, result) or len(result.seats) != record.seating.count:
            raise RecordError(last, "the result is not written as a portal writes it")


def reaches_an_end(record: Record) -> bool:
    """Whether the record tells how its match ended: by a result, or by a last step that voids it.

    The record of a match that goes on doesn't, nor does one that was cut off.
    """
    action = record.steps[-1].action
    told = action if isinstance(action, dict) else {}
    voided = told.get("type") in _VOIDING or told.get("granted") == "cancel"
    return record.result is not None or voided


def check_outcomes(step: RecordedStep, dealt: SeededChance) -> None:
    """Raise `RecordError` unless the seed gives these outcomes next."""
    for written in step.outcomes:
        if not same(dealt.outcome(written.kind, written.stream, written.args), written.value):
            raise RecordError(step.index, f"the seed gives another {written.kind}")
