"""A guest's seats at tables, when they become an account's (`accounts.guests.handover`)."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from lobby.models import Invitation, Table, TableSeat
from lobby.tables import announcements, match_quotas
from lobby.tables.changes import locked
from toolbox.commits import after_commit
from toolbox.errors import Conflict


def hand_over(guest: User, account: User) -> None:
    """All tables of the guest's are the account's, those that wait locked first.

    Raises Conflict: `already_seated` where the account sits at one of those that wait, and
    `cannot_join` where it isn't welcome; and what `match_quotas.check_takes_on` raises.
    """
    match_quotas.check_takes_on(account, guest)
    hidden = blocks.hidden_from(account)
    waiting = _of(guest).filter(status=Table.Status.OPEN).order_by("pk")
    for table in list(waiting):
        table, seats = locked(table)
        if table.status == Table.Status.OPEN:
            _check(table, seats, account, hidden)
        _tell(table)
    _hand_over(guest, account)


def _of(person: User) -> QuerySet[Table]:
    return Table.objects.filter(
        Q(host=person) | Q(pk__in=TableSeat.objects.filter(user=person).values("table"))
    )


def _check(table: Table, seats: list[TableSeat], account: User, hidden: set[int]) -> None:
    here = {seat.user_id for seat in seats} | {table.host_id}
    if account.pk in here:
        said = _(
            "That account sits at table {id} already, where you sit as a guest. Leave one of the "
            "seats first."
        )
        raise Conflict(said.format(id=table.public_id), code="already_seated")
    if here & hidden or table.barred.filter(pk=account.pk).exists():
        said = _("That account can’t sit at table {id}, where you sit as a guest. Leave it first.")
        raise Conflict(said.format(id=table.public_id), code="cannot_join")


def _hand_over(guest: User, account: User) -> None:
    theirs = Table.objects.filter(seats__user=account).values_list("pk", flat=True)
    seats = TableSeat.objects.filter(user=guest)
    seats.exclude(table__in=list(theirs)).update(user=account)  # else both sat at a started one
    # What the guest's calls were sent under may be what the account's were sent under, too.
    Table.objects.filter(host=guest).update(host=account, client_id="", asked="")
    asked = Invitation.objects.filter(user=account).values_list("table", flat=True)
    Invitation.objects.filter(user=guest).exclude(table__in=list(asked)).update(user=account)
    Invitation.objects.filter(by=guest).update(by=account)
    for table in Table.objects.filter(barred=guest):
        table.barred.add(account)


def rename(user: User) -> None:
    """Show the new name where the person sits."""
    for table in _of(user).filter(status=Table.Status.OPEN):
        _tell(table)


def _tell(table: Table) -> None:
    after_commit(announcements.changed, table.public_id)
