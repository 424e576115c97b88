"""What of a record can be checked without its rules: the promise, the hashes, the chance.

So much is left to check of a match whose version of the rules isn't played any more.
"""

import msgspec

from games.plugin.chance import SeededChance, askable, possible, same
from games.plugin.codec import digest
from games.plugin.deal import OpenDeal, commitment
from games.plugin.errors import RecordError
from games.plugin.model import Result
from games.plugin.names import check_name
from games.plugin.record import (
    FIRST_FORMAT,
    Record,
    RecordedStep,
    blaming,
    check_place,
    step_hash,
)


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
            check_place(step, position)
            if not all(map(askable, step.outcomes)):
                raise RecordError(position, "no rules can ask chance for that")
            check_outcomes(step, dealt)
            if not all(map(possible, step.outcomes)):
                raise RecordError(position, "chance can't come out so")
    with blaming(len(record.steps) - 1):
        msgspec.convert(record.result, Result | None)


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
            check_name(seat, sealed=record.format != FIRST_FORMAT)
    with blaming(None):
        previous = digest(record.header)
    for position, step in enumerate(record.steps):
        with blaming(position):
            if step_hash(previous, step) != step.hash:
                raise RecordError(position, "its hash doesn't follow from what stands before it")
        previous = step.hash


def check_outcomes(step: RecordedStep, dealt: SeededChance) -> None:
    """Raise `RecordError` unless the seed gives these outcomes next."""
    for written in step.outcomes:
        if not same(dealt.outcome(written.kind, written.stream, written.args), written.value):
            raise RecordError(step.index, f"the seed gives another {written.kind}")
