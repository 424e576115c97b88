"""The only ways in which a match moves.

Everything happens under the lock of the match's row; what is told to others follows the commit
(`announcing`) and may be lost. How a match begins stands in `opening`.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import NotFound, NotLoggedIn, Refusal
from games.matches import announcing, clock, errors, states
from games.matches.models import Checkpoint, Match, Seat, Step
from games.matches.opening import Player, open_deal, start_match
from games.matches.sealing import seal_step
from games.matches.selectors import Snapshot
from games.matches.text import sentence
from games.plugin import IllegalAction, SeededChance, line
from games.plugin.codec import digest, pack, plain

__all__ = ["Accepted", "Player", "open_deal", "start_match", "submit_action", "submit_ai_action"]

log = logging.getLogger(__name__)

MAX_VERSION = 2**31 - 1


@dataclass(frozen=True)
class Accepted:
    """The answer to an action: the version it made. `repeated`: it had been accepted before."""

    version: int
    client_id: str | None = None
    repeated: bool = False


@dataclass(frozen=True)
class _Decision:
    """One action on its way into the record."""

    seat: int
    action: Any
    actor: str
    user_id: int | None = None
    client_id: str | None = None
    kind: Step.Kind = Step.Kind.ACTION


class _RulesFailed(Exception):
    """The ruleset raised something it never should."""


def submit_action(
    *, public_id: str, user: Any, action: Any, version: Any, client_id: Any = None
) -> Accepted:
    """A person's move, from the plain JSON values they sent.

    `version` is the one they looked at. The same `client_id` again gets the first answer again.
    Raises, in this order: `NotLoggedIn`, `NotFound`, `NotYourSeat`, `Malformed`, `ClientIdTaken`,
    `Over`, `Paused`, `FutureVersion`, `Stale`, `NotYourTurn`, `Illegal`; then nothing has changed.
    """
    if not user.is_authenticated:
        raise NotLoggedIn(_("Log in to play."))
    try:
        with transaction.atomic():
            match, seats = _locked(public_id=public_id)
            seat = next((seat for seat in seats if seat.user_id == user.pk), None)
            if seat is None:
                raise _not_seated(match)
            chosen = _decoded(match, action)
            version, client_id = _checked_version(version), _checked_client_id(client_id)
            if client_id and (earlier := _earlier(match, seat, client_id, chosen)):
                return earlier
            _check_version(match, seat, version)
            decision = _Decision(seat.index, chosen, "person", user.pk, client_id)
            return _advance(match, seats, decision)
    except _RulesFailed as failure:
        raise _flagged(public_id, failure) from failure


def submit_ai_action(
    *, match_id: UUID, seat: int, epoch: int, version: int, action: Any
) -> Accepted | None:
    """A computer player's move; None if the match or the seat has changed since it was asked."""
    public_id = ""
    try:
        with transaction.atomic():
            match, seats = _locked(pk=match_id)
            public_id = match.public_id
            current = (match.version, match.running, match.paused, seats[seat].epoch)
            if current != (version, True, "", epoch):
                return None
            return _advance(match, seats, _Decision(seat, action, f"ai:{seats[seat].ai_level}"))
    except _RulesFailed as failure:
        raise _flagged(public_id, failure) from failure


def _locked(**which: Any) -> tuple[Match, list[Seat]]:
    match = (
        Match.objects.select_for_update(of=("self",)).select_related("deal").filter(**which).first()
    )
    if match is None:
        raise NotFound(_("There is no such match."))
    return match, list(match.seats.all())


def _not_seated(match: Match) -> Exception:
    if match.visibility == Match.Visibility.PRIVATE:
        return NotFound(_("There is no such match."))
    return errors.NotYourSeat()


def _decoded(match: Match, action: Any) -> Any:
    try:
        return msgspec.convert(action, match.ruleset.Action)
    except (msgspec.ValidationError, UnicodeError, RecursionError) as error:
        raise errors.Malformed(str(error)) from error


def _checked_version(version: Any) -> int:
    if type(version) is not int or not 0 <= version <= MAX_VERSION:
        raise errors.Malformed(_("The version must be a whole number."))
    return version


def _checked_client_id(client_id: Any) -> str | None:
    if client_id in (None, ""):
        return None
    if not isinstance(client_id, str) or len(client_id) > 64 or not client_id.isprintable():
        raise errors.Malformed(_("A client_id is a text of at most 64 characters."))
    return client_id


def _earlier(match: Match, seat: Seat, client_id: str, action: Any) -> Accepted | None:
    step = match.steps.filter(seat=seat.index, client_id=client_id).first()
    if step is None:
        return None
    if step.payload_hash != digest(action):
        raise errors.ClientIdTaken
    return Accepted(step.index, client_id, repeated=True)


def _check_version(match: Match, seat: Seat, version: int) -> None:
    if not match.running:
        raise errors.Over
    if match.paused:
        raise errors.Paused
    if version > match.version:
        raise errors.FutureVersion(match.version)
    if version < seat.decision_version:
        raise errors.Stale(match.version)


def _advance(match: Match, seats: Sequence[Seat], decision: _Decision) -> Accepted:
    """Apply one decision to the locked match and store everything that follows from it."""
    chance = SeededChance(bytes(match.deal.seed), dict(match.chance_counters))
    try:
        state = states.current_state(match)
        asked = states.decisions(match, state)
        if not asked[decision.seat][1]:
            raise errors.NotYourTurn
        events = _apply(match, state, decision, chance)
        changed = _update_seats(match, seats, state, asked)
    except Refusal:
        raise
    except Exception as error:
        raise _RulesFailed from error
    now = timezone.now()
    step = seal_step(
        Step(
            match=match,
            index=match.version + 1,
            base=match.version,
            kind=decision.kind,
            seat=decision.seat,
            actor=decision.actor,
            user_id=decision.user_id,
            action=plain(decision.action),
            outcomes=plain(chance.outcomes),
            events=plain(events),
            state_hash=digest(state),
            client_id=decision.client_id,
            payload_hash=digest(decision.action),
            at=now,
        ),
        previous=match.last_hash,
    )
    _store(match, seats, changed, step, state, chance)
    shown = Snapshot(match, list(seats), state, match.version)
    transaction.on_commit(lambda: announcing.moved(shown), robust=True)
    return Accepted(match.version, decision.client_id)


def _apply(match: Match, state: Any, decision: _Decision, chance: SeededChance) -> Any:
    try:
        return match.ruleset.apply_action(state, decision.seat, decision.action, chance)
    except IllegalAction as refusal:
        reason = line(match.ruleset.refusals[refusal.code], **refusal.params)
        names = [seat["name"] for seat in match.opening_seats]
        raise errors.Illegal(sentence(reason, names), refusal.code) from refusal


def _update_seats(
    match: Match, seats: Sequence[Seat], state: Any, asked: Sequence[Any]
) -> list[Seat]:
    """Bring what the seats owe up to date; returns those that changed."""
    owing = match.ruleset.active_seats(state)
    answers = states.decisions(match, state)
    result = match.ruleset.result(state)
    changed = []
    for seat in seats:
        owes = seat.index in owing
        if owes != seat.owes or answers[seat.index] != asked[seat.index]:
            seat.owes, seat.decision_version = owes, match.version + 1
            changed.append(seat)
        if result is not None:
            own = result.seats[seat.index]
            seat.outcome, seat.rank, seat.score = own.outcome, own.rank, own.score
    if result is not None:
        match.result = plain(result)
        match.status = Match.Status.FINISHED
    return changed


def _store(
    match: Match,
    seats: Sequence[Seat],
    changed: Sequence[Seat],
    step: Step,
    state: Any,
    chance: SeededChance,
) -> None:
    match.state = pack(state)
    match.state_schema = match.ruleset.meta.state_schema
    match.version = step.index
    match.last_hash = step.hash
    match.chance_counters = chance.counters
    match.ai_lease_until = None
    match.wake_at = clock.next_wake(seats, step.at) if match.running else None
    match.finished_at = None if match.running else step.at
    step.save(force_insert=True)
    fields = (
        "state",
        "state_schema",
        "version",
        "last_hash",
        "chance_counters",
        "ai_lease_until",
        "wake_at",
        "finished_at",
        "status",
        "result",
    )
    swapped = Match.objects.filter(pk=match.pk, version=step.index - 1).update(
        **{field: getattr(match, field) for field in fields}
    )
    if not swapped:  # the lock makes this impossible; a database that doesn't lock is caught here
        raise errors.Stale(match.version)
    _store_seats(match, seats, changed)
    if step.index % Checkpoint.EVERY == 0:
        Checkpoint.objects.create(
            match=match, index=step.index, state_schema=match.state_schema, state=match.state
        )


def _store_seats(match: Match, seats: Sequence[Seat], changed: Sequence[Seat]) -> None:
    """One statement, whatever has changed. (`bulk_update` would cost as much as all the rest.)"""
    if not match.running:
        Seat.objects.bulk_update(seats, ["owes", "decision_version", "outcome", "rank", "score"])
    elif changed:
        owing = Q(index__in=[seat.index for seat in seats if seat.owes])
        match.seats.filter(index__in=[seat.index for seat in changed]).update(
            owes=ExpressionWrapper(owing, BooleanField()), decision_version=match.version
        )


def _flagged(public_id: str, failure: _RulesFailed) -> errors.Paused:
    """Stop a match whose rules broke, for an administrator to look at; nothing was applied."""
    log.error("match %s is flagged: its rules failed", public_id, exc_info=failure)
    Match.objects.filter(public_id=public_id).update(paused=Match.Paused.FLAGGED, wake_at=None)
    match = Match.objects.get(public_id=public_id)
    announcing.push(public_id, match.version, fresh=True)
    return errors.Paused()
