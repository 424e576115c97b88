"""Turn stored rows into parts of the record, and compute the hashes that chain it."""

from datetime import UTC, datetime

import msgspec

from games.matches.models import Match, Step
from games.plugin import Outcome, Seating
from games.protocol.names import RecordedSeat, hidden
from games.protocol.record import FORMAT, Header, RecordedStep, step_hash


def header_of(match: Match) -> Header:
    """The record's header: everything fixed before the first step, in its hashed form."""
    return Header(
        FORMAT,
        match.game,
        match.rules_version,
        match.options,
        msgspec.convert(match.seating, Seating),
        [hidden(seat) for seat in opening_seats(match)],
        str(match.deal_id),
        match.deal.commitment,
    )


def opening_seats(match: Match) -> list[RecordedSeat]:
    """The seats as the record names them, with the salts, which are secret until the end."""
    return msgspec.convert(match.opening_seats, list[RecordedSeat])


def recorded(step: Step) -> RecordedStep:
    return RecordedStep(
        index=step.index,
        base=step.base,
        kind=step.kind,  # type: ignore[arg-type]
        seat=step.seat,
        actor=step.actor,
        action=step.action,
        outcomes=msgspec.convert(step.outcomes, list[Outcome]),
        state_hash=step.state_hash,
        at=timestamp(step.at),
        hash=step.hash,
        state_schema=step.state_schema,
    )


def seal_step(step: Step, *, previous: str) -> Step:
    step.hash = step_hash(previous, recorded(step))
    return step


def timestamp(moment: datetime) -> str:
    """A moment in UTC, ISO 8601 with microseconds and a final Z."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
