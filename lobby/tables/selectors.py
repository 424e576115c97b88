"""What can be asked about tables."""

from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from games.matches.record.selectors import HEAVY
from games.plugin import registry
from lobby.models import Invitation, Table, TableSeat
from lobby.tables.filters import Filters
from toolbox.errors import NotFound


def table_for(public_id: str, user: Any) -> Table:
    """The table with that name. Whoever knows it may look: a private table's address is its key.

    Raises NotFound where there is none, and where someone hosts or sits whom the person doesn't
    meet, unless they sit there or host themselves.
    """
    table = _complete().filter(public_id=public_id).first()
    if table is None or _is_hidden(table, user):
        raise NotFound(_("There is no such table."))
    return table


def is_there(public_id: str, user: Any) -> bool:
    """Whether there is a table of that name for this person."""
    seats = Prefetch("seats", TableSeat.objects.only("table_id", "user_id"))
    found = Table.objects.filter(playable(), public_id=public_id)
    table = found.prefetch_related(seats).first()
    return table is not None and not _is_hidden(table, user)


def renewed(table: Table) -> Table:
    """The table as it is now, for someone who has just done something there."""
    return _complete().get(pk=table.pk)


def _is_hidden(table: Table, user: Any) -> bool:
    if user is None or not user.is_authenticated:
        return False
    people = {seat.user_id for seat in table.seats.all()} | {table.host_id}
    return user.pk not in people and not people.isdisjoint(blocks.hidden_from(user))


def tables_for(
    user: Any,
    *,
    game: str | None = None,
    status: str | None = None,
    mine: bool = False,
    filters: Filters | None = None,
) -> QuerySet[Table]:
    """The tables that lists show this person, newest first.

    Private ones are shown to their host, the people sitting there and those invited; a rematch's
    to nobody else either, for its seats are kept. Tables of people whom the person doesn't meet
    are left out. `mine`: those alone that the person hosts or sits at; nobody's are nobody's.
    """
    tables = _complete().order_by("-created_at", "-pk")
    own = _own(user)
    if mine:
        tables = tables.filter(own)
    else:
        tables = _without_hidden(tables.filter(own | _open_to_all() | _invited(user)), user)
    if game is not None:
        tables = tables.filter(game=game)
    if status is not None:
        tables = tables.filter(status=status)
    return tables if filters is None else filters.narrow(tables)


def open_tables(user: Any, filters: Filters) -> QuerySet[Table]:
    """The tables at which the person could sit down, newest first, without their own."""
    tables = Table.objects.filter(playable(), _open_to_all(), status=Table.Status.OPEN)
    tables = _without_hidden(filters.narrow(tables), user)
    if user is not None and user.is_authenticated:
        tables = tables.exclude(_own(user))
    return tables.order_by("-created_at", "-pk")


def own_open_tables(user: Any) -> QuerySet[Table]:
    """The open tables that the person hosts or sits at, newest first."""
    own = Table.objects.filter(playable(), _own(user), status=Table.Status.OPEN)
    return own.order_by("-created_at", "-pk")


def invitations_of(user: User) -> QuerySet[Invitation]:
    """The invitations to open tables that wait for the person's answer, newest first."""
    waiting = user.invitations.filter(
        declined=False, table__status=Table.Status.OPEN, table__game__in=_installed()
    )
    hidden = blocks.hidden_from(user)
    if hidden:
        theirs = TableSeat.objects.filter(user__in=hidden).values("table")
        waiting = waiting.exclude(by__in=hidden).exclude(table__in=theirs)
        waiting = waiting.exclude(table__host__in=hidden)
    seats = Prefetch("table__seats", TableSeat.objects.select_related("user"))
    asked = waiting.select_related("table__host", "by").prefetch_related(seats)
    return asked.order_by("-created_at", "-pk")


def rematch_wish(public_id: str, user: User) -> str | None:
    """Who asks this person for a rematch of that match, by name; "" once they have said yes.

    None: nobody asks.
    """
    seat = TableSeat.objects.filter(
        table__rematch_of__public_id=public_id, table__status=Table.Status.OPEN, user=user
    )
    if seat.exists():
        return ""
    asked = invitations_of(user).filter(table__rematch_of__public_id=public_id).first()
    return asked.by.name if asked else None


def is_invited(table: Table, user: Any) -> bool:
    """Whether the table waits for this person's answer."""
    if user is None or not user.is_authenticated:
        return False
    return table.invitations.filter(user=user, declined=False).exists()


def seat_of(table: Table, user: Any) -> int | None:
    """Where the person sits."""
    if user is None or not user.is_authenticated:
        return None
    return next((seat.index for seat in table.seats.all() if seat.user_id == user.pk), None)


def playable() -> Q:
    """Tables of games that are installed, and those that have become a match.

    Others are there for nobody until their game is again.
    """
    return Q(game__in=_installed()) | Q(status=Table.Status.STARTED)


def _installed() -> tuple[str, ...]:
    return tuple(game.meta.slug for game in registry.installed())


def _open_to_all() -> Q:
    return Q(listed=True)


def _own(user: Any) -> Q:
    if user is None or not user.is_authenticated:
        return Q(pk__in=())
    return Q(host=user) | Q(pk__in=TableSeat.objects.filter(user=user).values("table"))


def _invited(user: Any) -> Q:
    if user is None or not user.is_authenticated:
        return Q(pk__in=())
    asked = Invitation.objects.filter(user=user, declined=False)
    return Q(pk__in=asked.values("table"))


def _without_hidden(tables: QuerySet[Table], user: Any) -> QuerySet[Table]:
    """Without the tables that someone hosts or sits at whom the person doesn't meet."""
    hidden = blocks.hidden_from(user)
    if not hidden:
        return tables
    theirs = TableSeat.objects.filter(user__in=hidden).values("table")
    return tables.exclude(host__in=hidden).exclude(pk__in=theirs)


def _complete() -> QuerySet[Table]:
    """Tables with all that showing one needs, in a constant number of queries."""
    whole = Table.objects.select_related("host", "deal", "match", "rematch_of", "fork_of")
    whole = whole.defer(*(f"fork_of__{name}" for name in HEAVY if name != "seating"))
    seats = Prefetch("seats", TableSeat.objects.select_related("user"))
    return whole.filter(playable()).prefetch_related(seats)
