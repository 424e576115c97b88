"""Changes of seats: sitting down, getting up, swapping, computer players, roles.

They raise the refusals that `lobby.tables.services` lists.
"""

from collections.abc import Iterable
from contextlib import suppress

from django.db.models import Q
from django.utils.translation import gettext as _, gettext_noop

from accounts import blocks, notices, sanctions
from accounts.guests.gate import Members, refuse_guest
from accounts.models import User
from accounts.talk import services as talk
from games.matches.errors import RulesGone
from games.matches.models import Seat
from lobby.models import Table, TableSeat
from lobby.tables import checks, forks, guest_share, hosts, invitations, selectors, swaps
from lobby.tables.changes import changing, check_host, seat_of
from toolbox.errors import Conflict, Forbidden, NotFound

SENT_AWAY = gettext_noop("{host} freed your seat at a table of {game}.")


def join(*, table: Table, user: User, seat: int | None = None, again: bool = False) -> Table:
    """Take `seat`, or the first free one. `again`: a person who already sits there just stays.

    409 `already_seated`; `cannot_join`, without a reason, if the host sent them away, a block
    separates them from somebody there, or it is for members of another club; `cannot_see_origin` if
    they may not see the match it continues; `rules_gone` if that can't be continued; `not_reliable`
    if it asks for people who stay. For programs 403 `people_only` if it is rated; for guests 403
    `guest_rated`, `guest_public_table` unless it is private, and what `guest_share.check` raises.
    """
    if table.rated:
        checks.check_may_be_rated(user)
    elif not table.takes_guests:
        refuse_guest(user, Members.PUBLIC_TABLE)
    with changing(table) as (table, seats):
        if seat_of(seats, user):
            if again:
                return table
            raise Conflict(_("You are already seated at this table."), code="already_seated")
        _check_welcome(table, seats, user)
        forks.check_may_know(table, user)
        if forks.rules_are_gone(table):
            raise RulesGone
        _check_reliable(table, user)
        if user.is_guest:
            guest_share.check(user, at=table)
        free = _free_seat(seats, _former_seat(table, seats, user) if seat is None else seat)
        if not invitations.answered(table, user) and table.rematch_of_id:
            _check_not_kept(table, seats)
        free.user = user
        free.save(update_fields=["user"])
        invitations.withdraw(table, blocks.hidden_from(user))
    return table


def leave(*, table: Table, user: User) -> Table:
    """Get up, or stop hosting. A host's table passes on or closes (`hosts.hand_over`)."""
    with changing(table) as (table, seats):
        own = seat_of(seats, user)
        if own is None and table.host_id != user.pk:
            raise Conflict(_("You don’t sit at this table."), code="not_seated")
        if own is not None:
            swaps.clear(table, own)
        if table.host_id == user.pk:
            hosts.hand_over(table, seats)
    return table


def leave_all(*, user: User) -> None:
    """Get up from every open table, and stop hosting any."""
    for table in Table.objects.filter(selectors.own(user), status=Table.Status.OPEN):
        with suppress(Conflict, NotFound):  # it has begun or was closed meanwhile
            leave(table=table, user=user)


def kick(*, table: Table, user: User, seat: int) -> Table:
    """Send the person on `seat` away; they come back only if invited. Host only.

    409 `nobody_there` if no person sits there, or the host.
    """
    with changing(table) as (table, seats):
        check_host(table, user)
        checks.check_seat(seat, len(seats), field="seat")
        gone = seats[seat].user
        if gone is None or gone.pk == user.pk:
            raise Conflict(_("There is nobody to send away."), code="nobody_there")
        swaps.clear(table, seats[seat])
        table.barred.add(gone)
        talk.refresh(gone.pk)  # they may no longer read the table's chat
        notices.tell(
            user_id=gone.pk,
            key=f"sent-away:{table.public_id}",
            text=SENT_AWAY,
            params={"host": user.name, "game": checks.ruleset(table.game).meta.title},
            event=notices.Event.TABLE,
        )
    return table


def swap(*, table: Table, user: User, seat: int, other: int) -> Table:
    """Swap two seats: the host any, others theirs and one without a person (409 `seat_taken`)."""
    with changing(table) as (table, seats):
        checks.check_seat(seat, len(seats), field="seat")
        checks.check_seat(other, len(seats), field="other")
        one, two = seats[seat], seats[other]
        if table.host_id != user.pk:
            if one.user_id != user.pk:
                raise Forbidden(_("You can only move yourself."), code="not_the_host")
            if two.user_id not in (None, user.pk):
                raise Conflict(_("That seat is taken."), code="seat_taken")
        if one is not two:
            swaps.exchange(table, one, two)
    return table


def choose_role(*, table: Table, user: User, seat: int, role: str) -> Table:
    """Choose the role ("": any) of the user's own seat or, as the host, of a computer player's.

    400 `malformed` for a role that this table doesn't have, 409 `role_taken`, `parts_are_given` for
    a fork, whose seats keep their roles.
    """
    with changing(table) as (table, seats):
        forks.check_chooses_parts(table)
        checks.check_seat(seat, len(seats), field="seat")
        wished = seats[seat]
        if wished.user_id != user.pk and not (wished.ai_level and table.host_id == user.pk):
            raise Forbidden(_("You can only choose your own role."), code="not_your_seat")
        wished.role = ""
        taken = [seat.role for seat in seats]
        checks.check_role(checks.ruleset(table.game), table.options, len(seats), role, taken=taken)
        wished.role = role
        wished.save(update_fields=["role"])
    return table


def add_ai(
    *, table: Table, user: User, level: str, seat: int | None = None, every: bool = False
) -> Table:
    """Put a computer player on `seat`, the first free seat, or `every` free seat. Host only.

    409 `rated_people` at a rated table, unless it is cooperative and has seats left for two people.
    """
    checks.check_level(forks.rules_of(table), level, field="level")
    with changing(table) as (table, seats):
        check_host(table, user)
        free = _free_seat(seats, seat)
        to_fill = [other for other in seats if other.is_free] if every else [free]
        if table.rated and (why_not := _why_not_rated(table, seats, len(to_fill))):
            raise Conflict(why_not, code="rated_people")
        for filled in to_fill:
            filled.ai_level = level
            filled.save(update_fields=["ai_level"])
    return table


def remove_ai(*, table: Table, user: User, seat: int) -> Table:
    """Free the seat of a computer player. Host only; 409 `no_ai` if none sits there."""
    with changing(table) as (table, seats):
        check_host(table, user)
        checks.check_seat(seat, len(seats), field="seat")
        if not seats[seat].ai_level:
            raise Conflict(_("No computer player sits there."), code="no_ai")
        swaps.clear(table, seats[seat])
    return table


def _why_not_rated(table: Table, seats: list[TableSeat], more: int) -> str:
    """Why the table couldn't be rated with that many `more` computer players, or ""."""
    ai = sum(bool(seat.ai_level) for seat in seats) + more
    return checks.why_not_rated(checks.ruleset(table.game), table.options, len(seats), ai)


def _check_welcome(table: Table, seats: list[TableSeat], user: User) -> None:
    people = {seat.user_id for seat in seats} | {table.host_id}
    barred = people & blocks.hidden_from(user) or table.barred.filter(pk=user.pk).exists()
    if barred or (user.pk != table.host_id and not selectors.is_open_to(table, user)):
        raise Conflict(_("You can’t join this table."), code="cannot_join")


def _check_not_kept(table: Table, seats: list[TableSeat]) -> None:
    """Keep a rematch's seats for the people of the match who haven't answered yet."""
    waiting = table.invitations.filter(declined=False).count()
    if sum(seat.is_free for seat in seats) <= waiting:
        raise Conflict(_("These seats are reserved for others."), code="seats_kept")


def _former_seat(table: Table, seats: list[TableSeat], user: User) -> int | None:
    """The person's seat in the match that a rematch repeats, if it is free."""
    if table.rematch_of_id is None:
        return None
    former = Seat.objects.filter(match=table.rematch_of_id, user=user)
    index = former.values_list("index", flat=True).first()
    return index if index is not None and seats[index].is_free else None


def _free_seat(seats: list[TableSeat], wanted: int | None) -> TableSeat:
    if wanted is not None:
        checks.check_seat(wanted, len(seats), field="seat")
        if not seats[wanted].is_free:
            raise Conflict(_("That seat is taken."), code="seat_taken")
        return seats[wanted]
    free = next((seat for seat in seats if seat.is_free), None)
    if free is None:
        raise Conflict(_("Every seat is taken."), code="table_full")
    return free


def _check_reliable(table: Table, user: User) -> None:
    """Raises Conflict `not_reliable`, but not for new people, the host and invited people."""
    share = user.reliability
    if share is None or share >= table.reliable or table.host_id == user.pk:
        return
    if not table.invitations.filter(user=user).exists():
        text = _("This table is for people who finish at least {n}% of their matches.")
        raise Conflict(text.format(n=table.reliable), code="not_reliable")


AT_ONCE = 100  # people that one sweep looks at


def is_shut_out(user: User) -> bool:
    """Whether the account is closed or banned, by its loaded row."""
    return not user.is_active or sanctions.is_banned(user)


def check_all_can_play(seats: Iterable[TableSeat]) -> None:
    """Raises Conflict `shut_out` if someone who sits there can't play."""
    for seat in seats:
        if seat.user is not None and is_shut_out(seat.user):
            text = _("{name} can’t play right now.")
            raise Conflict(text.format(name=seat.user.name), code="shut_out")


def leave_of_the_shut_out(*, user_id: int | None = None) -> None:
    """Free the seats of people who are shut out, or only this person's, at open tables."""
    shut_out = Q(is_active=False) | sanctions.banned()
    waiting = Table.objects.filter(status=Table.Status.OPEN)
    at_a_table = Q(hosted_tables__in=waiting) | Q(table_seats__table__in=waiting)
    people = User.objects.filter(shut_out, at_a_table).distinct().order_by("pk")
    if user_id is not None:
        people = people.filter(pk=user_id)
    for user in people[:AT_ONCE]:
        leave_all(user=user)
