"""What can be asked about the queue of quick match."""

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

# A page asks every few seconds, one in the background at least once a minute.
AWAY = timedelta(seconds=90)
AT_MOST = 1_500  # tickets looked at together, the oldest
REMEMBERED = "quick/queue"


def ticket_of(user: User) -> QuickTicket | None:
    """The ticket with which the person waits now."""
    return QuickTicket.objects.filter(user=user, status=QuickTicket.Status.WAITING).first()


def last_ticket_of(user: User) -> QuickTicket | None:
    """The newest ticket of the person, whatever became of it."""
    return user.quick_tickets.order_by("-created_at", "-pk").first()


def own_ticket(user: User, pk: int) -> QuickTicket:
    """A ticket of that person. Raises NotFound for anyone else's."""
    found = user.quick_tickets.select_related("table__match").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such ticket."))
    return found


def queue() -> list[matching.Waiting]:
    """Everyone who can be seated now, the oldest ticket first.

    Whoever's page hasn't asked for a while (`AWAY`) only at paces that let people be away; a
    banned or closed account not at all.
    """
    waiting = QuickTicket.objects.filter(status=QuickTicket.Status.WAITING)
    found = waiting.select_related("user").order_by("created_at", "pk")[:AT_MOST]
    since = timezone.now() - AWAY
    return [
        wishes.as_waiting(ticket, here=ticket.seen_at >= since)
        for ticket in found
        if ticket.user.is_active and not is_banned(ticket.user)
    ]


def blocked_pairs(others: Collection[int] = ()) -> list[tuple[int, int]]:
    """Blocks between people who wait now, and between them and these others."""
    waiting = QuickTicket.objects.filter(status=QuickTicket.Status.WAITING).values("user")
    one, two = Q(blocker__in=waiting), Q(blocked__in=waiting)
    among = one & two
    if others:
        among |= one & Q(blocked__in=others) | two & Q(blocker__in=others)
    return list(Block.objects.filter(among).values_list("blocker_id", "blocked_id"))


@dataclass(frozen=True)
class Wanted:
    """A game that people wait for in the queue: how many, and at which of the paces."""

    game: str
    title: str
    people: int
    paces: tuple[str, ...]


def wanted(reader: Any) -> list[Wanted]:
    """The games that others wait for whom the reader may meet, most wanted first.

    Whoever would play several games counts for each.
    """
    hidden = blocks.hidden_from(reader) | {reader.pk}
    there = [one for one in _known()[0] if one.user not in hidden and one.paces]
    found = []
    for game in wishes.offers():
        people = [one for one in there if game in one.games]
        if people:
            wished = {pace for one in people for pace in one.paces}
            in_order = tuple(pace for pace in PACES if pace in wished)
            found.append(Wanted(game, _(registry.title_of(game)), len(people), in_order))
    return sorted(found, key=lambda one: (-one.people, one.title))


def _known() -> tuple[list[matching.Waiting], list[tuple[int, int]]]:
    """The queue and the blocks in it, read every other second: many pages ask."""
    known: tuple[list[matching.Waiting], list[tuple[int, int]]] | None = cache.get(REMEMBERED)
    if known is None:
        known = queue(), blocked_pairs()
        cache.set(REMEMBERED, known, 2)
    return known


def others_fitting(ticket: QuickTicket) -> int:
    """How many others wait who could sit with this person (not counting whom they don't meet)."""
    waiting, blocked = _known()
    return matching.fitting(
        wishes.as_waiting(ticket), waiting, blocked=blocked, games=wishes.offers()
    )
