"""Celery tasks of matches: computer turns, follow-ups, and the sweep for lost work."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.prepared_queries import Due
from games.matches import errors
from games.matches.models import Match, Seat
from games.matches.play.actions import bans, computer_turns, log_texts, overdue, services
from games.matches.play.engine import flags, request_times
from games.matches.play.parts import (
    announcements,
    clock,
    downtime,
    end_notices,
    followups,
    open_request,
    turn_notices,
    waiting_turns,
)
from games.matches.play.parts.waiting_turns import Urgency
from games.matches.record import reliability, signatures, states
from toolbox.task_queue import queue

RUN_OUT = "games.matches.tasks.run_out"
LOOK = "games.matches.tasks.look"
SWEEP_AT_MOST = 200
END_AT_MOST = 20  # matches that one sweep ends
CALLS = 4  # at most, for time that runs out before the next sweep
_to_look_at = Due(request_times.due)


@shared_task(soft_time_limit=settings.AI_SECONDS + 1, time_limit=settings.AI_SECONDS + 3)
def play_ai_turn(match_id: str, version: int) -> None:
    """Take the computer decision that is next.

    The message is only a token, sent for that match at that version: a task that runs twice or
    late takes another turn, or finds none. Without a broker nothing waits: the match continues
    here.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER:
        while (made := computer_turns.take(UUID(match_id), version)) is not None:
            version = made
    else:
        _take_next(match_id, version, slow=False)


@shared_task(soft_time_limit=settings.AI_SLOW_SECONDS + 1, time_limit=settings.AI_SLOW_SECONDS + 3)
def play_slow_turn(match_id: str, version: int) -> None:
    """Take the slow computer decision that is next, as `play_ai_turn` does any other."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        play_ai_turn(match_id, version)
    else:
        _take_next(match_id, version, slow=True)


def _take_next(match_id: str, version: int, *, slow: bool) -> None:
    if not computer_turns.take_next(slow=slow):
        wait = waiting_turns.seconds_to_come(UUID(match_id), version)
        if wait is not None:  # the clocks of two machines may differ
            announcements.send_token(UUID(match_id), version, wait, slow=slow)


@shared_task
def sweep() -> None:
    """Find lost turns, lost follow-ups and time that has run out: the portal's heartbeat.

    Queues tasks for times that run out before the next sweep (`SWEEP_SECONDS`), so that no clock
    and no question lasts too long.
    """
    downtime.note()
    now = timezone.now()
    followups.send_due(now)
    _end_leftover(now)
    next_sweep = now + timedelta(seconds=settings.SWEEP_SECONDS)
    _call_to(overdue.ends_before(next_sweep), now)
    announcements.send_missing_tokens(_lost(now))
    announcements.requeue_orphans()
    for key, at in _to_look_at(next_sweep, SWEEP_AT_MOST):
        queue(LOOK, str(key), countdown=_seconds_to(at or now, now))


@Due
def _leftover(now: datetime) -> QuerySet[Match, UUID]:
    left = Match.objects.filter(paused=Match.Paused.SUSPENDED)
    return left.filter(wake_at__lte=now).order_by("wake_at").values_list("pk", flat=True)


def _end_leftover(now: datetime) -> None:
    """End matches without people that have rested for `REST_DAYS`; flag those that can't end."""
    for pk in _leftover(now, END_AT_MOST):
        try:
            services.settle(match_id=pk)
        except DatabaseError:
            raise
        except Exception as failure:  # the sweep continues with the others
            flags.flag({pk: failure}, at_rest=True)


@shared_task
def tell_turns() -> None:
    turn_notices.tell_due(timezone.now())


@Due
def _awake(now: datetime) -> QuerySet[Match]:
    due = Match.objects.filter(paused="", wake_at__lte=now)
    return due.defer("state").prefetch_related("seats").order_by("wake_at")


def _computers_owe() -> Q:
    owing = Seat.objects.filter(match=OuterRef("pk"), owes=True)
    return downtime.clocks_moved() & Q(Exists(owing.exclude(caretaker=False, ai_level="")))


def _lost(now: datetime) -> list[Match]:
    """Matches whose computer turn nobody took (a worker or the broker died)."""
    lost = []
    for match in _awake(now, SWEEP_AT_MOST, _computers_owe):
        lost += _wake(match, list(match.seats.all()), now)
    return lost


def _wake(match: Match, seats: list[Seat], now: datetime) -> list[Match]:
    """The match, if its computer turn is free to take.

    A person who has waited alone for so long gets the urgency of a table.
    """
    same = Match.objects.filter(pk=match.pk, version=match.version, paused="")
    if not any(seat.owes and seat.plays_itself for seat in seats):  # it has just been taken
        return []
    if until := open_request.computers_wait_until(match):
        same.update(wake_at=clock.next_wake(seats, until))
        return []
    watched = announcements.is_watched(match.public_id)
    urgency = waiting_turns.urgency_of(match, seats, watched=watched)
    nobodys = urgency == Urgency.NOBODY  # there may be many of them
    patience = clock.NOBODYS_PATIENCE if nobodys else clock.AI_PATIENCE
    wake_at = clock.next_wake(seats, now, patience)
    taken = match.ai_lease_until is not None and match.ai_lease_until > now
    match.turn_slow = waiting_turns.is_slow(match, seats)
    waits = same.update(
        wake_at=min(filter(None, [wake_at, match.ai_lease_until if taken else None])),
        turn_urgency=Urgency.TABLE if urgency == Urgency.ALONE else urgency,
        turn_slow=match.turn_slow,
        turn_due_at=Coalesce("turn_due_at", now),
    )
    return [match] if waits and not taken else []


def _call_to(ends: Iterable[datetime], now: datetime) -> None:
    """Queue moves for people whose time runs out then, one task per half second."""
    waits: dict[int, float] = {}
    for at in ends:
        wait = _seconds_to(at, now)
        part = min(CALLS - 1, int(wait / settings.SWEEP_SECONDS * CALLS))
        waits[part] = max(wait, waits.get(part, 0.0))
    for wait in waits.values():
        queue(RUN_OUT, countdown=wait)


def _seconds_to(at: datetime, now: datetime) -> float:
    return max(0.0, (at - now).total_seconds())


@shared_task
def run_out() -> None:
    """Make default moves for people whose time has run out, for a second. May run twice."""
    if not overdue.move_for_all():
        queue(RUN_OUT)


@shared_task
def look(match_id: str) -> None:
    """Do what is due about requests at this match. May run twice."""
    with suppress(errors.Unreadable, errors.Paused):  # then it has been flagged
        request_times.look(match_id=UUID(match_id))


@shared_task
def hand_over_of_banned(user_id: int) -> None:
    """Follow a ban: computer players look after the person's seats. May run twice."""
    bans.hand_over_seats(user_id=user_id)


@shared_task
def sweep_banned() -> None:
    """Hand over the seats whose task was lost."""
    bans.hand_over_seats()


@shared_task
def call_follow_ups(match_id: str) -> None:
    """Call all follow-ups of a match that has just ended. May run twice."""
    followups.call_all(match_id)


@shared_task
@followups.acknowledging
def tell_the_end(match_id: str) -> None:
    """A follow-up: tell the people of a match how it ended. May run twice."""
    end_notices.tell_everybody(Match.objects.defer("state").get(pk=UUID(match_id)))


@shared_task
@followups.acknowledging
def sign_record(match_id: str) -> None:
    """A follow-up: sign the match. May run twice."""
    match = Match.objects.defer("state").select_related("deal").get(pk=UUID(match_id))
    with suppress(errors.Unreadable), states.reading(match):  # signed once it can be read
        signatures.under(match)


@shared_task
@followups.acknowledging
def note_who_stayed(match_id: str) -> None:
    """A follow-up: note who stayed to the end. May run twice."""
    reliability.note(Match.objects.defer("state").get(pk=UUID(match_id)))


@shared_task
@followups.acknowledging
def keep_log_text(match_id: str) -> None:
    """A follow-up: store the log for the search. May run twice."""
    log_texts.keep(Match.objects.defer("state").get(pk=UUID(match_id)))


@shared_task
def purge_log_words(goes_on: bool = False) -> None:
    """Take words of deleted logs out of the search index. May run twice."""
    log_texts.purge_words(goes_on=goes_on)
