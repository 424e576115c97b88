"""People who can't come back to a table: those who are banned, and whose account is shut.

Their seats are freed and their tables go to the next there: at once by a task (BAN_FOLLOWUPS), and
by the sweep of tables where that got lost. No match begins with them.
"""

from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import sanctions
from accounts.models import User
from lobby.models import Table, TableSeat
from lobby.tables.seat_changes import leave_all
from toolbox.errors import Conflict

AT_ONCE = 100  # people that one sweep looks at


def is_shut_out(user: User) -> bool:
    """By their row as it was read."""
    return not user.is_active or sanctions.is_banned(user)


def check_all_can_play(seats: Iterable[TableSeat]) -> None:
    """Raises Conflict `shut_out` if someone who sits there can't play."""
    for seat in seats:
        if seat.user is not None and is_shut_out(seat.user):
            text = _("{name} can't play right now.")
            raise Conflict(text.format(name=seat.user.name), code="shut_out")


def leave_of_the_shut_out(*, user_id: int | None = None) -> None:
    """Have all of them get up from their open tables, or that person if they are one of them."""
    shut_out = Q(is_active=False) | sanctions.banned()
    waiting = Table.objects.filter(status=Table.Status.OPEN)
    at_a_table = Q(hosted_tables__in=waiting) | Q(table_seats__table__in=waiting)
    found = User.objects.filter(shut_out, at_a_table).distinct().order_by("pk")
    if user_id is not None:
        found = found.filter(pk=user_id)
    for user in found[:AT_ONCE]:
        leave_all(user=user)
