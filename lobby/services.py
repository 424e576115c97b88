"""What can be done with tables. Every change locks the table's row first.

All functions raise `accounts.errors.Refusal`: 400 `malformed` with the field at fault, 403 where
the host alone may act, 409 where the table has moved on (`closed`, `started`, `seat_taken`, …).
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden
from accounts.models import User
from games.matches import services as matches
from lobby import rules
from lobby.models import Table, TableSeat


def open_table(
    *,
    host: User,
    game: str,
    seats: int,
    options: dict[str, Any] | None = None,
    ai: dict[int, str] | None = None,
    seat: int | None = 0,
    clock: Any = None,
    private: bool = False,
    sit: bool = True,
) -> Table:
    """A new table. The host sits at `seat` (None: the first free one) unless `sit` is False.

    `options` need name only what differs from the game's defaults; `ai` maps seats (counted from
    0) to levels, `clock` is a `games.matches.clock` one or None. The deal's commitment is public
    from here on.
    """
    ruleset = rules.ruleset(game)
    rules.check_seats(ruleset, seats)
    agreed = rules.check_clock(clock)
    written_out = rules.checked_options(ruleset, options or {}, seats)
    people = _seated_host(seats, ai or {}, seat) if sit else None
    for index, level in (ai or {}).items():
        rules.check_seat(index, seats, field=f"ai.{index}")
        rules.check_level(ruleset, level, field=f"ai.{index}")
    with transaction.atomic():
        table = Table.objects.create(
            host=host,
            game=game,
            options=written_out,
            clock=agreed,
            private=private,
            deal=matches.open_deal(),
        )
        TableSeat.objects.bulk_create(
            TableSeat(
                table=table,
                index=index,
                user=host if index == people else None,
                ai_level=(ai or {}).get(index, ""),
            )
            for index in range(seats)
        )
    return table


def join(*, table: Table, user: User, seat: int | None = None) -> Table:
    """Take `seat`, or the first free one. Nobody sits twice at one table (409 `already_seated`)."""
    with transaction.atomic():
        table, seats = _locked(table)
        _check_open(table)
        if any(taken.user_id == user.pk for taken in seats):
            raise Conflict(_("You already sit at this table."), code="already_seated")
        place = _free_seat(seats, seat)
        place.user = user
        place.save(update_fields=["user"])
    return table


def leave(*, table: Table, user: User) -> Table:
    """Get up, or stop hosting. A host's table passes to another seated person, or closes."""
    with transaction.atomic():
        table, seats = _locked(table)
        _check_open(table)
        own = next((seat for seat in seats if seat.user_id == user.pk), None)
        if own is None and table.host_id != user.pk:
            raise Conflict(_("You don't sit at this table."), code="not_seated")
        if own is not None:
            own.user = None
            own.save(update_fields=["user"])
        if table.host_id == user.pk:
            _hand_over(table, seats)
    return table


def add_ai(*, table: Table, user: User, level: str, seat: int | None = None) -> Table:
    """Let a computer player of that level take `seat`, or the first free one. Host only."""
    rules.check_level(rules.ruleset(table.game), level, field="level")
    with transaction.atomic():
        table, seats = _locked(table)
        _check_host(table, user)
        _check_open(table)
        place = _free_seat(seats, seat)
        place.ai_level = level
        place.save(update_fields=["ai_level"])
    return table


def remove_ai(*, table: Table, user: User, seat: int) -> Table:
    """Free a seat that a computer player holds. Host only; 409 `no_ai` where none sits."""
    with transaction.atomic():
        table, seats = _locked(table)
        _check_host(table, user)
        _check_open(table)
        rules.check_seat(seat, len(seats), field="seat")
        if not seats[seat].ai_level:
            raise Conflict(_("No computer player sits there."), code="no_ai")
        seats[seat].ai_level = ""
        seats[seat].save(update_fields=["ai_level"])
    return table


def start(*, table: Table, user: User) -> Table:
    """Begin the match. Host only; starting a started table again changes nothing.

    A table never starts by itself: 409 `seats_free` until every seat is taken.
    """
    with transaction.atomic():
        table, seats = _locked(table)
        _check_host(table, user)
        if table.match_id:
            return table
        _check_open(table)
        if any(seat.is_free for seat in seats):
            raise Conflict(_("There are free seats."), code="seats_free")
        table.match = matches.start_match(
            game=table.game,
            options=table.options,
            players=[matches.Player(user=seat.user, ai_level=seat.ai_level) for seat in seats],
            deal=table.deal,
            private=table.private,
            clock=table.clock,
        )
        table.status = Table.Status.STARTED
        table.save(update_fields=["match", "status"])
    return table


def _seated_host(seats: int, ai: dict[int, str], wanted: int | None) -> int:
    """The seat of a host who plays: the wanted one, or the first that no computer player has."""
    if wanted is None:
        free = [index for index in range(seats) if index not in ai]
        if not free:
            raise rules.malformed("ai", _("That leaves no seat for you."))
        return free[0]
    rules.check_seat(wanted, seats, field="seat")
    if wanted in ai:
        raise rules.malformed("ai", _("You sit there yourself."))
    return wanted


def _locked(table: Table) -> tuple[Table, list[TableSeat]]:
    """The table as it is now, for this transaction alone, with its seats."""
    fresh = (
        Table.objects.select_for_update(of=("self",))
        .select_related("host", "deal", "match")
        .get(pk=table.pk)
    )
    return fresh, list(fresh.seats.select_related("user"))


def _check_open(table: Table) -> None:
    if table.status == Table.Status.STARTED:
        raise Conflict(_("This match has already begun."), code="started")
    if table.status == Table.Status.CLOSED:
        raise Conflict(_("This table is closed."), code="closed")


def _check_host(table: Table, user: User) -> None:
    if table.host_id != user.pk:
        raise Forbidden(_("Only the host of this table may do that."), code="not_the_host")


def _free_seat(seats: list[TableSeat], wanted: int | None) -> TableSeat:
    if wanted is not None:
        rules.check_seat(wanted, len(seats), field="seat")
        if not seats[wanted].is_free:
            raise Conflict(_("That seat is taken."), code="seat_taken")
        return seats[wanted]
    free = next((seat for seat in seats if seat.is_free), None)
    if free is None:
        raise Conflict(_("Every seat is taken."), code="table_full")
    return free


def _hand_over(table: Table, seats: list[TableSeat]) -> None:
    heir = next((seat.user for seat in seats if seat.user), None)
    if heir:
        table.host = heir
    else:
        table.status = Table.Status.CLOSED
    table.save(update_fields=["host", "status"])
