"""The home desk: everything that is a person's own, on one page."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import availability
from accounts.vacations import away_until
from games.plugin import registry
from lobby.home import calls, own_matches, own_seats
from lobby.listing import listed, rows
from lobby.models import Invitation, QuickTicket
from lobby.tables import selectors

WAITING = 12  # cards on a page of the desk
RUNNING, AT_REST, FINISHED, INVITATIONS, TABLES = 8, 4, 5, 10, 10


@dataclass(frozen=True)
class Desk:
    """What the desk holds. `pages` are of the matches that wait, `page` is the one shown.

    `away_until` is the last day of the person's vacation, if they are on one. Of the matches that
    run for others and of those at rest the lists show the first.
    """

    away_until: date | None
    calls: list[calls.Call]
    turns: own_matches.Turns
    waiting: list[own_matches.Waiting]
    page: int
    pages: int
    running: list[own_matches.Running]
    running_count: int
    at_rest: list[own_matches.Running]
    at_rest_count: int
    invitations: list[dict[str, Any]]
    invited: int  # times, of which `invitations` shows the first
    tables: list[rows.Row]
    ticket: QuickTicket | None
    finished: list[own_matches.Finished]

    @property
    def has_earlier(self) -> bool:
        return self.page > 1

    @property
    def has_later(self) -> bool:
        return self.page < self.pages

    @property
    def empty(self) -> bool:
        """Whether there is nothing at all to show but how earlier matches ended."""
        return not (
            self.turns.count
            or self.calls
            or self.running_count
            or self.at_rest_count
            or self.invitations
            or self.tables
            or self.ticket
        )


def desk_of(user: Any, page: int = 1) -> Desk:
    """The person's desk, with that page of the matches that wait for them."""
    turns = own_matches.turns(user)
    pages = max(1, -(-turns.count // WAITING))
    page = min(max(page, 1), pages)
    start = WAITING * (page - 1)
    asked = [_invitation(one) for one in selectors.invitations_of(user)[:INVITATIONS]]
    # First: a card that turns out not to be readable becomes one of these, for the next time.
    others = own_seats.urgency_of_others(user)
    running = [pk for urgency, pk in others if urgency == own_seats.THEIRS]
    at_rest = [pk for urgency, pk in others if urgency == own_seats.AT_REST]
    shown = own_matches.rows_of([*running[:RUNNING], *at_rest[:AT_REST]])
    taken = availability.vacations_of([user.pk]).get(user.pk, [])
    own_tables = selectors.own_open_tables(user)[:TABLES]
    tickets = QuickTicket.objects.filter(user=user, status=QuickTicket.Status.WAITING)
    return Desk(
        away_until=away_until(taken, timezone.now()),
        calls=calls.calls_of(user),
        turns=turns,
        waiting=own_matches.waiting_rows(user, start, start + WAITING) if turns.count else [],
        page=page,
        pages=pages,
        running=[row for row in shown if not row.match.paused],
        running_count=len(running),
        at_rest=[row for row in shown if row.match.paused],
        at_rest_count=len(at_rest),
        invitations=asked,
        invited=len(asked) if len(asked) < INVITATIONS else selectors.invitations_of(user).count(),
        tables=[rows.row_of(table, mine=True) for table in listed.read(own_tables)],
        ticket=tickets.first(),
        finished=own_matches.newest_finished(user, FINISHED),
    )


def _invitation(one: Invitation) -> dict[str, Any]:
    title = _(registry.title_of(one.table.game))
    again = one.table.rematch_of_id is not None
    return {"by": one.by.name, "table": one.table, "title": title, "again": again}
