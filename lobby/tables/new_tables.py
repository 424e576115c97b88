"""Opens tables: new ones, rematches and forks."""

from collections.abc import Sequence
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
from games.plugin import AnyGame
from lobby.models import Club, Table, TableSeat
from lobby.tables import (
    changes,
    checks,
    invitations,
    match_quotas,
    paces,
    seat_changes,
    selectors,
)
from lobby.tables.start import start
from toolbox.commits import after_commit
from toolbox.errors import Conflict
from toolbox.task_queue import queue


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
    club: str | None = None,
    practice: bool = False,
    rated: bool = False,
    sit: bool = True,
    role: str = "",
    first: int | None = None,
    counted: bool = True,
    begin: bool = False,
    invite: Sequence[str] = (),
) -> Table:
    """Open a table. The deal's commitment is public from here on.

    `seat`: the host's seat (None: the first free one), unless `sit` is False; `role`: the role the
    host wants ("": any). `options` need only values that differ from the game's defaults. `ai` maps
    seats, counted from 0, to levels. `clock`: one of `games.matches.play.parts.clock`, or None.
    `absence`: what happens when somebody stays away (`checks.check_absence`). `reliable`: the
    percentage of their matches that people must have finished to sit down; new people always may.
    `club`: the public id of one of the host's clubs; a `private` table is for its members only.
    `practice` keeps a run from the leaderboards, and so does `private`. `rated`: it counts for
    ratings, so only people with accounts play, and in cooperative games also computer players.
    `first`: the seat that begins (None: by the rules). `begin`: start the match at once, or open no
    table. `invite`: user names of people to invite.

    Raises what `match_quotas.check` raises, if `counted`, what `invitations.challenged` raises, 429
    `too_fast` for too many invitations, and 403 `guest_open_table` for guests, who can't have
    waiting tables.
    """
    if not begin:
        refuse_guest(host, Members.OPEN_TABLE)
    ruleset = checks.ruleset(game)
    checks.check_seats(ruleset, seats)
    if practice:
        checks.check_practice(ruleset, seats)
    if rated:
        checks.check_may_be_rated(host)
    clock = checks.check_clock(clock)
    absence = checks.check_absence(ruleset, absence, clock, seats)
    options = checks.checked_options(ruleset, options or {}, seats)
    levels = ai or {}
    if rated and (why_not := checks.why_not_rated(ruleset, options, seats, len(levels))):
        raise checks.malformed("rated", why_not)
    own = _seated_host(seats, levels, seat) if sit else None
    _check_levels(ruleset, levels, seats)
    if invite and len(levels) + (own is not None) == seats:
        raise checks.malformed("invite", _("That leaves no seat for the people you invite."))
    checks.check_role(ruleset, options, seats, role)
    table = Table(
        host=host,
        game=game,
        options=options,
        clock=clock,
        absence=absence,
        reliable=checks.check_reliable(reliable),
        pace=paces.kind_of(clock),
        private=private,
        practice=practice or (private and checks.is_ranked(ruleset, seats)),
        rated=rated,
        first=first,
    )
    for _name in invite:
        changes.check_not_too_fast("invitations", host)
    guests = invitations.challenged(invite, by=host)
    with transaction.atomic():
        table = _set_up(
            table, seats, own, levels, club=club, role=role, counted=counted, begin=begin
        )
        for guest in guests:
            invitations.check_open_to(table, guest)
            invitations.ask(table, guest, by=host)
        if not begin:
            after_commit(queue, "lobby.tasks.tell_followers", table.pk)
    return table


def _set_up(
    table: Table,
    count: int,
    own: int | None,
    levels: dict[int, str],
    *,
    club: str | None = None,
    role: str = "",
    counted: bool = True,
    begin: bool,
) -> Table:
    """Store a table with `count` seats and a fresh deal; the host has the seat `own`."""
    seats = [
        TableSeat(
            index=n,
            user=table.host if n == own else None,
            ai_level=levels.get(n, ""),
            role=role if n == own else "",
        )
        for n in range(count)
    ]
    with transaction.atomic():
        if counted:
            match_quotas.check(table.host)
        table.club = checks.check_club(club, table.host)
        table.deal = open_deal()
        table.save(force_insert=True)
        for seat in seats:
            seat.table = table
        changes.store(table, TableSeat.objects.bulk_create(seats))
        return start(table=table, user=table.host) if begin else table


def _check_levels(ruleset: AnyGame, ai: dict[int, str], seats: int) -> None:
    for index, level in ai.items():
        checks.check_seat(index, seats, field=f"ai.{index}")
        checks.check_level(ruleset, level, field=f"ai.{index}")


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
    """Open a table for the people of a finished match, or sit down at it if it is open.

    Its terms are the same, except that the next player begins; the other people are invited. With
    computer players alone the match begins at once. Raises NotFound; Forbidden `not_your_seat`, and
    `guest_rematch` for a guest who would invite people; Conflict `still_running`; and what
    `seat_changes.join` raises.
    """
    match = matches.match_for(public_id, user)
    with transaction.atomic():
        rows = Match.objects.select_for_update(of=("self",), no_key=True)  # forks may refer to it
        match = rows.get(pk=match.pk)
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
    ai = {seat.index: seat.ai_level for seat in seats if seat.ai_level}
    ruleset = checks.ruleset(match.game)
    if closed is not None:  # everyone left the first rematch
        closed.rematch_of = None
        closed.save(update_fields=["rematch_of"])
    table = open_table(
        host=own.user,
        game=match.game,
        seats=len(seats),
        options=match.options,
        ai=ai,
        seat=own.index,
        clock=match.clock,
        absence=match.absence,
        private=match.visibility == Match.Visibility.PRIVATE,
        club=_club_of(match, own.user),
        practice=match.unranked == Match.Unranked.PRACTICE
        and checks.is_ranked(ruleset, len(match.opening_seats)),
        rated=match.rated and not checks.why_not_rated(ruleset, match.options, len(seats), len(ai)),
        first=_next_first(match, len(seats)),
        begin=begin,
    )
    table.rematch_of = match
    table.save(update_fields=["rematch_of"])
    hidden = blocks.hidden_from(own.user)
    for seat in seats:
        former = seat.user if not seat.ai_level else None
        welcome = former and former.is_active and former.pk not in {own.user_id, *hidden}
        if former and welcome and selectors.is_open_to(table, former):
            invitations.ask(table, former, by=own.user, rematch=True)
    return table


def _club_of(match: Match, user: User) -> str | None:
    """The public id of the club in which the match was opened, if the person is still a member."""
    clubs = Club.objects.filter(tables__match=match, memberships__user=user)
    return clubs.values_list("public_id", flat=True).first()


def _next_first(match: Match, seats: int) -> int | None:
    """The seat after the one that began; None if nobody moved."""
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
    """Open a table that continues the match after that step, with the user at `seat`.

    It keeps what `seat` knew; the rest is dealt anew. `ai` maps seats to levels of computer
    players. If no seat is free the match begins at once, else the table waits. There is no clock.
    A fork of a private match is private, and only people who may see that match can join it. Raises
    `NotFound`, what `games.matches.play.parts.forks.beginning_at` and `match_quotas.check` raise,
    and 403 `guest_open_table` for a guest who wants to play with people.
    """
    match = matches.match_for(public_id, user)
    forks.beginning_at(match, step, seat)  # refused now rather than when the table is full
    levels = ai or {}
    count = len(match.opening_seats)
    _check_levels(match.ruleset, levels, count)
    if seat in levels:
        raise checks.malformed(f"ai.{seat}", _("That is your own seat."))
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
    return _set_up(table, count, seat, levels, begin=alone)
