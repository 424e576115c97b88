"""Importing a record, which becomes a finished match again."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games.matches.errors import Unreadable
from games.matches.models import Checkpoint, Deal, Match, Seat, Step
from games.matches.record import gate, selectors, signatures
from games.matches.record.seal import timestamp
from games.plugin import AnyGame, Event, RecordError, UnknownRules, registry
from games.plugin.codec import canonical_json, pack, plain
from games.protocol import (
    abandonment,
    caretakers,
    forks,
    named_results,
    requests,
    resignation,
    standing,
    standing_orders,
)
from games.protocol.admin_actions import Deed, End, Replace, Void, deed_of
from games.protocol.record import Record, RecordedStep, blaming, replay
from games.protocol.requests import Answer, Ask, Request
from toolbox.errors import Conflict

Played = tuple[RecordedStep, Any, Sequence[Event]]  # a step, the state after it, its events
NO_END = "it doesn't reach an end: its match goes on, or the record was cut off"
LEEWAY = timedelta(days=1)  # by which the clock of another portal may be ahead of ours
Told = Iterator[tuple[RecordedStep, Sequence[Event]]]


def import_record(record: Record) -> Match:
    """Store a verified record as a finished match whose seats are names without accounts.

    It counts nowhere, and no follow-up runs for it. Raises `Conflict` if the match is here already,
    or shares the deal of one that isn't open; `Unreadable` without its version of the rules, which
    its positions need; `RecordError` for a record without an end, with a time in the future or an
    id in another spelling, or that the stored match wouldn't reproduce.
    """
    try:
        game = registry.get(record.game, record.rules_version)
    except UnknownRules as unknown:
        raise Unreadable from unknown
    assert record.deal.seed is not None  # it was verified
    deal_key = _deal_key(record)
    played = list(replay(game, record))
    moments = [_moment(step) for step, _, _ in played]
    now, last = timezone.now(), len(moments) - 1
    if moments[-1] > now + LEEWAY:
        raise RecordError(last, "its time is yet to come")
    seats, goes_on = _seats(record), forks.beginning(record.steps[0].action)
    voided = _is_void(record, seats)
    if record.result is None and not voided:
        raise RecordError(last, NO_END)
    with transaction.atomic():
        match = Match.objects.create(
            deal=_deal(record, deal_key, moments),
            game=record.game,
            rules_version=record.rules_version,
            state_schema=game.meta.state_schema,
            options=record.options,
            seating=plain(record.seating),
            origin_step=None if goes_on is None else goes_on.origin.step,
            opening_seats=plain(record.seats),
            status=Match.Status.VOIDED if voided else Match.Status.FINISHED,
            settled=_settled_at(record),
            decided=_decided_at(record),
            version=len(played) - 1,
            state=pack(played[-1][1]),
            last_hash=record.steps[-1].hash,
            started_at=moments[0],
            stepped_at=moments[-1],
            finished_at=moments[-1],
            imported_at=now,
            result=_result(game, record, played[-1][1], seats),
            request=plain(_agreed(record)),
        )
        for seat in seats:
            seat.match = match
        Seat.objects.bulk_create(seats)
        _store_steps(match, played, moments)
        signatures.keep_imported(match, record)
        match = Match.objects.select_related("deal").get(pk=match.pk)  # as it is stored
        if canonical_json(selectors.record_of(match)) != canonical_json(record):
            raise RecordError(None, "it can't be stored as it is written")
    return match


def _deal_key(record: Record) -> UUID:
    with suppress(ValueError):
        key = UUID(record.deal.id)
        if str(key) == record.deal.id:
            return key
    raise RecordError(None, "the deal's id isn't written as a portal writes it")


def _store_steps(match: Match, played: Sequence[Played], moments: Sequence[datetime]) -> None:
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
            state_schema=step.state_schema,
            hash=step.hash,
            at=moment,
        )
        for (step, events), moment in zip(_with_events(played), moments, strict=True)
    )
    Checkpoint.objects.bulk_create(
        Checkpoint(
            match=match, index=step.index, state_schema=match.state_schema, state=pack(state)
        )
        for step, state, _ in played
        if step.index % Checkpoint.EVERY == 0
    )


def _deal(record: Record, key: UUID, moments: Sequence[datetime]) -> Deal:
    """The record's deal: a new one, or that of other matches here."""
    assert record.deal.seed is not None
    seed = bytes.fromhex(record.deal.seed)
    known = Deal.objects.select_for_update().filter(pk=key).first()
    if known is None:
        return Deal.objects.create(id=key, seed=seed, commitment=record.deal.commitment)
    others = Match.objects.filter(deal=known)
    secret = others.filter(status=Match.Status.ACTIVE).exists()
    if secret or bytes(known.seed) != seed or gate.shut().filter(deal=known).exists():
        raise Conflict(f"The deal {record.deal.id} is that of a match here that isn't open yet.")
    # No two matches share these moments.
    if others.filter(started_at=moments[0], version=len(moments) - 1).exists():
        raise Conflict(f"The match {record.deal.id} is known here already.")
    return known


def _with_events(played: Sequence[Played]) -> Told:
    """The steps with their events; a take-back has those of the step that it takes back."""
    at: int | None = None
    known: dict[int | None, Sequence[Event]] = {}
    for step, _, events in played:
        undo = step.kind == "undo" and step.actor == "person"
        known[step.index] = known[at] if undo else events
        at = step.base if step.kind == "undo" else step.index
        yield step, known[step.index]


def _is_void(record: Record, seats: Sequence[Seat]) -> bool:
    """Whether an administrator voided the match, or all canceled it or stayed away."""
    if record.result is None and _agreed(record) is not None:
        return True
    if any(isinstance(deed, Void) for _, deed in _deeds(record)):
        return True
    if _settled_at(record) is not None:
        return record.result is None
    nobodys = [seat.is_ai or seat.replaced is not None for seat in seats]
    left = any(seat.abandoned for seat in seats)
    return left and abandonment.is_void(nobodys, _gone(seats))


def _agreed(record: Record) -> Request | None:
    """The request that ended the match by consent, whatever administrators decided later."""
    named = {step.index for step, _deed in _named(record)}
    last = next(step for step in reversed(record.steps) if step.index not in named)
    deed = requests.deed_of(last.action) if last.kind == "control" else None
    if not isinstance(deed, Ask | Answer):
        return None
    asked = record.steps[deed.to] if isinstance(deed, Answer) else last
    ask = requests.deed_of(asked.action)
    if not isinstance(ask, Ask) or ask.what not in requests.ENDINGS or asked.seat is None:
        return None
    moment = _moment(asked)
    yes = _who_agreed(record, asked.index)
    silent = tuple(seat for seat in ask.silent if seat not in yes)
    return Request(
        *(ask.what, asked.seat, asked.index, last.index, moment, moment, yes), yes, silent=silent
    )


def _who_agreed(record: Record, asked: int) -> tuple[int, ...]:
    """The seats that answered the request of that step, which was granted: all said yes."""
    return tuple(
        sorted(
            step.seat
            for step in record.steps[asked:]
            if step.seat is not None
            and step.kind == "control"
            and isinstance(deed := requests.deed_of(step.action), Answer)
            and deed.to == asked
        )
    )


def _decided_at(record: Record) -> int | None:
    named = _named(record)
    return named[-1][0].index if named and record.result is not None else None


def _settled_at(record: Record) -> int | None:
    agreed = _agreed(record)
    if agreed is not None and agreed.what == "end" and record.result is not None:
        return agreed.newest
    last = [s.index for s in record.steps if s.kind == "control" and standing.settles(s.action)]
    return last[0] if last else None


def _gone(seats: Sequence[Seat]) -> list[int]:
    went = [(seat.resigned, seat.index) for seat in seats if seat.resigned is not None]
    return [index for _step, index in sorted(went)]


def _result(game: AnyGame, record: Record, state: Any, seats: Sequence[Seat]) -> Any:
    """The result in today's words, which may differ from the record's."""
    if record.result is None:
        return None
    options = msgspec.convert(record.options, game.Options)
    form = game.format(options, record.seating.count).seated(record.seating.roles)
    if named := _named(record):
        return plain(named_results.result(form, named[-1][1]))
    return plain(
        standing.result_of_match(
            game,
            form,
            state,
            _gone(seats),
            settled=_settled_at(record) is not None,
            agreed=_agreed(record) is not None,
            forfeited=[seat.index for seat in seats if seat.forfeited],
        )
    )


def _seats(record: Record) -> list[Seat]:
    taken = {
        step.seat: (step.index, deed.level)
        for step, deed in _deeds(record)
        if isinstance(deed, Replace)
    }
    orders = standing_orders.latest(record.steps)
    absence = caretakers.absence(record.steps)
    ends = {seat: record.steps[at] for seat, at in absence.gave_up.items()}
    went = {seat: end.index for seat, end in ends.items() if resignation.gives_up(end.action)}
    late = {seat for seat, end in ends.items() if end.actor == caretakers.CLOCK}
    left = {seat: end.index for seat, end in ends.items() if seat not in went}
    results = record.result["seats"] if record.result else [{}] * len(record.seats)
    return [
        Seat(
            index=index,
            name=seat.name or f"left-{seat.sealed[:10]}",
            ai_level=taken.get(index, (0, seat.player.partition(":")[2]))[1],
            resigned=went.get(index),
            forfeited=index in late,
            replaced=taken[index][0] if index in taken else left.get(index),
            caretaker=index in left or index in absence.away,
            order=orders.get(index),
            outcome=own.get("outcome") or "",
            rank=own.get("rank"),
            score=own.get("score"),
        )
        for index, (seat, own) in enumerate(zip(record.seats, results, strict=True))
    ]


def _deeds(record: Record) -> list[tuple[RecordedStep, Deed]]:
    return [(step, deed_of(step.action)) for step in record.steps if step.kind == "admin"]


def _named(record: Record) -> list[tuple[RecordedStep, End]]:
    return [(step, deed) for step, deed in _deeds(record) if isinstance(deed, End)]


def _moment(step: RecordedStep) -> datetime:
    with blaming(step.index):
        moment = datetime.fromisoformat(step.at).astimezone(UTC)
        if timestamp(moment) != step.at:
            raise RecordError(step.index, "its time isn't written as a portal writes it")
        return moment
