"""Waiting computer turns, and which is next.

A waiting turn is stored with its match: its urgency (`turn_urgency`) and since when it waits
(`turn_due_at`, for a watched match a moment ahead). A message on the queue `ai` is only a token,
«take the next turn»: the sweeper replaces a lost one, and a superfluous one does nothing.
Slow turns (`turn_slow`) wait in the queue `ai-slow`, beside the others.
A process has a lease on the turn it takes: no other thinks about it before the lease runs out or
the process is dead. The next turn is the most urgent one, of the person served least recently
(`Served`), in their match served least recently, so that someone with many matches delays
others only by the turns already in progress.
"""

import os
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from pathlib import Path
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Min, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.prepared_queries import Due
from games.matches.models import Match, Seat, Served
from games.matches.play.parts import absence, clock

THERE = timedelta(minutes=3)  # how long a person counts as there after acting
EARLY = timedelta(milliseconds=50)  # how much too soon a token may come
QUEUES = {"ai": False, "ai-slow": True}  # whether their turns are slow


class Urgency(IntEnum):
    """How urgent a computer's turn is; the smaller number goes first."""

    TABLE = 1  # several people play, and one of them is there
    ALONE = 2  # a person plays against computers, and is there
    NOBODY = 3  # nobody has been there for a while, or all have left


@dataclass(frozen=True)
class Turn:
    """A computer's turn that this process has leased."""

    match_id: UUID
    version: int
    urgency: Urgency
    slow: bool = False


@dataclass(frozen=True)
class Load:
    """Due turns: how many wait for people who are there, for how long, and how many for nobody."""

    people: int
    nobody: int
    waited: float


def urgency_of(match: Match, seats: Iterable[Seat], *, watched: bool) -> Urgency:
    """How urgent the match's computer turn is. `watched`: someone has its page open."""
    people = sum(not seat.plays_itself for seat in seats)
    present = watched or (match.acted_at is not None and timezone.now() - match.acted_at < THERE)
    if not people or not present:
        return Urgency.NOBODY
    return Urgency.TABLE if people > 1 else Urgency.ALONE


def is_slow(match: Match, seats: Iterable[Seat]) -> bool:
    """Whether the computer that is next belongs to the queue `ai-slow`; never raises."""
    game = match.known_rules
    seat = next((seat for seat in seats if seat.owes and seat.plays_itself), None)
    if game is None or seat is None:
        return False
    with suppress(msgspec.ValidationError):  # the process that takes the turn flags the match
        return absence.level_of(seat, game, match.absence) in settings.AI_SLOW
    return False


def schedule(match: Match, urgency: Urgency, *, slow: bool = False, after: float = 0.0) -> bool:
    """Queue the computer's turn for `after` seconds from now; False if it waits or is past."""
    due = timezone.now() + timedelta(seconds=after)
    waits = Match.objects.filter(
        pk=match.pk, version=match.version, status=Match.Status.ACTIVE, paused="", turn_due_at=None
    )
    return bool(waits.update(turn_urgency=urgency, turn_slow=slow, turn_due_at=due))


def take(match_id: UUID, version: int) -> Turn | None:
    """Take this turn, due or not; None if it is taken or the match has moved on."""
    now = timezone.now()
    stored = Match.objects.filter(pk=match_id).values_list("turn_urgency", "turn_slow").first()
    urgency, slow = stored or (None, False)
    turn = Turn(match_id, version, Urgency(urgency or Urgency.ALONE), slow)
    return turn if _lease(turn, now) else None


def take_next(*, slow: bool = False) -> Turn | None:
    """Take the next turn of that queue; None if none is due."""
    while True:
        now = timezone.now()
        due = _due(now, slow).annotate(served=Subquery(_served)).order_by(*_FAIR)
        first = due.values_list("pk", "version", "turn_urgency", "acted_by").first()
        if first is None:
            return None
        match_id, version, urgency, person = first
        turn = Turn(match_id, version, Urgency(urgency or Urgency.ALONE), slow)
        with transaction.atomic():
            if _lease(turn, now):  # else another process was quicker: try the next turn
                _note_served(person, now)
                return turn


_served = Served.objects.filter(person=OuterRef("acted_by")).values("at")
_FAIR = (
    "turn_urgency",
    F("served").asc(nulls_first=True),
    F("turn_served_at").asc(nulls_first=True),
    "turn_due_at",
    "pk",
)


def _due(now: datetime, slow: bool) -> QuerySet[Match]:
    """The matches whose computer turn is due and not taken, in that queue."""
    free = Q(ai_lease_until=None) | Q(ai_lease_until__lt=now)
    playing = Match.objects.filter(status=Match.Status.ACTIVE, paused="")
    return playing.filter(free, turn_due_at__lte=now + EARLY, turn_slow=slow)


def _lease(turn: Turn, now: datetime) -> bool:
    free = Q(ai_lease_until=None) | Q(ai_lease_until__lt=now)
    waiting = Match.objects.filter(
        free, pk=turn.match_id, version=turn.version, status=Match.Status.ACTIVE, paused=""
    )
    lease = now + (clock.SLOW_LEASE if turn.slow else clock.AI_LEASE)
    return bool(
        waiting.update(ai_lease_until=lease, ai_lease_by=_this_process(), turn_served_at=now)
    )


def _note_served(person: int | None, now: datetime) -> None:
    if person is not None:
        Served.objects.bulk_create(
            [Served(person_id=person, at=now)],
            update_conflicts=True,
            unique_fields=["person"],
            update_fields=["at"],
        )


def seconds_to_come(match_id: UUID, version: int) -> float | None:
    """The seconds until a waiting turn is due; None if it is due, or gone."""
    now = timezone.now()
    due = Match.objects.filter(pk=match_id, version=version, turn_due_at__gt=now)
    at = due.values_list("turn_due_at", flat=True).first()
    return None if at is None else (at - now).total_seconds()


_LEASED = ("pk", "version", "turn_slow", "ai_lease_by")
_leased = Due(lambda now: Match.objects.filter(ai_lease_until__gt=now).only(*_LEASED))


def free_of_the_dead() -> list[Match]:
    """Free the turns of this machine's processes that have died; return their matches."""
    freed = []
    for match in _leased(timezone.now()):
        machine, _slash, pid = match.ai_lease_by.rpartition("/")
        if machine == _machine() and not _lives(int(pid)):
            same = Match.objects.filter(pk=match.pk, ai_lease_by=match.ai_lease_by)
            if same.update(ai_lease_until=None, ai_lease_by=""):
                freed.append(match)
    return freed


def _machine() -> str:
    return socket.gethostname()[:80]


def _this_process() -> str:
    return f"{_machine()}/{os.getpid()}"


def _lives(pid: int) -> bool:
    """Whether the process runs; a zombie doesn't."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat").read_text()
    except ProcessLookupError:
        return False
    except OSError:  # another user's, or a system without /proc
        return True
    return status.rpartition(")")[2].split()[0] not in "ZX"


def any_waits(slow: bool) -> bool:
    return _due(timezone.now(), slow).exists()


def waiting_beside(urgency: Urgency, slow: bool) -> int:
    """The number of due turns of that queue that are at least as urgent."""
    return _due(timezone.now(), slow).filter(turn_urgency__lte=urgency).count()


def being_thought_about(slow: bool) -> int:
    return Match.objects.filter(ai_lease_until__gt=timezone.now(), turn_slow=slow).count()


def load(slow: bool) -> Load:
    """The present load of that queue, for operators."""
    somebody, now = Q(turn_urgency__lt=Urgency.NOBODY), timezone.now()
    found = _due(now, slow).aggregate(
        people=Count("pk", filter=somebody),
        nobody=Count("pk", filter=~somebody),
        since=Min("turn_due_at", filter=somebody),
    )
    since = found.pop("since")
    return Load(**found, waited=max(0.0, (now - since).total_seconds()) if since else 0.0)
