"""Reads the queue of quick match."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import Block, User
from accounts.sanctions import is_banned
from games.plugin import registry
from lobby.models import QuickTicket
from lobby.quick import matching, wishes
from lobby.tables.paces import PACES
from toolbox.errors import NotFound

# A page asks every few seconds, or at least once a minute in the background.
AWAY = timedelta(seconds=90)
AT_MOST = 1_500  # tickets read at once, the oldest
REMEMBERED = "quick/queue"


def ticket_of(user: User) -> QuickTicket | None:
    """The person's waiting ticket."""
    return QuickTicket.objects.filter(user=user, status=QuickTicket.Status.WAITING).first()


def last_ticket_of(user: User) -> QuickTicket | None:
    """The person's newest ticket, of any status."""
    return user.quick_tickets.order_by("-created_at", "-pk").first()


def own_ticket(user: User, pk: int) -> QuickTicket:
    """One of the person's tickets. Raises NotFound."""
    ticket = user.quick_tickets.select_related("table__match").filter(pk=pk).first()
    if ticket is None:
        raise NotFound(_("There is no such ticket."))
    return ticket


def queue() -> list[matching.Waiting]:
    """The tickets that can be seated now, oldest first, without banned and closed accounts.

    Those whose page hasn't asked for `AWAY` have no live paces.
    """
    waiting = QuickTicket.objects.filter(status=QuickTicket.Status.WAITING)
    tickets = waiting.select_related("user").order_by("created_at", "pk")[:AT_MOST]
    since = timezone.now() - AWAY
    numbers = wishes.numbers_of(tickets)
    return [
        wishes.as_waiting(ticket, present=ticket.seen_at >= since, numbers=numbers)
        for ticket in tickets
        if ticket.user.is_active and not is_banned(ticket.user)
    ]


def blocked_pairs(others: Collection[int] = ()) -> list[tuple[int, int]]:
    """Blocks between people who wait now, and between them and these others."""
    waiting = QuickTicket.objects.filter(status=QuickTicket.Status.WAITING).values("user")
    by_them, of_them = Q(blocker__in=waiting), Q(blocked__in=waiting)
    between = by_them & of_them
    if others:
        between |= by_them & Q(blocked__in=others) | of_them & Q(blocker__in=others)
    return list(Block.objects.filter(between).values_list("blocker_id", "blocked_id"))


@dataclass(frozen=True)
class Wanted:
    """A game that people wait for: how many people, and their paces."""

    game: str
    title: str
    people: int
    paces: tuple[str, ...]


def wanted(reader: Any) -> list[Wanted]:
    """The games that others wait for, most wanted first, without people whom blocks hide."""
    hidden = blocks.hidden_from(reader) | {reader.pk}
    others = [one for one in _known()[0] if one.user not in hidden and one.paces]
    games = []
    for game in wishes.offers():
        people = [one for one in others if game in one.games]
        if people:
            wished = {pace for one in people for pace in one.paces}
            in_order = tuple(pace for pace in PACES if pace in wished)
            games.append(Wanted(game, _(registry.title_of(game)), len(people), in_order))
    return sorted(games, key=lambda one: (-one.people, one.title))


def _known() -> tuple[list[matching.Waiting], list[tuple[int, int]]]:
    """The queue and the blocks in it, cached for two seconds because many pages ask."""
    known: tuple[list[matching.Waiting], list[tuple[int, int]]] | None = cache.get(REMEMBERED)
    if known is None:
        known = queue(), blocked_pairs()
        cache.set(REMEMBERED, known, 2)
    return known


def others_fitting(ticket: QuickTicket) -> int:
    """How many others who wait could sit with this person."""
    waiting, blocked = _known()
    own = wishes.as_waiting(ticket, numbers=wishes.numbers_of([ticket]))
    return matching.fitting(own, waiting, blocked=blocked, games=wishes.offers())
