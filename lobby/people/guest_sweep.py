"""Removes guests who stay away, after ending their games with computers.

As with a closed account, a name that says nothing remains in their matches. A match with other
people who still play keeps its guest.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.guests import addresses
from accounts.models import User
from games.matches.models import Match, Seat, Step
from lobby.models import Table, TableSeat
from lobby.people import account_closure
from lobby.tables.guest_share import RUNS, WAITS, begun_lately
from toolbox.errors import Refusal

log = logging.getLogger(__name__)

AT_ONCE = 50  # guests that one sweep removes


def sweep() -> None:
    """Remove guests who were away for `GUEST_DAYS`, and delete addresses that no limit needs."""
    for guest in _stale()[:AT_ONCE]:
        try:
            _remove(guest)
        except Refusal:  # a match waits for an administrator
            log.warning("guest %s can't be removed yet", guest.pk, exc_info=True)
    addresses.forget(~Exists(_tables_that_count()))


def _remove(guest: User) -> None:
    if not _stale().filter(pk=guest.pk).exists():  # they have just come back
        return
    account_closure.leave_all(guest)
    if not _running(guest.pk).exists():  # computer players may play it out first
        account_closure.erase(guest)


def _stale() -> QuerySet[User]:
    """Guests who neither visited nor moved for `GUEST_DAYS`, and play with nobody who did.

    Those away longest come first; those with a match that waits for an administrator, last.
    """
    since = timezone.now() - timedelta(days=settings.GUEST_DAYS)
    away = Q(is_guest=True, seen_at__lte=since)
    steps = Step.objects.filter(user=OuterRef("pk"), at__gt=since)
    moved = steps.exclude(kind=Step.Kind.CONTROL)  # this sweep may have resigned for them
    guests = User.objects.filter(away, ~Exists(moved), ~Exists(_shared(since)), is_active=True)
    stopped = _running(OuterRef("pk")).exclude(match__paused="")
    return guests.annotate(stopped=Exists(stopped)).order_by("stopped", "seen_at", "pk")


def _running(person: OuterRef | int) -> QuerySet[Seat]:
    """The person's seats in running matches that aren't left to computers."""
    seats = Seat.objects.filter(user=person, match__status=Match.Status.ACTIVE)
    return seats.exclude(match__paused=Match.Paused.SUSPENDED)


def _shared(since: datetime) -> QuerySet[Seat]:
    """Seats in running matches with another person who still plays and isn't away, too."""
    playing = Seat.objects.filter(user__isnull=False, resigned=None, replaced=None)
    others = playing.exclude(user__is_guest=True, user__seen_at__lte=since)
    beside = others.filter(match=OuterRef("match")).exclude(user=OuterRef("user"))
    return _running(OuterRef("pk")).filter(Exists(beside))


def _tables_that_count() -> QuerySet[Table]:
    """The tables of the outer query's guest that count for `guest_share`."""
    seated = TableSeat.objects.filter(user=OuterRef(OuterRef("pk")), table=OuterRef("pk"))
    return Table.objects.filter(begun_lately() | WAITS | RUNS).filter(Exists(seated))
