"""Checks of a record that need no rules: commitment, hashes, chance.

For a match whose rules version is no longer played, they are all there is.
"""

import re

import msgspec

from games.plugin.codec import digest, says
from games.plugin.errors import RecordError
from games.plugin.model import Result
from games.protocol.deal import OpenDeal, commitment
from games.protocol.dealing import SeededChance, askable, possible, same
from games.protocol.names import check_name
from games.protocol.record import Record, RecordedStep, blaming, check_place, step_hash

_ACTORS = {  # by the kind of step
    "setup": "portal",
    "action": "person|caretaker|order|ai:(easy|medium|hard|expert)",
    "time-out": "clock",
    "undo": "person|consent",
    "order": "person",
    "control": "person|clock|portal|vote|staff",
    "admin": "staff",
}
_OF_SOMEBODY = ("action", "time-out", "undo", "order")  # steps that have a seat
_VOIDING = ("void", "abandon", "settle")  # last steps of a match without a result


def check_without_rules(record: Record) -> None:
    """Raise `RecordError` unless the seed is the promised one, the hashes chain and outcomes fit.

    Whether the rules asked for the outcomes, whether actions were legal and what they led to
    remains open.
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
    """The deal's seed. Raises `RecordError` if it is missing or isn't the promised one."""
    if deal.seed is None:
        raise RecordError(None, "its seed isn't told before the match is over")
    seed = bytes.fromhex(deal.seed)
    if seed.hex() != deal.seed:
        raise RecordError(None, "the seed is not in plain hexadecimal")
    if commitment(deal.id, seed) != deal.commitment:
        raise RecordError(None, "the seed is not the one promised by the commitment")
    return seed


def check_chain(record: Record) -> None:
    """Raise `RecordError` for the first step with a wrong hash, or a seat with a wrong name."""
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
    """Raise `RecordError` if that actor can't make a step of that kind."""
    if not re.fullmatch(_ACTORS[step.kind], step.actor):
        raise RecordError(step.index, f"{step.actor!r} makes no step of this kind")
    if step.kind == "setup" and step.seat is not None:
        raise RecordError(step.index, "nobody's seat begins a match")
    if step.kind in _OF_SOMEBODY and step.seat is None:
        raise RecordError(step.index, "it is of no seat")


def check_result(record: Record) -> None:
    """Raise `RecordError`, blaming the last step, for a result that no match can have."""
    last, written = len(record.steps) - 1, record.result
    if written is None:
        return
    with blaming(last):
        result = msgspec.convert(written, Result)
        if not says(written, result) or len(result.seats) != record.seating.count:
            raise RecordError(last, "the result is not written as a portal writes it")


def reaches_an_end(record: Record) -> bool:
    """Whether the record has a result or a void; not if the match goes on or it was cut off."""
    action = record.steps[-1].action
    fields = action if isinstance(action, dict) else {}
    voided = fields.get("type") in _VOIDING or fields.get("granted") == "cancel"
    return record.result is not None or voided


def check_outcomes(step: RecordedStep, dealt: SeededChance) -> None:
    """Raise `RecordError` unless the seed gives these outcomes next."""
    for written in step.outcomes:
        if not same(dealt.outcome(written.kind, written.stream, written.args), written.value):
            raise RecordError(step.index, f"the seed gives another {written.kind}")
