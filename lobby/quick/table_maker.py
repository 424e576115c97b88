"""Making tables of the queue, and sending home who went away.

Who fits whom is decided without a lock, on what was read (`matching`). Each group is then seated in
a transaction of its own: its tickets are locked, skipping those that another matcher holds, and
whoever has left, been seated or been blocked meanwhile makes the group void; the others are looked
at again. So any number of matchers may run at once, and one that dies loses nothing. (SQLite knows
no row locks; there transactions begin with IMMEDIATE, one after another.)
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts import blocks, notices
from accounts.errors import Refusal
from games.matches.models import Match
from games.matches.play.computer_turns import caretaker_level
from games.plugin import registry
from lobby.models import QuickTicket, Table
from lobby.quick import matching, selectors, wishes
from lobby.tables import services as tables
from lobby.tables.paces import PACES

log = logging.getLogger(__name__)

AT_ONCE = 100  # tables before others get their turn at the worker
ROUNDS = 4  # looks at the queue while groups turn out to be void
GIVEN_UP = timedelta(minutes=10)  # a page that hasn't asked for so long is closed
PATIENCE = timedelta(days=14)  # how long a ticket without a page waits for a game over days
FORGOTTEN = timedelta(days=60)  # after which ended tickets say nothing about waiting any more
SEATED = gettext_noop("Your quick match has started: {game}.")
NOBODY_CAME = gettext_noop(
    "Nobody came for your quick match in two weeks, so the search has ended."
)


def key_of(ticket_pk: int) -> str:
    """The occasion of the notice that tells of a ticket's end."""
    return f"quick:{ticket_pk}"


def seat_all() -> int:
    """Seat everyone who fits together, in at most AT_ONCE tables; how many tables were made."""
    made = 0
    for _round in range(ROUNDS):
        waiting = selectors.queue()
        found = matching.groups(
            waiting, blocked=selectors.blocked_pairs() if waiting else (), games=wishes.offers()
        )
        seated = [_seat(group) for group in found[: AT_ONCE - made]]
        made += sum(seated)
        if all(seated):
            break
    return made


def _seat(group: matching.Group) -> bool:
    """Make the group's table and begin its match. False: someone isn't to be had any more."""
    try:
        with transaction.atomic():
            tickets = _locked(group)
            if tickets is None:
                return False
            table = _begun(group, tickets)
            assert table.match is not None
            _end(tickets, group, table, table.match)
    except Refusal:  # nothing of this table is left; the others' tables are made all the same
        log.exception("no table of %s for %d people", group.game, len(group.members))
        return False
    return True


def _locked(group: matching.Group) -> list[QuickTicket] | None:
    """The group's tickets, for this transaction alone; None unless all are free and may meet."""
    keys = [member.key for member in group.members]
    waiting = QuickTicket.objects.filter(pk__in=keys, status=QuickTicket.Status.WAITING)
    locked = waiting.select_for_update(of=("self",), skip_locked=True).select_related("user")
    found = {ticket.pk: ticket for ticket in locked}
    if len(found) < len(keys) or blocks.any_between([member.user for member in group.members]):
        return None
    return [found[key] for key in keys]


def _begun(group: matching.Group, tickets: Sequence[QuickTicket]) -> Table:
    """A table with these people, the longest wait as host, and its match."""
    seats = len(tickets) + group.computers
    level = caretaker_level(registry.get(group.game))
    host, *guests = (ticket.user for ticket in tickets)
    table = tables.open_table(
        host=host,
        game=group.game,
        seats=seats,
        ai=dict.fromkeys(range(len(tickets), seats), level),
        clock=PACES[group.pace],
    )
    Table.objects.filter(pk=table.pk).update(quick=True)
    for guest in guests:
        table = tables.join(table=table, user=guest)
    return tables.start(table=table, user=host)


def _end(tickets: Sequence[QuickTicket], group: matching.Group, table: Table, match: Match) -> None:
    """Write down how the tickets ended, and tell their people where to go: open pages go there."""
    now = timezone.now()
    QuickTicket.objects.filter(pk__in=[ticket.pk for ticket in tickets]).update(
        status=QuickTicket.Status.SEATED,
        table=table,
        game=group.game,
        pace=group.pace,
        ended_at=now,
    )
    link = reverse("matches:match", args=[match.public_id])
    title = registry.get(group.game).meta.title
    for ticket in tickets:
        notices.tell(
            user_id=ticket.user_id,
            key=key_of(ticket.pk),
            text=SEATED,
            params={"game": title},
            link=link,
        )


# -- who went away ---------------------------------------------------------------------------------


def drop_absent() -> None:
    """End the tickets whose page was closed; games over days wait longer (`PATIENCE`).

    Before that, since `selectors.AWAY`, such a ticket already rests: nobody is seated with it at a
    live pace. A page that is opened again meanwhile keeps its place in the queue.
    """
    now = timezone.now()
    waiting = QuickTicket.objects.filter(status=QuickTicket.Status.WAITING)
    for ticket in waiting.filter(seen_at__lt=now - GIVEN_UP).order_by("pk"):
        over_days = any(pace in PACES and wishes.stays(pace) for pace in ticket.paces)
        if not over_days or ticket.seen_at < now - PATIENCE:
            _drop(ticket, now, told=over_days)
    QuickTicket.objects.filter(ended_at__lt=now - FORGOTTEN).delete()


def _drop(ticket: QuickTicket, now: datetime, *, told: bool) -> None:
    with transaction.atomic():
        unseen = QuickTicket.objects.filter(
            pk=ticket.pk, status=QuickTicket.Status.WAITING, seen_at=ticket.seen_at
        )
        dropped = unseen.update(status=QuickTicket.Status.LEFT, ended_at=now)
        if dropped and told:
            notices.tell(
                user_id=ticket.user_id,
                key=key_of(ticket.pk),
                text=NOBODY_CAME,
                link=reverse("lobby:quick"),
            )
