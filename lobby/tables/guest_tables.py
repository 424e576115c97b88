"""Hands a guest's tables to an account (`accounts.guests.handover`)."""

from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from lobby.models import Invitation, Table, TableSeat
from lobby.tables import announcements, match_quotas, selectors
from lobby.tables.changes import locked
from toolbox.commits import after_commit
from toolbox.errors import Conflict


def hand_over(guest: User, account: User) -> None:
    """Give the account all tables of the guest, locking waiting tables first.

    Raises Conflict `already_seated` if the account sits at a waiting one, `cannot_join` if it is
    barred or blocked there; and what `match_quotas.check_takes_on` raises.
    """
    match_quotas.check_takes_on(account, guest)
    hidden = blocks.hidden_from(account)
    waiting = Table.objects.filter(selectors.own(guest), status=Table.Status.OPEN).order_by("pk")
    for table in list(waiting):
        table, seats = locked(table)
        if table.status == Table.Status.OPEN:
            _check(table, seats, account, hidden)
        _tell(table)
    _hand_over(guest, account)


def _check(table: Table, seats: list[TableSeat], account: User, hidden: set[int]) -> None:
    people = {seat.user_id for seat in seats} | {table.host_id}
    if account.pk in people:
        text = _(
            "That account sits at table {id} already, where you sit as a guest. Leave one of the "
            "seats first."
        )
        raise Conflict(text.format(id=table.public_id), code="already_seated")
    if people & hidden or table.barred.filter(pk=account.pk).exists():
        text = _("That account can’t sit at table {id}, where you sit as a guest. Leave it first.")
        raise Conflict(text.format(id=table.public_id), code="cannot_join")


def _hand_over(guest: User, account: User) -> None:
    theirs = Table.objects.filter(seats__user=account).values_list("pk", flat=True)
    seats = TableSeat.objects.filter(user=guest)
    seats.exclude(table__in=list(theirs)).update(user=account)  # both sat at the other tables
    # The account may have used the same client id for another call.
    Table.objects.filter(host=guest).update(host=account, client_id="", asked="")
    invited = Invitation.objects.filter(user=account).values_list("table", flat=True)
    Invitation.objects.filter(user=guest).exclude(table__in=list(invited)).update(user=account)
    Invitation.objects.filter(by=guest).update(by=account)
    for table in Table.objects.filter(barred=guest):
        table.barred.add(account)


def rename(user: User) -> None:
    """Announce the person's open tables, which show the new name."""
    for table in Table.objects.filter(selectors.own(user), status=Table.Status.OPEN):
        _tell(table)


def _tell(table: Table) -> None:
    after_commit(announcements.changed, table.public_id)
