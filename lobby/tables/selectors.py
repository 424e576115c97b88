"""Reads tables, as one person may see them."""

from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from games.matches.record.selectors import HEAVY
from games.plugin import registry
from lobby.models import Club, Invitation, Membership, Table, TableSeat
from lobby.ratings.selectors import Stakes, prospect, with_skills
from lobby.tables import checks
from lobby.tables.filters import Filters
from toolbox.errors import NotFound

# The fields that the API's lists show of a table and its seats.
SHOWN = (
    *("public_id", "game", "options", "clock", "absence", "reliable", "private", "practice"),
    *("rated", "status", "pace", "size", "ai_seats", "starts_at", "created_at"),
    *("fork_step", "fork_seat", "fork_of__public_id", "fork_of__status", "fork_of__visibility"),
    *("fork_of__embargo_until", "host__username", "host__shown_name", "deal__commitment"),
    *("match__public_id", "rematch_of__public_id", "club__public_id"),
)
SHOWN_OF_SEAT = (
    *("table", "index", "ai_level", "role", "wants"),
    *("user__username", "user__shown_name"),
)


def table_for(public_id: str, user: Any) -> Table:
    """The table with that public id, which is all that people need to see a private table.

    Raises NotFound, even if a block separates somebody there from the person, or if it is only for
    members of another club, unless the person sits there or hosts it.
    """
    table = _complete().filter(public_id=public_id).first()
    if table is None or _is_hidden(table, user):
        raise NotFound(_("There is no such table."))
    return table


def stakes(table: Table, user: Any) -> Stakes | None:
    """How a match of the table could change the user's rating; see `prospect`."""
    form = checks.format_of(registry.get(table.game), table.options, table.size)
    return prospect(table, list(table.seats.all()), form, user) if form else None


def is_there(public_id: str, user: Any) -> bool:
    """Whether the person can see a table with that public id."""
    return visible_table(public_id, user) is not None


def visible_table(public_id: str, user: Any) -> Table | None:
    """The table with its seats, if the person can see it."""
    seats = Prefetch("seats", TableSeat.objects.only("table_id", "index", "user_id"))
    tables = Table.objects.filter(playable(), public_id=public_id)
    table = tables.prefetch_related(seats).first()
    return None if table is None or _is_hidden(table, user) else table


def renewed(table: Table) -> Table:
    """The table as it is now, read anew."""
    return _complete().get(pk=table.pk)


def _is_member(user: Any) -> bool:
    return user is not None and user.is_authenticated


def _is_hidden(table: Table, user: Any) -> bool:
    if not _is_member(user):
        return table.members_only
    people = {seat.user_id for seat in table.seats.all()} | {table.host_id}
    if user.pk in people:
        return False
    return not is_open_to(table, user) or not people.isdisjoint(blocks.hidden_from(user))


def is_open_to(table: Table, user: User) -> bool:
    """Whether the table's club lets the person in. One query for members' tables."""
    return not table.members_only or user.memberships.filter(club=table.club_id).exists()


def tables_for(
    user: Any,
    *,
    game: str | None = None,
    status: str | None = None,
    mine: bool = False,
    club: str | None = None,
    filters: Filters | None = None,
) -> QuerySet[Table]:
    """The tables that lists show this person, newest first.

    Private tables and rematches, whose seats are kept, are shown to their host and to people seated
    or invited; a club's private tables, to its members. Tables with people whom a block hides are
    left out. `mine`: only tables they host or sit at; none for visitors. `club`: a public id.
    """
    tables = _shown().order_by("-created_at", "-pk")
    if mine:
        tables = tables.filter(own(user))
    else:
        shown = own(user) | Q(listed=True)
        if _is_member(user):
            invited = Invitation.objects.filter(user=user, declined=False)
            shown |= Q(pk__in=invited.values("table")) | _of_members(user)
        tables = _without_hidden(tables.filter(shown), user)
    if game is not None:
        tables = tables.filter(game=game)
    if status is not None:
        tables = tables.filter(status=status)
    if club is not None:
        tables = tables.filter(club__public_id=club)
    return tables if filters is None else filters.narrow(tables)


def open_tables(user: Any, filters: Filters) -> QuerySet[Table]:
    """The tables at which the person could sit down, except their own, newest first."""
    tables = Table.objects.filter(playable(), listed=True, status=Table.Status.OPEN)
    tables = _without_hidden(filters.narrow(tables), user)
    if _is_member(user):
        tables = tables.exclude(own(user))
    return tables.order_by("-created_at", "-pk")


def open_tables_of(club: Club, user: Any) -> QuerySet[Table]:
    """The club's open tables that the person may see, newest first."""
    shown = Q(listed=True) | own(user) | _of_members(user)
    tables = Table.objects.filter(playable(), shown, club=club, status=Table.Status.OPEN)
    return _without_hidden(tables, user).order_by("-created_at", "-pk")


def own_open_tables(user: Any) -> QuerySet[Table]:
    """The open tables that the person hosts or sits at, newest first."""
    tables = Table.objects.filter(playable(), own(user), status=Table.Status.OPEN)
    return tables.order_by("-created_at", "-pk")


def invitations_of(user: User) -> QuerySet[Invitation]:
    """The unanswered invitations to open tables, newest first."""
    waiting = user.invitations.filter(
        declined=False, table__status=Table.Status.OPEN, table__game__in=_installed()
    )
    hidden = blocks.hidden_from(user)
    if hidden:
        theirs = TableSeat.objects.filter(user__in=hidden).values("table")
        waiting = waiting.exclude(by__in=hidden).exclude(table__in=theirs)
        waiting = waiting.exclude(table__host__in=hidden)
    seats = Prefetch("table__seats", TableSeat.objects.select_related("user"))
    whole = waiting.select_related("table__host", "by").prefetch_related(seats)
    return whole.order_by("-created_at", "-pk")


def rematch_wish(public_id: str, user: User) -> str | None:
    """The name of the person who asks for a rematch; "" if the user agreed, None if nobody asks."""
    seat = TableSeat.objects.filter(
        table__rematch_of__public_id=public_id, table__status=Table.Status.OPEN, user=user
    )
    if seat.exists():
        return ""
    invitation = invitations_of(user).filter(table__rematch_of__public_id=public_id).first()
    return invitation.by.name if invitation else None


def is_invited(table: Table, user: Any) -> bool:
    """Whether the person has an unanswered invitation to the table."""
    return _is_member(user) and table.invitations.filter(user=user, declined=False).exists()


def seat_of(table: Table, user: Any) -> int | None:
    """The index of the person's seat."""
    if not _is_member(user):
        return None
    return next((seat.index for seat in table.seats.all() if seat.user_id == user.pk), None)


def playable() -> Q:
    """Tables of installed games, and tables that became a match. Nobody can see other tables."""
    return Q(game__in=_installed()) | Q(status=Table.Status.STARTED)


def _installed() -> tuple[str, ...]:
    return tuple(game.meta.slug for game in registry.installed())


def own(user: Any) -> Q:
    """Tables that the person hosts or sits at."""
    if not _is_member(user):
        return Q(pk__in=())
    return Q(host=user) | Q(pk__in=TableSeat.objects.filter(user=user).values("table"))


def _of_members(user: Any) -> Q:
    """Tables for members only, but not rematches, of the person's clubs."""
    if not _is_member(user):
        return Q(pk__in=())
    clubs = Membership.objects.filter(user=user).values("club")
    return Q(private=True, rematch_of=None, club__in=clubs)


def _without_hidden(tables: QuerySet[Table], user: Any) -> QuerySet[Table]:
    hidden = blocks.hidden_from(user)
    if not hidden:
        return tables
    theirs = TableSeat.objects.filter(user__in=hidden).values("table")
    return tables.exclude(host__in=hidden).exclude(pk__in=theirs)


def _shown() -> QuerySet[Table]:
    """Tables as the API's lists show them, in a constant number of queries."""
    seats = TableSeat.objects.select_related("user").only(*SHOWN_OF_SEAT)
    shown = Table.objects.select_related("host", "deal", "match", "rematch_of", "fork_of", "club")
    return (
        shown.filter(playable())
        .only(*SHOWN)
        .prefetch_related(Prefetch("seats", with_skills(seats)))
    )


def _complete() -> QuerySet[Table]:
    """Tables with all related rows that showing one needs, in a constant number of queries."""
    whole = Table.objects.select_related("host", "deal", "match", "rematch_of", "fork_of", "club")
    whole = whole.defer(*(f"fork_of__{name}" for name in HEAVY if name != "seating"))
    seats = Prefetch("seats", with_skills(TableSeat.objects.select_related("user")))
    return whole.filter(playable()).prefetch_related(seats)
