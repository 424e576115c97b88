"""What can be asked about tables."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.models import User
from lobby.models import Table, TableSeat


def table_for(public_id: str) -> Table:
    """The table with that name. Whoever knows it may look: a private table's address is its key.

    Raises NotFound.
    """
    table = _complete().filter(public_id=public_id).first()
    if table is None:
        raise NotFound(_("There is no such table."))
    return table


def tables_for(
    user: User | AnonymousUser | None,
    *,
    game: str | None = None,
    status: str | None = None,
    mine: bool = False,
) -> QuerySet[Table]:
    """The tables that lists show this person, newest first.

    Private ones are shown to their host and the people sitting there. `mine`: those alone that
    the person hosts or sits at; nobody's are nobody's.
    """
    tables = _complete().order_by("-created_at", "-pk")
    own = Q(pk__in=())
    if user is not None and user.is_authenticated:
        own = Q(host=user) | Q(pk__in=TableSeat.objects.filter(user=user).values("table"))
    tables = tables.filter(own) if mine else tables.filter(own | Q(private=False))
    if game is not None:
        tables = tables.filter(game=game)
    if status is not None:
        tables = tables.filter(status=status)
    return tables


def seat_of(table: Table, user: User | AnonymousUser | None) -> int | None:
    """Where the person sits."""
    if user is None or not user.is_authenticated:
        return None
    return next((seat.index for seat in table.seats.all() if seat.user_id == user.pk), None)


def _complete() -> QuerySet[Table]:
    """Tables with all that showing one needs, in a constant number of queries."""
    return Table.objects.select_related("host", "deal", "match").prefetch_related(
        Prefetch("seats", TableSeat.objects.select_related("user"))
    )
