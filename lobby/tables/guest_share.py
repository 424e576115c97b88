"""How many matches all guests of one address may have, since one person may be many guests."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from accounts.guests import addresses
from accounts.models import User
from games.matches.models import Match
from lobby.models import Table, TableSeat
from toolbox.errors import Conflict, NotLoggedIn, TooMany

HOUR = timedelta(hours=1)

WAITS = Q(status=Table.Status.OPEN)  # a table that counts as the match it may become
RUNS = Q(match__status=Match.Status.ACTIVE)


def begun_lately() -> Q:
    """Matches that began within the last hour."""
    return Q(match__started_at__gt=timezone.now() - HOUR)


def check(guest: User, *, at: Table | None = None) -> None:
    """Raise Refusal if one more table with this guest would be too much for their address.

    409 `too_many_matches` counts running matches and waiting tables, 429 `throttled` matches begun
    in the last hour; a match with several guests of the address counts once. The table `at` which
    the guest sits down doesn't count. Inside a transaction, which serializes the tables of the
    address. Raises `NotLoggedIn` for a guest who is gone.
    """
    lock(guest)
    tables = _with_guests_from_there(guest)
    if at is not None:
        tables = tables.exclude(pk=at.pk)
    if tables.filter(WAITS | RUNS).count() >= settings.GUEST_MATCHES_UNDER_WAY:
        n = settings.GUEST_MATCHES_UNDER_WAY
        text = ngettext(
            "Guests on your network have {n} match that isn’t over yet. Finish it, or make an "
            "account.",
            "Guests on your network have {n} matches that aren’t over yet. Finish one, or make an "
            "account.",
            n,
        )
        raise Conflict(text.format(n=n), code="too_many_matches")
    begun = tables.filter(begun_lately())
    if begun.count() >= settings.GUEST_MATCHES_AN_HOUR:
        n = settings.GUEST_MATCHES_AN_HOUR
        text = ngettext(
            "Guests on your network have started {n} match in the last hour. Take a break, or "
            "make an account.",
            "Guests on your network have started {n} matches in the last hour. Take a break, or "
            "make an account.",
            n,
        )
        raise TooMany(text.format(n=n), wait=_wait(begun))


def lock(guest: User) -> None:
    """Lock a guest against a handover, after their address. Raises `NotLoggedIn` if gone."""
    if guest.guest_address_id:
        addresses.locked(guest.guest_address_id)
    rows = User.objects.select_for_update(no_key=True).filter(pk=guest.pk, is_active=True)
    if not rows.values_list("pk"):
        raise NotLoggedIn(_("This guest is gone. Please log in again."))


def _with_guests_from_there(guest: User) -> QuerySet[Table]:
    seated = Q(user=guest.pk)
    if guest.guest_address_id:
        seated |= Q(user__is_guest=True, user__guest_address=guest.guest_address_id)
    return Table.objects.filter(Exists(TableSeat.objects.filter(seated, table=OuterRef("pk"))))


def _wait(begun: QuerySet[Table]) -> float:
    """Seconds until enough of these matches are an hour old."""
    newest = begun.order_by("-match__started_at").values_list("match__started_at", flat=True)
    times = list(newest[: settings.GUEST_MATCHES_AN_HOUR])
    since = times[-1] if times else timezone.now()
    return (since + HOUR - timezone.now()).total_seconds()
