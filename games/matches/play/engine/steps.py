"""Advance a match by one version, atomically, under its row's lock.

`services` decides what may happen; messages follow the commit (`announcements`) and may be lost.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import pushes
from games.matches import errors
from games.matches.models import Match, Seat, Step
from games.matches.play.engine import flags
from games.matches.play.engine.decision import Accepted, Decision, Following
from games.matches.play.engine.store import store_step
from games.matches.play.parts import (
    announcements,
    clock,
    downtime,
    open_request,
    request_notices,
    turn_notices,
)
from games.matches.play.parts.turn_clock import Passing
from games.matches.record import logbook, ranking, states, stored
from games.matches.record.prepared import Prepared
from games.matches.record.seal import seal_step
from games.matches.record.selectors import Snapshot
from games.matches.record.text import sentence
from games.plugin import Event, IllegalAction, line
from games.plugin.codec import digest, pack, plain
from games.plugin.model import Result
from games.protocol import standing_orders, take_backs
from games.protocol.caretakers import missed_after
from games.protocol.dealing import SeededChance
from toolbox import database_time
from toolbox.commits import after_commit
from toolbox.errors import NotFound

_RESERVED = stored.with_deals.select_for_update(of=("self",)).annotate(**downtime.heartbeat())
_LOCKED = {"public_id": Prepared(_RESERVED, "public_id"), "pk": Prepared(_RESERVED, "id")}
_SEATS = {
    "public_id": Prepared(Seat.objects.order_by("index"), "match__public_id"),
    "pk": stored.seats_now,
}


class RulesFailed(Exception):
    """The ruleset raised an error that it never should."""


@contextmanager
def one_step(**which: Any) -> Iterator[tuple[Match, list[Seat]]]:
    """Lock the match that `which` names (`public_id` or `pk`) and its seats, in one transaction.

    Raises `NotFound` if there is none. If the rules fail inside, nothing is applied, the match is
    flagged for an administrator and `Paused` is raised, or `Unreadable` if it can't even be read.
    """
    match: Match | None = None
    try:
        with database_time.measured("move"), transaction.atomic():
            match, seats = _locked(**which)
            yield match, seats
    except (RulesFailed, errors.Unreadable) as failure:
        assert match is not None
        flags.flag({match.pk: failure})
        if isinstance(failure, RulesFailed):
            raise errors.Paused from failure
        raise errors.Unreadable from failure


def _locked(**which: Any) -> tuple[Match, list[Seat]]:
    ((field, value),) = which.items()
    found = _LOCKED[field](value)
    if not found:
        raise NotFound(_("There is no such match."))
    seats = _SEATS[field](value)  # under the lock
    return stored.with_deal(found[0]), seats


@contextmanager
def blaming_the_rules() -> Iterator[None]:
    """Raise `RulesFailed` for any error but refusals and `states.NOT_THE_RULES`."""
    try:
        yield
    except states.NOT_THE_RULES:
        raise
    except Exception as error:
        raise RulesFailed from error


def chance_of(match: Match) -> SeededChance:
    return SeededChance(bytes(match.deal.seed), dict(match.chance_counters))


def act(match: Match, seats: Sequence[Seat], decision: Decision) -> Accepted:
    assert decision.seat is not None
    chance = chance_of(match)
    with blaming_the_rules():
        state = states.current_state(match)
        asked = states.decisions(match, state)
        turn = states.turn_of(match, state)
        if not asked[decision.seat][1]:
            raise errors.NotYourTurn
        events = _apply(match, seats, state, decision, chance)
    following = Following(
        state,
        asked,
        chance,
        base=match.version,
        reach=_reach(match, seats, decision, chance, events),
        events=events,
        turn=turn,
    )
    return commit_step(match, seats, decision, following)


def _apply(
    match: Match, seats: Sequence[Seat], state: Any, decision: Decision, chance: SeededChance
) -> Any:
    assert decision.seat is not None
    try:
        return match.ruleset.apply_action(state, decision.seat, decision.action, chance)
    except IllegalAction as refusal:
        reason = line(match.ruleset.refusals[refusal.code], **refusal.params)
        names = [seat.name for seat in seats]
        raise errors.Illegal(sentence(reason, names), refusal.code) from refusal


def _reach(
    match: Match,
    seats: Sequence[Seat],
    decision: Decision,
    chance: SeededChance,
    events: Sequence[Event],
) -> take_backs.Reach:
    index, seat = match.version + 1, decision.seat
    assert seat is not None
    if not take_backs.may_be_taken_back(decision.kind, decision.actor, chance.outcomes, events):
        return take_backs.after_barrier(index)
    return take_backs.after_action(
        take_backs.reach_of(match.undo), index, seat, seats[seat].deadline
    )


def commit_step(
    match: Match, seats: Sequence[Seat], decision: Decision, following: Following
) -> Accepted:
    """Store a decision, its position and standing orders' answers: a match moves only by this."""
    owed = [seat.owes for seat in seats]
    now = decision.at or timezone.now()
    step = _move(match, seats, decision, following, now)
    # The events of an undo are those of the step taken back.
    events = [] if decision.kind == Step.Kind.UNDO else [following.events]
    if standing_orders.may_raise_question(decision.kind, plain(decision.action)):
        events += _apply_standing_orders(match, seats, following.state, now)
    if hold := _hold(match, seats, events):
        _wake_later(match, seats, now + timedelta(seconds=hold))
    if until := open_request.computers_wait_until(match):
        _wake_later(match, seats, until)
    shown = Snapshot(match, list(seats), following.state, match.version)
    turned = _turned(decision, seats, owed)
    after_commit(lambda: announcements.announce_step(shown, turned, hold=hold))
    return Accepted(step.index, decision.client_id)


def _hold(match: Match, seats: Sequence[Seat], all_events: Sequence[Sequence[Event]]) -> float:
    """The seconds that a computer player waits so that all can see these steps."""
    if not any(seat.owes and seat.plays_itself for seat in seats):
        return 0.0
    return sum(logbook.hold_of(match.ruleset, events) for events in all_events)


def _wake_later(match: Match, seats: Sequence[Seat], since: datetime) -> None:
    """Keep the sweeper from treating a computer turn that waits until `since` as lost."""
    if match.wake_at is not None:
        match.wake_at = clock.next_wake(seats, since)
        Match.objects.filter(pk=match.pk).update(wake_at=match.wake_at)


def _apply_standing_orders(
    match: Match, seats: Sequence[Seat], state: Any, now: datetime
) -> list[Sequence[Event]]:
    """Apply standing orders' answers at once, changing `state`; return the events of each."""
    all_events: list[Sequence[Event]] = []
    for _answer in range(standing_orders.MOST_ANSWERS):
        due = _due(match, seats, state)
        if due is None:
            break
        seat, action = due
        chance = chance_of(match)
        with blaming_the_rules():
            asked = states.decisions(match, state)
            turn = states.turn_of(match, state)
            events = match.ruleset.apply_action(state, seat, action, chance)
        reach = take_backs.after_barrier(match.version + 1)
        following = Following(state, asked, chance, match.version, reach, events=events, turn=turn)
        _move(match, seats, Decision(seat, action, standing_orders.ACTOR), following, now)
        all_events.append(events)
    return all_events


def _due(match: Match, seats: Sequence[Seat], state: Any) -> standing_orders.Answer | None:
    """The next answer of a standing order; a computer player's seat has none."""
    waiting = [seat for seat in seats if seat.waits_for_person and seat.order is not None]
    orders = {seat.index: seat.order for seat in waiting}
    if not orders or not match.running or match.paused:
        return None
    with blaming_the_rules():
        return standing_orders.next_answer(match.ruleset, state, orders)


def _move(
    match: Match, seats: Sequence[Seat], decision: Decision, following: Following, now: datetime
) -> Step:
    owed = [seat.owes for seat in seats]
    with blaming_the_rules():
        changed = _update_seats(match, seats, decision, following, now)
        passing = Passing(following.turn, states.turn_of(match, following.state))
    previous = match.last_hash
    hashed = digest(following.state), match.ruleset.meta.state_schema
    step = _step(match, decision, following.base, hashed, now)
    step.outcomes, step.events = plain(following.chance.outcomes), plain(following.events)
    seal_step(step, previous=previous)
    with downtime.forgiven(match, seats, now) as owed_time:
        restored = following.deadline and following.deadline + owed_time
        ticked = clock.run_on(match, seats, step, now, restored, passing)
        step.banks = clock.banks(match, seats, now)
    ticked += _count_missed(seats, step)
    ticked += [
        seat for seat in seats if seat.notified_version is not None and not seat.waits_for_person
    ]
    changed += [seat for seat in ticked if seat not in changed]
    turn_notices.schedule(match, step, now, seats, changed if match.running else seats, owed)
    if decision.user_id in {seat.user_id for seat in seats if seat.user_id}:
        open_request.settle_still(match, seats, now)
        match.acted_by_id, match.acted_at = decision.user_id, now
    _take(match, following)
    match.unranked = match.unranked or ranking.why_not(
        seats=len(seats), kind=decision.kind, actor=decision.actor, by_token=decision.by_token
    )
    store_step(match, seats, changed, step, now)
    request_notices.follow(match, seats, step)
    after_commit(lambda: logbook.note(step, previous))
    return step


def _count_missed(seats: Sequence[Seat], step: Step) -> list[Seat]:
    """Count a missed deadline, or forgive earlier ones; return the seat if it changed."""
    if step.seat is None:
        return []
    seat = seats[step.seat]
    missed = missed_after(seat.missed, kind=step.kind, actor=step.actor)
    changed = [seat] if missed != seat.missed else []
    seat.missed = missed
    return changed


def _turned(decision: Decision, seats: Sequence[Seat], owed: Sequence[bool]) -> set[int]:
    """The users who decided, and those whose turn it has become or no longer is."""
    changed = {
        seat.user_id for seat, before in zip(seats, owed, strict=True) if seat.owes != before
    }
    return {pk for pk in changed | {decision.user_id} if pk is not None}


def close(match: Match, seats: Sequence[Seat], decision: Decision) -> Accepted:
    """Void the locked match where it stands, without asking the rules, which may be broken."""
    waiting = [seat.user_id for seat in seats if seat.owes and seat.user_id]
    for seat in seats:
        seat.owes, seat.outcome, seat.rank, seat.score = False, "", None, None
    match.status, match.paused, match.result = Match.Status.VOIDED, "", None
    return stand_still(match, seats, decision, waiting)


def stand_still(
    match: Match, seats: Sequence[Seat], decision: Decision, told: Collection[int]
) -> Accepted:
    """Store a step that doesn't change the position, without asking the rules.

    No clock runs after it: the match is over, or paused. `told`: user ids whose desks it changes.
    """
    hashed = match.steps.values_list("state_hash", "state_schema").get(index=match.version)
    now = decision.at or timezone.now()
    step = _step(match, decision, match.version, hashed, now)
    seal_step(step, previous=match.last_hash)
    with downtime.forgiven(match, seats, now):
        frozen = clock.freeze(seats, now)
        step.banks = clock.banks(match, seats, now)
    match.undo = plain(take_backs.after_barrier(step.index))
    own = [seat for seat in seats if seat.index == decision.seat and seat not in frozen]
    store_step(match, seats, [*frozen, *own], step, now)
    request_notices.follow(match, seats, step)
    after_commit(announcements.push, match.public_id, match.version, fresh=True)
    after_commit(pushes.desks, told)
    return Accepted(match.version, decision.client_id)


def _step(
    match: Match, decision: Decision, base: int, hashed: tuple[str, int], now: datetime
) -> Step:
    """The step, still without its hash. `hashed`: the hash of the state, and its schema.

    Its time is never before that of the step before it, even if the system clock was set back: no
    verifier accepts that.
    """
    return Step(
        match=match,
        index=match.version + 1,
        base=base,
        kind=decision.kind,
        seat=decision.seat,
        actor=decision.actor,
        user_id=decision.user_id,
        action=plain(decision.action),
        state_hash=hashed[0],
        state_schema=hashed[1],
        client_id=decision.client_id,
        payload_hash=digest(decision.action),
        at=max(now, match.stepped_at or match.started_at),
    )


def _update_seats(
    match: Match, seats: Sequence[Seat], decision: Decision, following: Following, now: datetime
) -> list[Seat]:
    """Update the decisions that seats owe; return the seats that changed."""
    coming = Snapshot(match, list(seats), following.state, match.version + 1)
    owing, result = coming.active_seats, coming.result
    answers = states.decisions(match, following.state)
    changed = []
    for seat in seats:
        owes = seat.index in owing
        acted = seat.index == decision.seat and decision.kind in ranking.MOVES
        if owes != seat.owes or acted:
            seat.owes_since = now if owes else None
        if owes != seat.owes or answers[seat.index] != following.asked[seat.index]:
            seat.owes, seat.decision_version = owes, match.version + 1
            changed.append(seat)
    if result is not None:
        end(coming, result)
    return changed


def end(ended: Snapshot, result: Result) -> None:
    """Store the result in the match and its seats."""
    for seat in ended.seats:
        own = result.seats[seat.index]
        seat.outcome, seat.rank, seat.score = own.outcome, own.rank, own.score
    _keep_statistics(ended)
    ended.match.result = plain(result)
    ended.match.status, ended.match.paused = Match.Status.FINISHED, ""


def _keep_statistics(ended: Snapshot) -> None:
    """Store the ruleset's figures for profiles, if the rules ended the match or a run is scored."""
    if not ended.gone or ended.game.meta.scored:
        figures_of_seats = ended.game.statistics(ended.state).get("seats", ())
        for seat, figures in zip(ended.seats, figures_of_seats, strict=False):
            seat.statistics = plain(figures)


def _take(match: Match, following: Following) -> None:
    match.state = pack(following.state)
    match.state_schema = match.ruleset.meta.state_schema
    match.chance_counters = following.chance.counters
    match.undo = plain(following.reach)
