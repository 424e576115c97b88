"""Swapping seats at a table. A person can ask one other person at a time.

A request ends when it is answered or withdrawn, when either seat gets another player, and when the
table starts or closes.
"""

from django.urls import reverse
from django.utils.translation import gettext as _, gettext_noop

from accounts import blocks, notices
from accounts.models import Notice, User
from lobby.models import Table, TableSeat
from lobby.tables import checks, forks
from lobby.tables.changes import changing, check_not_too_fast, seat_of
from toolbox.errors import Conflict

ASKED = gettext_noop("{name} would like to swap seats with you at a table of {game}.")


def ask_swap(*, table: Table, user: User, seat: int | None) -> Table:
    """Ask the player on `seat` to swap; None withdraws the request.

    Swaps at once if no person sits there, if that person asks for the same, or for the host.
    Raises Conflict `not_seated`, `cannot_swap` (one blocks the other); 429 `too_fast`; and what
    `forks.check_seat_stays` raises.
    """
    check_not_too_fast("invitations", user)
    with changing(table) as (table, seats):
        own = _own_seat(seats, user)
        if seat is None:
            _end(table, own)
            return table
        checks.check_seat(seat, len(seats), field="seat")
        other = seats[seat]
        if other is own or other.pk == own.wants_id:
            return table
        forks.check_seat_stays(table, own.index, other.index)
        agreed = other.wants_id == own.pk or table.host_id == user.pk
        if other.user is None or agreed:
            exchange(table, own, other)
        elif other.user_id in blocks.hidden_from(user):
            raise Conflict(_("You can’t swap with them."), code="cannot_swap")
        else:
            _ask(table, own, other)
    return table


def answer_swap(*, table: Table, user: User, seat: int, yes: bool) -> Table:
    """Answer the request of the player on `seat`. Raises Conflict `not_seated`, `not_asked`."""
    with changing(table) as (table, seats):
        checks.check_seat(seat, len(seats), field="seat")
        own, asking = _own_seat(seats, user), seats[seat]
        if asking.wants_id != own.pk:
            raise Conflict(_("Nobody there is asking you to swap seats."), code="not_asked")
        if yes:
            exchange(table, own, asking)
        else:
            _end(table, asking)
    return table


def exchange(table: Table, one: TableSeat, two: TableSeat) -> None:
    """Swap players, levels and roles. Raises what `forks.check_seat_stays` raises."""
    forks.check_seat_stays(table, one.index, two.index)
    first = (one.user, one.ai_level, one.role)
    second = (two.user, two.ai_level, two.role)
    clear(table, one)  # clear both first: the database lets nobody sit twice, even in between
    clear(table, two)
    for seat, player in ((two, first), (one, second)):
        seat.user, seat.ai_level, seat.role = player
        seat.save(update_fields=["user", "ai_level", "role"])


def clear(table: Table, seat: TableSeat) -> None:
    """Free a seat, and end the requests of and to its player."""
    _end(table, seat)
    for asking in seat.wanted_by.select_related("user", "wants"):
        _end(table, asking)
    seat.user, seat.ai_level, seat.role = None, "", ""
    seat.save(update_fields=["user", "ai_level", "role"])


def forget(table: Table) -> None:
    """End all requests, because the table is no longer open."""
    table.seats.exclude(wants=None).update(wants=None)
    Notice.objects.filter(key__startswith=_occasion(table)).delete()


def _own_seat(seats: list[TableSeat], user: User) -> TableSeat:
    own = seat_of(seats, user)
    if own is None:
        raise Conflict(_("You don’t sit at this table."), code="not_seated")
    return own


def _ask(table: Table, own: TableSeat, other: TableSeat) -> None:
    assert own.user is not None
    assert other.user_id is not None
    _end(table, own)
    own.wants = other
    own.save(update_fields=["wants"])
    notices.tell(
        user_id=other.user_id,
        key=_occasion(table) + str(own.index),
        text=ASKED,
        params={
            "name": own.user.name,
            "game": notices.message(checks.ruleset(table.game).meta.title),
        },
        link=reverse("lobby:table", args=[table.public_id]),
        event=notices.Event.TABLE,
        by=own.user_id,
    )


def _end(table: Table, asking: TableSeat) -> None:
    if asking.wants_id is None:
        return
    asking.wants = None
    asking.save(update_fields=["wants"])
    Notice.objects.filter(key=_occasion(table) + str(asking.index)).delete()


def _occasion(table: Table) -> str:
    return f"swap:{table.public_id}:"  # in notices' keys, the index of the asking seat follows
