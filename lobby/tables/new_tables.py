"""How a table is opened, and opened again for the same people."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.guests.gate import Members, refuse_guest
from accounts.models import User
from games.matches.errors import NotYourSeat
from games.matches.models import Match, Seat, Step
from games.matches.play.actions.services import open_deal
from games.matches.play.parts import forks
from games.matches.record import selectors as matches
from lobby.models import Table, TableSeat
from lobby.tables import changes, checks, invitations, match_quotas, paces, seat_changes
from lobby.tables.start import start
from toolbox.errors import Conflict


def open_table(
    *,
    host: User,
    game: str,
    seats: int,
    options: dict[str, Any] | None = None,
    ai: dict[int, str] | None = None,
    seat: int | None = 0,
    clock: Any = None,
    absence: Any = None,
    reliable: int = 0,
    private: bool = False,
    practice: bool = False,
    sit: bool = True,
    role: str = "",
    first: int | None = None,
    counted: bool = True,
    begin: bool = False,
) -> Table:
    """A new table. The host sits at `seat` (None: the first free one) unless `sit` is False.

    `options` need name only what differs from the game's defaults; `ai` maps seats (counted from
    0) to levels, `clock` is one of `games.matches.play.parts.clock` or None. `absence` says what
    happens when somebody stays away (`checks.check_absence`), `reliable` the share in percent of
    their matches that people must have stayed in to sit down; new ones may. `role` is the part the
    host wants to play ("": any), `first` the seat that begins (None: by the rules). `practice`
    keeps a run from the leaderboards, and so does `private`. The deal's commitment is public from
    here on.
    `begin`: its match starts at once, or there is no table. Raises what `match_quotas.check`
    raises, if `counted`, and 403 `guest_open_table` for guests, who have no tables that wait.
    """
    if not begin:
        refuse_guest(host, Members.OPEN_TABLE)
    ruleset = checks.ruleset(game)
    checks.check_seats(ruleset, seats)
    if practice:
        checks.check_practice(ruleset, seats)
    agreed = checks.check_clock(clock)
    contract = checks.check_absence(ruleset, absence, agreed, seats)
    written_out = checks.checked_options(ruleset, options or {}, seats)
    own = _seated_host(seats, ai or {}, seat) if sit else None
    for index, level in (ai or {}).items():
        checks.check_seat(index, seats, field=f"ai.{index}")
        checks.check_level(ruleset, level, field=f"ai.{index}")
    checks.check_role(ruleset, written_out, seats, role)
    table = Table(
        host=host,
        game=game,
        options=written_out,
        clock=agreed,
        absence=contract,
        reliable=checks.check_reliable(reliable),
        pace=paces.kind_of(agreed),
        private=private,
        practice=practice or (private and checks.is_ranked(ruleset, seats)),
        first=first,
    )
    seated = [
        TableSeat(
            index=index,
            user=host if index == own else None,
            ai_level=(ai or {}).get(index, ""),
            role=role if index == own else "",
        )
        for index in range(seats)
    ]
    return set_up(table, seated, counted=counted, begin=begin)


def set_up(table: Table, seats: list[TableSeat], *, counted: bool, begin: bool) -> Table:
    """Store a new table with its seats and a fresh deal; `begin`: its match starts at once.

    Raises what `match_quotas.check` raises, if it is `counted`.
    """
    with transaction.atomic():
        if counted:
            match_quotas.check(table.host)
        table.deal = open_deal()
        table.save(force_insert=True)
        for seat in seats:
            seat.table = table
        changes.settle(table, TableSeat.objects.bulk_create(seats))
        return start(table=table, user=table.host) if begin else table


def _seated_host(seats: int, ai: dict[int, str], wanted: int | None) -> int:
    """The seat of a host who plays: the wanted one, or the first that no computer player has."""
    if wanted is None:
        free = [index for index in range(seats) if index not in ai]
        if not free:
            raise checks.malformed("ai", _("That leaves no seat for you."))
        return free[0]
    checks.check_seat(wanted, seats, field="seat")
    if wanted in ai:
        raise checks.malformed("ai", _("That is your own seat."))
    return wanted


def rematch(*, public_id: str, user: User) -> Table:
    """The table at which the people of a finished match play again; the caller sits there.

    Whoever asks first opens it, with everything as it was but the first player, who is the next
    one, and invites the others; the others sit down at it. Against computer players alone it begins
    at once. Raises NotFound, Forbidden `not_your_seat`, or `guest_rematch` for a guest who is the
    first to ask people, Conflict `still_running` and what `seat_changes.join` raises.
    """
    match = matches.match_for(public_id, user)
    with transaction.atomic():
        one = Match.objects.select_for_update(of=("self",), no_key=True)  # forks may refer to it
        match = one.get(pk=match.pk)
        seats = list(match.seats.select_related("user"))
        own = next((seat for seat in seats if seat.user_id == user.pk), None)
        if own is None:
            raise NotYourSeat
        if match.running:
            raise Conflict(_("The match isn’t over yet."), code="still_running")
        table = Table.objects.filter(rematch_of=match).first()
        if table is None or table.status == Table.Status.CLOSED:
            alone = all(seat.ai_level for seat in seats if seat != own)
            if not alone:
                refuse_guest(user, Members.REMATCH)
            return _opened_again(match, seats, own, table, begin=alone)
    if table.match_id and table.seats.filter(user=user).exists():
        return table
    return seat_changes.join(table=table, user=user, again=True)


def _opened_again(
    match: Match, seats: list[Seat], own: Seat, closed: Table | None, *, begin: bool
) -> Table:
    assert own.user is not None
    if closed is not None:  # everyone left the first one
        closed.rematch_of = None
        closed.save(update_fields=["rematch_of"])
    table = open_table(
        host=own.user,
        game=match.game,
        seats=len(seats),
        options=match.options,
        ai={seat.index: seat.ai_level for seat in seats if seat.ai_level},
        seat=own.index,
        clock=match.clock,
        absence=match.absence,
        private=match.visibility == Match.Visibility.PRIVATE,
        practice=_was_practice(match),
        first=_next_first(match, len(seats)),
        begin=begin,
    )
    table.rematch_of = match
    table.save(update_fields=["rematch_of"])
    hidden = blocks.hidden_from(own.user)
    for seat in seats:
        there = seat.user if not seat.ai_level else None
        if there and there.is_active and there.pk not in {own.user_id, *hidden}:
            invitations.ask(table, there, by=own.user, rematch=True)
    return table


def _was_practice(match: Match) -> bool:
    """Whether the run was practice, and the newest rules still know of anything else."""
    ranked = checks.is_ranked(checks.ruleset(match.game), len(match.opening_seats))
    return ranked and match.unranked == Match.Unranked.PRACTICE


def _next_first(match: Match, seats: int) -> int | None:
    """The seat after the one that began; None where nobody moved."""
    opening = match.steps.filter(kind__in=[Step.Kind.ACTION, Step.Kind.TIME_OUT])
    began = opening.order_by("index").values_list("seat", flat=True).first()
    return None if began is None else (began + 1) % seats


def fork(
    *,
    public_id: str,
    user: User,
    step: int,
    seat: int,
    ai: dict[int, str] | None = None,
    private: bool = False,
) -> Table:
    """A table at which that match goes on after that step. The user sits at `seat`.

    What is known there is what that seat knew; the rest is dealt anew. `ai` maps seats to levels of
    computer players. If no seat is left free the match begins at once, else the table waits for
    people. No clock runs. What goes on from a private match is private, and only those who may look
    at it sit there. Raises `NotFound`, what `games.matches.play.parts.forks.beginning_at` and
    `match_quotas.check` raise, and 403 `guest_open_table` for a guest who wants people there.
    """
    match = matches.match_for(public_id, user)
    forks.beginning_at(match, step, seat)  # refused now rather than when the table is full
    levels = _checked_levels(match, seat, ai or {})
    count = len(match.opening_seats)
    alone = len(levels) == count - 1
    if not alone:
        refuse_guest(user, Members.OPEN_TABLE)
    table = Table(
        host=user,
        game=match.game,
        options=match.options,
        pace=paces.kind_of(None),
        private=private or match.visibility == Match.Visibility.PRIVATE,
        fork_of=match,
        fork_step=step,
        fork_seat=seat,
    )
    seats = [
        TableSeat(index=n, user=user if n == seat else None, ai_level=levels.get(n, ""))
        for n in range(count)
    ]
    return set_up(table, seats, counted=True, begin=alone)


def _checked_levels(match: Match, own: int, ai: dict[int, str]) -> dict[int, str]:
    count = len(match.opening_seats)
    for index, level in ai.items():
        field = f"ai.{index}"
        checks.check_seat(index, count, field=field)
        checks.check_level(match.ruleset, level, field=field)
        if index == own:
            raise checks.malformed(field, _("That is your own seat."))
    return ai
