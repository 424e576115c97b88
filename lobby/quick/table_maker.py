"""Fills open tables, makes new ones of the queue, and ends the tickets of people who left.

`matching` decides without a lock. Each group is then seated in a transaction of its own, which
locks its tickets, skipping those that another matcher holds. If anyone has left, been seated or
blocked meanwhile, the group is void and the queue is read again. So any number of matchers may run
at once, and a dying matcher loses nothing. (SQLite has no row locks; there transactions begin with
IMMEDIATE, one after another.)
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from accounts import blocks, notices
from accounts.prepared_queries import Due
from games.matches.play.parts import attendance
from games.matches.play.parts.absence import caretaker_level
from games.plugin import registry
from lobby.models import QuickTicket, Table
from lobby.quick import matching, open_tables, selectors, wishes
from lobby.tables import hosts, services as tables
from lobby.tables.paces import PACES
from toolbox.errors import Conflict, Refusal

log = logging.getLogger(__name__)

AT_ONCE = 100  # tables made in one task
ROUNDS = 4  # most readings of the queue if groups turn out to be void
GIVEN_UP = timedelta(minutes=10)  # a page that hasn't asked for this long is closed
PATIENCE = timedelta(days=14)  # how long a ticket without a page waits for a game over days
FORGOTTEN = timedelta(days=60)  # how long ended tickets are kept for estimates
SEATED = gettext_noop("Your quick match has started: {game}.")
SEATED_AT_A_TABLE = gettext_noop("You have a seat at a table of {game}. It is about to start.")
NOBODY_CAME = gettext_noop(
    "Nobody came for your quick match in two weeks, so the search has ended."
)


def key_of(ticket_pk: int) -> str:
    """The key of the notice that a ticket ended."""
    return f"quick:{ticket_pk}"


def seat_all() -> int:
    """Seat everyone who fits, at open tables first; return the number of new tables."""
    fill_open_tables()
    made = 0
    for _round in range(ROUNDS):
        waiting = selectors.queue()
        if not waiting:
            break
        groups = matching.groups(waiting, blocked=selectors.blocked_pairs(), games=wishes.offers())
        seated = [_seat(group) for group in groups[: AT_ONCE - made]]
        made += sum(seated)
        if all(seated):
            break
    return made


def _seat(group: matching.Group) -> bool:
    """Make the group's table and begin its match. False if somebody can't be seated anymore."""
    try:
        with transaction.atomic():
            tickets = _locked(group.members)
            if tickets is None:
                return False
            _end(tickets, group.game, group.pace, _begun(group, tickets))
    except Refusal:  # rolled back; the other groups' tables are made all the same
        log.exception("no table of %s for %d people", group.game, len(group.members))
        return False
    return True


def fill_open_tables() -> int:
    """Seat people at the open tables that the queue can fill; return the number of tables.

    Such a table counts down to its start like any other that is full.
    """
    waiting = selectors.queue()
    openings = open_tables.openings(waiting) if waiting else []
    if not openings:
        return 0
    people = {person for opening in openings for person in opening.people}
    fillings = matching.fillings(
        waiting, openings, blocked=selectors.blocked_pairs(people), games=wishes.offers()
    )
    return sum(_fill(filling) for filling in fillings[:AT_ONCE])


def _fill(filling: matching.Filling) -> bool:
    """Let these people sit down. False, and no change, if a person or the table has moved on."""
    opening = filling.opening
    try:
        with transaction.atomic():
            tickets = _locked(filling.members)
            if tickets is None:
                return False
            table = Table(pk=opening.key)
            for ticket in tickets:
                table = tables.join(table=table, user=ticket.user)
            if table.free:  # somebody got up meanwhile, and these people would only wait there
                raise Conflict(_("There are free seats."), code="seats_free")
            _end(tickets, opening.game, opening.pace, table)
    except Refusal as refusal:
        log.info("open table %s was not filled: %s", opening.key, refusal.code)
        return False
    return True


def _locked(members: Sequence[matching.Waiting]) -> list[QuickTicket] | None:
    """Lock these people's tickets; None if one no longer waits or a block separates the people."""
    keys = [member.key for member in members]
    waiting = QuickTicket.objects.filter(pk__in=keys, status=QuickTicket.Status.WAITING)
    rows = waiting.select_for_update(of=("self",), skip_locked=True).select_related("user")
    tickets = {ticket.pk: ticket for ticket in rows}
    if len(tickets) < len(keys) or blocks.any_between([member.user for member in members]):
        return None
    return [tickets[key] for key in keys]


def _begun(group: matching.Group, tickets: Sequence[QuickTicket]) -> Table:
    """Open a table for these people, hosted by whoever waited longest, and begin its match."""
    seats = len(tickets) + group.computers
    level = caretaker_level(registry.get(group.game))
    host, *guests = (ticket.user for ticket in tickets)
    table = tables.open_table(
        host=host,
        game=group.game,
        seats=seats,
        ai=dict.fromkeys(range(len(tickets), seats), level),
        clock=PACES[group.pace],
        rated=tickets[0].rated,  # the same for all tickets
        counted=False,  # `services.accept_ai` checked the quota
    )
    Table.objects.filter(pk=table.pk).update(quick=True)
    for guest in guests:
        table = tables.join(table=table, user=guest)
    return tables.start(table=table, user=host, tell=False)  # `_end` does


def _end(tickets: Sequence[QuickTicket], game: str, pace: str, table: Table) -> None:
    """Store how the tickets ended, and tell their people where to go."""
    now = timezone.now()
    QuickTicket.objects.filter(pk__in=[ticket.pk for ticket in tickets]).update(
        status=QuickTicket.Status.SEATED, table=table, game=game, pace=pace, ended_at=now
    )
    link = wishes.way_to(table)
    begun = table.match and attendance.beginning(table.match.public_id)
    title = registry.get(game).meta.title
    for ticket in tickets:
        notices.tell(
            user_id=ticket.user_id,
            key=begun or hosts.seated(table),
            text=SEATED if begun else SEATED_AT_A_TABLE,
            params={"game": title},
            link=link,
            event=notices.Event.TABLE,
        )


@Due
def _unseen(since: datetime) -> QuerySet[QuickTicket]:
    waiting = QuickTicket.objects.filter(status=QuickTicket.Status.WAITING)
    return waiting.filter(seen_at__lt=since).order_by("pk")


@Due
def _ended(before: datetime) -> QuerySet[QuickTicket, int]:
    return QuickTicket.objects.filter(ended_at__lt=before).values_list("pk", flat=True)


def drop_absent() -> None:
    """End the tickets whose page was closed; those for games over days later (`PATIENCE`).

    After `selectors.AWAY` such a ticket isn't seated at a live pace, but keeps its place in line.
    """
    now = timezone.now()
    for ticket in _unseen(now - GIVEN_UP):
        over_days = any(pace in PACES and wishes.lets_go(pace) for pace in ticket.paces)
        if not over_days or ticket.seen_at < now - PATIENCE:
            _drop(ticket, now, tell=over_days)
    if old := _ended(now - FORGOTTEN, AT_ONCE):
        QuickTicket.objects.filter(pk__in=old).delete()


def _drop(ticket: QuickTicket, now: datetime, *, tell: bool) -> None:
    with transaction.atomic():
        unseen = QuickTicket.objects.filter(
            pk=ticket.pk, status=QuickTicket.Status.WAITING, seen_at=ticket.seen_at
        )
        dropped = unseen.update(status=QuickTicket.Status.LEFT, ended_at=now)
        if dropped and tell:
            notices.tell(
                user_id=ticket.user_id,
                key=key_of(ticket.pk),
                text=NOBODY_CAME,
                link=reverse("lobby:quick"),
                event=notices.Event.TABLE,
            )
