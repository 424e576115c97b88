"""The frame of every change of a table: lock its row first; count and announce last."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.matches.models import Match
from lobby.models import RatingChange, Table, TableSeat
from lobby.ratings import selectors as ratings
from lobby.tables import announcements
from toolbox import limits
from toolbox.commits import after_commit
from toolbox.errors import Conflict, Forbidden, NotFound, TooMany


@contextmanager
def changing(table: Table) -> Iterator[tuple[Table, list[TableSeat]]]:
    """Lock an open table and its seats for one transaction; store and announce the changes.

    The block saves the seats that it alters. Raises Conflict: `started`, `closed`.
    """
    with transaction.atomic():
        fresh, seats = locked(table)
        check_open(fresh)
        yield fresh, seats
        store(fresh, seats)


def locked(table: Table) -> tuple[Table, list[TableSeat]]:
    """The table as it is now, locked until the transaction ends, and its seats. Raises NotFound."""
    rows = Table.objects.select_for_update(of=("self",)).select_related("host", "deal", "match")
    fresh = rows.filter(pk=table.pk).first()
    if fresh is None:
        raise NotFound(_("There is no such table."))
    return fresh, list(fresh.seats.select_related("user"))


def store(table: Table, seats: list[TableSeat]) -> None:
    """Store counts and countdown, and announce the change after the commit."""
    table.touched_at = timezone.now()
    table.size = len(seats)
    table.free = sum(seat.is_free for seat in seats)
    table.ai_seats = sum(bool(seat.ai_level) for seat in seats)
    if table.rated:
        table.rating = ratings.mean_of(table, seats)
    full = table.status == Table.Status.OPEN and not table.free
    table.held = table.held and full
    if not full or table.held:
        table.starts_at = None
    elif table.starts_at is None:
        wait = timedelta(seconds=settings.TABLE_COUNTDOWN_SECONDS)
        table.starts_at = table.touched_at + wait
        after_commit(announcements.queue_start, table.pk)
    table.save()
    after_commit(announcements.changed, table.public_id)


def renew_ratings(*, match_id: UUID) -> None:
    """Store the mean ratings of the open tables of people whose ratings a match has changed.

    These people played in it, or in later matches, which may have been counted anew.
    """
    match = Match.objects.only("game", "finished_at").get(pk=match_id)
    later = RatingChange.objects.filter(game=match.game, ended_at__gte=match.finished_at)
    people = User.objects.filter(
        Q(pk__in=match.seats.values("user")) | Q(pk__in=later.values("user"))
    ).values("pk")
    theirs = Q(host__in=people) | Q(
        pk__in=TableSeat.objects.filter(user__in=people).values("table")
    )
    waiting = Table.objects.filter(theirs, game=match.game, rated=True, status=Table.Status.OPEN)
    for table in waiting.order_by("pk"):
        with transaction.atomic():
            fresh, seats = locked(table)
            rating = ratings.mean_of(fresh, seats)
            if fresh.rating != rating:
                Table.objects.filter(pk=fresh.pk).update(rating=rating)
                after_commit(announcements.changed, fresh.public_id)


def check_not_too_fast(scope: str, user: User) -> None:
    """Count one of the person's actions in that scope. Raises TooMany `too_fast`."""
    bucket = limits.bucket(scope, user.pk)
    if bucket is not None and not bucket.take():
        text = _("That was too fast. Wait a moment.")
        raise TooMany(text, code="too_fast", wait=bucket.wait())


def check_open(table: Table) -> None:
    """Raises Conflict: `started`, `closed`."""
    if table.status == Table.Status.STARTED:
        raise Conflict(_("This match has already begun."), code="started")
    if table.status == Table.Status.CLOSED:
        raise Conflict(_("This table is closed."), code="closed")


def check_host(table: Table, user: User) -> None:
    """Raises Forbidden: `not_the_host`."""
    if table.host_id != user.pk:
        raise Forbidden(_("Only the host of this table may do that."), code="not_the_host")


def seat_of(seats: list[TableSeat], user: User) -> TableSeat | None:
    """The person's seat."""
    return next((seat for seat in seats if seat.user_id == user.pk), None)
