"""What can be asked about the queue of quick match."""

from datetime import timedelta

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.models import Block, User
from accounts.sanctions import is_banned
from lobby.models import QuickTicket
from lobby.quick import matching, wishes

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


def blocked_pairs() -> list[tuple[int, int]]:
    """Blocks between people who wait now."""
    waiting = QuickTicket.objects.filter(status=QuickTicket.Status.WAITING).values("user")
    between = Block.objects.filter(Q(blocker__in=waiting) & Q(blocked__in=waiting))
    return list(between.values_list("blocker_id", "blocked_id"))


def others_fitting(ticket: QuickTicket) -> int:
    """How many others wait who could sit with this person (not counting whom they don't meet)."""
    known = cache.get(REMEMBERED)
    if known is None:  # everyone who waits asks this every few seconds
        known = queue(), blocked_pairs()
        cache.set(REMEMBERED, known, 2)
    waiting, blocked = known
    return matching.fitting(
        wishes.as_waiting(ticket), waiting, blocked=blocked, games=wishes.offers()
    )
