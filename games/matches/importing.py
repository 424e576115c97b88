"""Taking a record back: a finished match, as it was, from the file somebody kept."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.errors import Conflict
from games.matches.models import Checkpoint, Deal, Match, Seat, Step
from games.plugin import Event, Record, ordering, registry, replay
from games.plugin.administering import Deed, Replace, Void, deed_of
from games.plugin.codec import pack, plain
from games.plugin.record import RecordedStep

Told = Iterator[tuple[RecordedStep, Sequence[Event]]]


def import_record(record: Record) -> Match:
    """Store a verified record as a finished match whose seats are names without accounts.

    Raises `Conflict` if its deal is here already.
    """
    game = registry.get(record.game)
    assert record.deal.seed is not None  # it was verified
    if Deal.objects.filter(pk=UUID(record.deal.id)).exists():
        raise Conflict(f"The deal {record.deal.id} is known here already.")
    played = list(replay(game, record))
    moments = [_moment(step.at) for step, _, _ in played]
    voided = any(isinstance(deed, Void) for _, deed in _deeds(record))
    with transaction.atomic():
        deal = Deal.objects.create(
            id=UUID(record.deal.id),
            seed=bytes.fromhex(record.deal.seed),
            commitment=record.deal.commitment,
        )
        match = Match.objects.create(
            deal=deal,
            game=record.game,
            rules_version=record.rules_version,
            state_schema=game.meta.state_schema,
            options=record.options,
            seating=plain(record.seating),
            opening_seats=plain(record.seats),
            status=Match.Status.VOIDED if voided else Match.Status.FINISHED,
            version=len(played) - 1,
            state=pack(played[-1][1]),
            last_hash=record.steps[-1].hash,
            started_at=moments[0],
            finished_at=moments[-1],
            result=record.result,
        )
        Seat.objects.bulk_create(_seats(match, record))
        Step.objects.bulk_create(
            Step(
                match=match,
                index=step.index,
                base=step.base,
                kind=step.kind,
                seat=step.seat,
                actor=step.actor,
                action=step.action,
                outcomes=plain(step.outcomes),
                events=plain(events),
                state_hash=step.state_hash,
                hash=step.hash,
                at=moment,
            )
            for (step, events), moment in zip(_told(played), moments, strict=True)
        )
        Checkpoint.objects.bulk_create(
            Checkpoint(
                match=match,
                index=step.index,
                state_schema=game.meta.state_schema,
                state=pack(state),
            )
            for step, state, _ in played
            if step.index % Checkpoint.EVERY == 0
        )
    return match


def _told(played: Sequence[tuple[RecordedStep, Any, Sequence[Event]]]) -> Told:
    """The steps with their events; a take-back has those of the step that it takes back."""
    at: int | None = None
    known: dict[int | None, Sequence[Event]] = {}
    for step, _, events in played:
        undo = step.kind == "undo"
        known[step.index] = known[at] if undo else events
        at = step.base if undo else step.index
        yield step, known[step.index]


def _seats(match: Match, record: Record) -> list[Seat]:
    taken = {
        step.seat: (step.index, deed.level)
        for step, deed in _deeds(record)
        if isinstance(deed, Replace)
    }
    orders = ordering.latest(record.steps)
    went = {step.seat: step.index for step in record.steps if step.kind == "control"}
    results = record.result["seats"] if record.result else [{}] * len(record.seats)
    return [
        Seat(
            match=match,
            index=index,
            name=seat.name,
            ai_level=taken.get(index, (0, seat.player.partition(":")[2]))[1],
            resigned=went.get(index),
            replaced=taken[index][0] if index in taken else None,
            order=orders.get(index),
            outcome=own.get("outcome") or "",
            rank=own.get("rank"),
            score=own.get("score"),
        )
        for index, (seat, own) in enumerate(zip(record.seats, results, strict=True))
    ]


def _deeds(record: Record) -> list[tuple[RecordedStep, Deed]]:
    """What administrators did, in order."""
    return [(step, deed_of(step.action)) for step in record.steps if step.kind == "admin"]


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
