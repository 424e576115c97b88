"""Reads everything that the home desk shows."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import availability
from accounts.models import User
from accounts.prepared_queries import PreparedQuery
from accounts.vacations import away_until
from games.matches.models import Match
from games.plugin import registry
from lobby.clubs.selectors import clubs_of
from lobby.home import calls, own_matches, own_seats
from lobby.listing import listed, rows
from lobby.models import Club, Invitation, Membership, QuickTicket, Table, TableSeat
from lobby.quick import selectors as quick
from lobby.tables import selectors

WAITING = 12  # cards on a page of the desk
RUNNING, AT_REST, FINISHED, INVITATIONS, TABLES = 6, 3, 4, 10, 10


@dataclass(frozen=True)
class Desk:
    """The contents of the desk. A list with a count beside it holds only the first entries."""

    away_until: date | None  # the last day of the person's vacation
    calls: list[calls.Call]
    turns: own_matches.Turns
    waiting: list[own_matches.Waiting]  # on `page` of `pages`
    page: int
    pages: int
    running: list[own_matches.Running]
    running_count: int
    at_rest: list[own_matches.Running]
    at_rest_count: int
    invitations: list[dict[str, Any]]
    invited: int  # the count of invitations
    tables: list[rows.Row]
    ticket: QuickTicket | None
    finished: list[own_matches.Finished]
    known: set[str]  # the games of which they have finished a match, so that they need no guide
    clubs: list[Club]

    @property
    def has_earlier(self) -> bool:
        return self.page > 1

    @property
    def has_later(self) -> bool:
        return self.page < self.pages

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show besides finished matches."""
        matches = self.turns.count or self.running_count or self.at_rest_count
        return not (matches or self.calls or self.invitations or self.tables or self.ticket)


def desk_of(user: Any, page: int = 1) -> Desk:
    """The person's desk, with that page of the waiting matches."""
    turns = own_matches.turns(user)
    pages = max(1, -(-turns.count // WAITING))
    page = min(max(page, 1), pages)
    start = WAITING * (page - 1)
    is_invited, hosts, sits, is_queued, in_a_club = _exist(user.pk)[0]
    rows_read = selectors.invitations_of(user)[:INVITATIONS] if is_invited else ()
    invitations = [_invitation(one) for one in rows_read]
    # Before `waiting_rows`: a card that turns out to be unreadable counts here only next time.
    others = own_seats.urgencies(user.pk)
    running = [pk for urgency, pk in others if urgency == own_seats.THEIRS]
    at_rest = [pk for urgency, pk in others if urgency == own_seats.AT_REST]
    over = own_seats.over(user)
    ended = [row.seat for row in over[:FINISHED]]
    waiting = own_seats.that_wait(user, start, start + WAITING) if turns.count else []
    listed_seats = own_seats.of_keys([*running[:RUNNING], *at_rest[:AT_REST], *ended])
    own_seats.bring_everybody([*waiting, *listed_seats])
    unfinished, finished = own_matches.rows_of(listed_seats)
    vacations = availability.vacations_of([user.pk]).get(user.pk, [])
    own_tables = listed.read(selectors.own_open_tables(user)[:TABLES]) if hosts or sits else []
    return Desk(
        away_until=away_until(vacations, timezone.now()),
        calls=calls.calls_of(user),
        turns=turns,
        waiting=own_matches.waiting_rows(waiting),
        page=page,
        pages=pages,
        running=[row for row in unfinished if not row.match.paused],
        running_count=len(running),
        at_rest=[row for row in unfinished if row.match.paused],
        at_rest_count=len(at_rest),
        invitations=invitations,
        invited=len(invitations)
        if len(invitations) < INVITATIONS
        else selectors.invitations_of(user).count(),
        tables=[rows.row_of(table, mine=True) for table in own_tables],
        ticket=quick.ticket_of(user) if is_queued else None,
        finished=finished,
        known={row.game for row in over if row.status == Match.Status.FINISHED},
        clubs=list(clubs_of(user)) if in_a_club else [],
    )


def _invitation(one: Invitation) -> dict[str, Any]:
    title = _(registry.title_of(one.table.game))
    again = one.table.rematch_of_id is not None
    return {"by": one.by.name, "table": one.table, "title": title, "again": again}


def _existence(key: int) -> QuerySet[User, tuple[bool, ...]]:
    """Whether the person has invitations, hosts tables, sits at one, has a ticket, is in a club.

    Usually there are none, and one query costs less than five.
    """
    is_open = Table.Status.OPEN
    invitations = Invitation.objects.filter(user=key, declined=False, table__status=is_open)
    hosted = Table.objects.filter(host=key, status=is_open)
    seats = TableSeat.objects.filter(user=key, table__status=is_open)
    memberships = Membership.objects.filter(user=key)
    tickets = QuickTicket.objects.filter(user=key, status=QuickTicket.Status.WAITING)
    return User.objects.filter(pk=key).values_list(
        *map(Exists, (invitations, hosted, seats, tickets, memberships))
    )


_exist = PreparedQuery(_existence, -1)
