"""How a table becomes a match, or is swept away."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from accounts import notices, presence
from accounts.models import Notice, User
from accounts.prepared_queries import Due
from games.matches.play.actions import services as matches
from games.matches.play.parts import attendance
from games.matches.play.parts.forks import Beginning
from games.matches.record import match_names
from games.plugin import registry
from lobby.models import QuickTicket, Table, TableSeat
from lobby.presence import place_of_table
from lobby.ratings import selectors as ratings
from lobby.tables import forks, hosts
from lobby.tables.changes import changing, check_host, check_open, locked, store
from lobby.tables.seat_changes import check_all_can_play
from lobby.tables.selectors import playable
from toolbox.errors import Conflict, NotFound, Refusal

log = logging.getLogger(__name__)

AT_ONCE = 200  # tables a sweep looks at
FULL = gettext_noop("Your table of {game} is full, and the match has begun.")
STUCK = gettext_noop(
    "Your table of {game} can’t start: the match it continues can’t be continued anymore, or not "
    "right now."
)
CLOSED = gettext_noop("Your table of {game} was closed because nobody came for a long time.")


def start(*, table: Table, user: User, tell: bool = True) -> Table:
    """Begin the match now, and `tell` the others who sit there. Host only.

    Starting a started table again changes nothing. 409 `seats_free` until every seat is taken,
    `shut_out` while someone who can't play sits there, `rules_gone` if it continues a match whose
    rules are gone.
    """
    with transaction.atomic():
        table, seats = locked(table)
        check_host(table, user)
        if table.match_id:
            return table
        check_open(table)
        if any(seat.is_free for seat in seats):
            raise Conflict(_("There are free seats."), code="seats_free")
        check_all_can_play(seats)
        _begin(table, seats, forks.beginning_of(table))
        if tell:
            _tell_begun(table, seats, by=user.pk)
    return table


def hold(*, table: Table, user: User, hold: bool = True) -> Table:
    """Stop a full table's countdown, or (`hold` False) restart it. Host only.

    409 `seats_free` while there is no countdown. A seat that becomes free ends the hold.
    """
    with changing(table) as (table, seats):
        check_host(table, user)
        if any(seat.is_free for seat in seats):
            raise Conflict(_("There are free seats."), code="seats_free")
        table.held = hold
    return table


def start_due(*, table_pk: int) -> Table | None:
    """Begin the match of a table whose countdown has ended; None if it doesn't begin.

    A fork that can't begin is held for its host, and its people are told.
    """
    with suppress(NotFound, Conflict), transaction.atomic():
        table, seats = locked(Table(pk=table_pk))
        due = table.starts_at is not None and table.starts_at <= timezone.now()
        if table.status != Table.Status.OPEN or not due or any(seat.is_free for seat in seats):
            return None
        check_all_can_play(seats)
        try:
            goes_on = forks.beginning_of(table)
        except Refusal:
            _hold_back(table, seats)
            return None
        _begin(table, seats, goes_on)
        _tell_begun(table, seats)
        return table
    return None


@Due
def _due(now: datetime) -> QuerySet[Table, int]:
    due = Table.objects.filter(starts_at__lte=now, status=Table.Status.OPEN)
    return due.values_list("pk", flat=True)


def start_overdue() -> None:
    """Begin the matches whose queued start was lost."""
    keys = _due(timezone.now())
    due = Table.objects.filter(playable(), pk__in=keys) if keys else Table.objects.none()
    for table_pk in list(due.values_list("pk", flat=True)[:AT_ONCE]):
        with _alone(table_pk):
            start_due(table_pk=table_pk)


@contextmanager
def _alone(table_pk: int) -> Iterator[None]:
    """Keep a failure at this table from stopping the sweep of the others."""
    try:
        yield
    except DatabaseError:
        raise
    except Exception:
        log.exception("the sweep failed at table %s", table_pk)


def close_stale() -> None:
    """Close the tables that nobody has visited or changed for too long; tell their hosts."""
    now = timezone.now()
    live, others = (timedelta(minutes=minutes) for minutes in settings.TABLE_PATIENCE_MINUTES)
    forgotten = Q(pace=Table.Pace.LIVE, touched_at__lt=now - live)
    forgotten |= Q(touched_at__lt=now - others)
    stale = Table.objects.filter(forgotten, status=Table.Status.OPEN)
    for table_pk, touched_at in list(stale.values_list("pk", "touched_at")[:AT_ONCE]):
        with _alone(table_pk):
            _close(table_pk, untouched_since=touched_at)


def touch(*, public_id: str, user: User) -> None:
    """Note that the host, or a person who sits there, is looking at the table."""
    seated = TableSeat.objects.filter(user=user).values("table")
    open_one = Table.objects.filter(public_id=public_id, status=Table.Status.OPEN)
    for own in (open_one.filter(host=user), open_one.filter(pk__in=seated)):
        if own.update(touched_at=timezone.now()):
            return


def _hold_back(table: Table, seats: list[TableSeat]) -> None:
    """Stop trying to begin the match: only the host can try again, and reads why it fails."""
    table.held = True
    store(table, seats)
    for seat in seats:
        if seat.user_id is not None:
            notices.tell(
                user_id=seat.user_id,
                key=hosts.stuck(table),
                text=STUCK,
                params={"game": notices.message(registry.title_of(table.game))},
                link=reverse("lobby:table", args=[table.public_id]),
                event=notices.Event.TABLE,
            )


def _begin(table: Table, seats: list[TableSeat], goes_on: Beginning | None) -> None:
    table.match = matches.start_match(
        game=table.game,
        options=table.options,
        players=[
            matches.Player(user=seat.user, ai_level=seat.ai_level, role=seat.role) for seat in seats
        ],
        deal=table.deal,
        first=table.first,
        private=table.private,
        practice=table.practice,
        rated=table.rated,
        strength=ratings.strength_of(table, seats),
        clock=table.clock,
        absence=table.absence,
        host=table.host,
        goes_on=goes_on,
    )
    hosts.end(table, Table.Status.STARTED)
    store(table, seats)


def _tell_begun(table: Table, seats: list[TableSeat], *, by: int | None = None) -> None:
    """Tell the people who sit there and aren't looking, except `by`, who began the match.

    People from quick match keep the notice that they were seated, which now links to the match.
    """
    assert table.match is not None
    link = reverse("matches:match", args=[table.match.public_id])
    begun = attendance.beginning(table.match.public_id)
    Notice.objects.filter(key=hosts.seated(table)).update(key=begun, link=link)
    know = {by, *presence.at(place_of_table(table.public_id))}
    know.update(QuickTicket.objects.filter(table=table).values_list("user", flat=True))
    called = match_names.names_for_all(table.match, list(table.match.seats.all()))
    for seat in seats:
        if seat.user_id is None or seat.user_id in know:
            continue
        notices.tell(
            user_id=seat.user_id,
            key=begun,
            text=FULL,
            params={"game": called[seat.user_id]},
            link=link,
            event=notices.Event.TABLE,
        )


def _close(table_pk: int, *, untouched_since: datetime) -> None:
    with suppress(NotFound), transaction.atomic():
        table, seats = locked(Table(pk=table_pk))
        if table.status != Table.Status.OPEN or table.touched_at != untouched_since:
            return
        hosts.end(table, Table.Status.CLOSED)
        store(table, seats)
        notices.tell(
            user_id=table.host_id,
            key=f"stale:{table.public_id}",
            text=CLOSED,
            params={"game": registry.title_of(table.game)},
            link=reverse("lobby:new-table", args=[table.game])
            if registry.is_installed(table.game)
            else reverse("lobby:tables"),
            event=notices.Event.TABLE,
        )
