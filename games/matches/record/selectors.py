"""Reading matches, without locks or transactions, unless `record_of` must sign a record first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Q, QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from msgspec.structs import replace

from accounts.selectors import is_program
from games.matches import errors
from games.matches.models import Match, Seat
from games.matches.record import gate, logbook, ranking, signatures, states, stored
from games.matches.record.logbook import LogEntry, Row
from games.matches.record.seal import header_of, opening_seats, recorded
from games.matches.record.states import format_of
from games.matches.record.turns import waiting as seats_waiting
from games.plugin import SPECTATOR, AnyGame, Line, Result, Viewer, line
from games.plugin.model import result_of
from games.protocol import standing, take_backs
from games.protocol.deal import OpenDeal
from games.protocol.names import RecordedSeat
from games.protocol.record import Record
from toolbox.errors import NotFound, NotYet

# Columns that lists don't show; reading them takes longer than all others together.
HEAVY = ("state", "options", "seating", "opening_seats", "chance_counters", "undo", "result")

PAUSED: dict[str, Line] = {
    Match.Paused.SUSPENDED: line("Only computer players are left: the match rests here."),
    Match.Paused.FLAGGED: line(
        "Paused until an administrator has looked at it. Clocks are stopped, and nothing is lost."
    ),
    Match.Paused.CONSENT: line("Paused until everyone agrees to resume. Clocks are stopped."),
    Match.Paused.RESTING: line("Nobody has played for three weeks: the match rests."),
}


@dataclass(frozen=True)
class Snapshot:
    """A match as it stood at one moment: its row, its seats and its state. Never changed.

    An unreadable match has the state None; whatever needs the rules then raises `Unreadable`.
    """

    match: Match
    seats: list[Seat]
    state: Any
    version: int

    @cached_property
    def game(self) -> AnyGame:
        """The rules that show the match, and by which it is played while it runs."""
        if self.state is None:
            raise errors.Unreadable
        return self.match.presentation

    @cached_property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def is_newest(self) -> bool:
        return self.version == self.match.version

    @cached_property
    def gone(self) -> list[int]:
        """The seats that had resigned by this moment, in that order."""
        went = [(seat.resigned, seat.index) for seat in self.seats if seat.resigned is not None]
        return [index for step, index in sorted(went) if step <= self.version]

    @cached_property
    def left(self) -> list[int]:
        """The seats whose people had left for good: resigned, or replaced."""
        taken = [(seat.replaced, seat.index) for seat in self.seats if seat.replaced is not None]
        return [*self.gone, *(index for step, index in taken if step <= self.version)]

    @property
    def voided(self) -> bool:
        """Whether the match was voided by this moment."""
        return self.match.status == Match.Status.VOIDED and self.is_newest

    @property
    def settled(self) -> bool:
        """Whether the match had been settled by this moment: ended as it stood."""
        return self.match.settled is not None and self.match.settled <= self.version

    @property
    def decided(self) -> bool:
        """Whether an administrator had named the result of the match by this moment."""
        return self.match.decided is not None and self.match.decided <= self.version

    @cached_property
    def result(self) -> Result | None:
        """How the match ended: by its rules, because someone gave up, or by an administrator.

        None while it runs, and for a voided match.
        """
        if self.voided:
            return None
        if self.decided or not self.match.has_rules:
            return self._kept_result
        gone, settled = self.gone, self.settled
        if not gone and not settled:
            return self.game.result(self.state)
        form = format_of(self.match)
        return standing.result_of_match(
            self.game,
            form,
            self.state,
            gone,
            settled=settled,
            agreed=self.match.request is not None,
            forfeited=[seat.index for seat in self.seats if seat.forfeited],
        )

    @property
    def ended_by_rules(self) -> bool:
        """Whether the game itself is over, and nobody ended the match in another way."""
        readable = self.match.has_rules and not self.voided and not self.decided
        return readable and self.game.result(self.state) is not None

    @property
    def _kept_result(self) -> Result | None:
        """The stored result, if the rules don't decide it or are gone."""
        kept = self.match.result if self.is_newest else None
        return None if kept is None else result_of(kept)

    @cached_property
    def active_seats(self) -> frozenset[int]:
        """The seats that owe a decision at this moment."""
        over = self.voided or self.result is not None
        return frozenset() if over else self.game.active_seats(self.state)

    def prompt(self, viewer: Viewer) -> Line:
        """The status line: who must do what, or why nobody must."""
        if self.voided and any(s.abandoned and s.replaced == self.version for s in self.seats):
            return line("Everyone has abandoned this match. It doesn’t count.")
        if self.voided and self.match.request is not None:
            return line("Everyone agreed to cancel this match. It doesn’t count.")
        if self.voided and self.settled:
            return line("Nobody came back to this match. It doesn’t count.")
        if self.voided:
            return line("This match was voided by an administrator.")
        if self.result is not None:
            return self.result.reason
        asks_nobody = viewer in self.left or self.is_away(viewer)
        prompt = self.game.prompt(self.state, SPECTATOR if asks_nobody else viewer)
        if not self.is_newest:  # even in a pause the rules were called: can they read it?
            return prompt
        if self.match.paused == Match.Paused.SUSPENDED and self.awaited:
            return line("Everyone is away: the match rests until someone returns.")
        return PAUSED.get(self.match.paused, prompt)

    def moment(self, observation: Any) -> Line:
        """A few words for this point in the game, the same for every viewer."""
        over = self.voided or self.result is not None
        return line("the end") if over else self.game.moment(observation)

    def may_act(self, viewer: Viewer) -> bool:
        """Whether the viewer is a seat that its person can play now."""
        running = self.is_newest and self.match.running and not self.match.paused
        return running and self.plays(viewer)

    def plays(self, viewer: Viewer) -> bool:
        """Whether the viewer is a seat whose person decides for it at this moment."""
        seated = isinstance(viewer, int) and viewer not in self.left
        return seated and not self.is_away(viewer)

    def may_leave(self, viewer: Viewer) -> bool:
        """Whether the viewer is a seat that its person could give up, even in a pause."""
        running = self.is_newest and self.match.running
        return running and isinstance(viewer, int) and viewer not in self.left

    def is_away(self, viewer: Viewer) -> bool:
        """Whether a computer player now looks after the viewer's seat until they return."""
        return self.is_newest and isinstance(viewer, int) and self.seats[viewer].looked_after

    @property
    def awaited(self) -> bool:
        return any(seat.looked_after for seat in self.seats)

    def can_undo(self, viewer: Viewer) -> bool:
        """Whether the seat could take its newest step back. No query."""
        open_to_it = self.may_act(viewer) and ranking.why_no_take_backs(self.match) is None
        return open_to_it and take_backs.reach_of(self.match.undo).seat == viewer

    def can_order(self, viewer: Viewer) -> bool:
        """Whether the seat could leave a standing order now."""
        return isinstance(viewer, int) and self.may_act(viewer) and takes_orders(self.match, viewer)

    def order_of(self, viewer: Viewer) -> Any:
        """The viewer's present standing order, as plain values; None: there is none."""
        return self.seats[viewer].order if isinstance(viewer, int) and self.is_newest else None

    def seat_of(self, user: Any) -> Viewer:
        """The user's seat, or the spectator's view."""
        if user is None or not user.is_authenticated:
            return SPECTATOR
        taken = (seat.index for seat in self.seats if seat.user_id == user.pk)
        return next(taken, SPECTATOR)


def takes_orders(match: Match, seat: int) -> bool:
    game = match.ruleset
    if game.Order is None:
        return False
    options = msgspec.convert(match.options, game.Options)
    return game.takes_orders(options, format_of(match), seat)


def visible(user: Any) -> QuerySet[Match]:
    """The matches that this user may see: public ones, and private ones they sit in.

    Of matches behind the gate only their own running try, and not for a program.
    """
    seats = Seat.objects.filter(user=user) if user.is_authenticated else Seat.objects.none()
    seated = Q(pk__in=seats.values("match"))
    return Match.objects.filter(gate.lets_in_those(seated, by_token=is_program(user)))


def match_for(public_id: str, user: Any) -> Match:
    """The match, if the user may see it.

    Raises `NotFound`, or `Embargoed` for their own try that is over but not open yet.
    """
    found = visible(user).select_related("deal").filter(public_id=public_id).first()
    if found is None:
        _refuse_own_try(public_id, user)
        raise NotFound(_("There is no such match."))
    return found


def _refuse_own_try(public_id: str, user: Any) -> None:
    if user.is_authenticated:
        over = Match.objects.exclude(status=Match.Status.ACTIVE)
        own = over.filter(public_id=public_id, seats__user=user)
        if until := own.values_list("embargo_until", flat=True).first():
            raise errors.Embargoed(until)


def matches_for(
    user: Any,
    *,
    mine: bool = False,
    status: str | None = None,
    waiting: bool = False,
    game: str | None = None,
) -> QuerySet[Match]:
    """Matches that the user may see, newest first. `waiting`: those that wait for them."""
    found = visible(user)
    if mine or waiting:
        seats = Seat.objects.filter(user=user.pk).exclude(user=None)
        seats = seats_waiting(user) if waiting else seats
        found = found.filter(pk__in=seats.values("match"))
    if status:
        found = found.filter(status=status)
    if game:
        found = found.filter(game=game)
    return found.select_related("deal").prefetch_related("seats").order_by("-started_at", "-pk")


def snapshot(match: Match) -> Snapshot:
    """The match as it stands: its own row, one query for the seats. Raises `Unreadable`."""
    return Snapshot(match, stored.seats(match), states.current_state(match), match.version)


def blank(match: Match) -> Snapshot:
    return Snapshot(match, stored.seats(match), None, match.version)


def snapshot_at(match: Match, step: int) -> Snapshot:
    """The match as it stood after a step. Raises what `at` does."""
    return at(blank(match), step)


def at(seen: Snapshot, step: int) -> Snapshot:
    """The match of another snapshot as it stood after a step.

    Raises `NotFound` for an unknown step, `Unreadable` for one that can't be replayed.
    """
    match = seen.match
    if not 0 <= step <= match.version:
        raise NotFound(_("There is no such step."))
    with states.reading(match):
        newest = step == match.version
        state = states.current_state(match) if newest else states.state_at(match, step)
    return Snapshot(match, seen.seats, state, step)


def log_entries(
    match: Match,
    viewer: Viewer,
    names: list[str],
    *,
    after: int = -1,
    upto: int | None = None,
    last: int | None = None,
) -> list[LogEntry]:
    """The log as the viewer may read it: steps after `after`, at most the `last` newest.

    Without the rules only the portal's own lines. Raises `Unreadable` if the rules fail.
    """
    newest = match.version if upto is None else upto
    with states.reading(match):
        if last == logbook.NEWEST and after < 0:
            rows = logbook.newest_rows(match, newest)
        else:
            found = match.steps.filter(index__gt=after, index__lte=newest)
            rows = logbook.rows(found.order_by("-index")[:last])[::-1]
    return entries_of(match, rows, viewer, names)


def entries_of(
    match: Match, rows: Sequence[Row], viewer: Viewer, names: list[str]
) -> list[LogEntry]:
    """The log's lines of these steps for the viewer. Raises `Unreadable` if the rules fail."""
    opened, newer = not match.running, not match.has_rules
    roles = match.seating.get("roles", ())
    with states.reading(match):
        rules = match.known_rules
        lines = logbook.entries(rules, rows, viewer, names, roles=roles, opened=opened, newer=newer)
    return lines + logbook.ending_entries(match, rows, names)


def check_over(match: Match) -> None:
    if match.running:
        raise NotYet(
            _("The record becomes available when the match is over."), code="still_running"
        )


def record_of(match: Match) -> Record:
    """The whole signed record, with the seed. Raises `NotYet` while the match runs."""
    check_over(match)
    with states.reading(match):
        signature = signatures.under(match)  # may refresh the match
        record = _record(match, bytes(match.deal.seed).hex(), opening_seats(match))
        return signatures.completed(record, signature)


def record_so_far(match: Match) -> Record:
    """The record so far, for a reviewer; without the seed and names' salts while the match runs."""
    if not match.running:
        return record_of(match)
    with states.reading(match):
        return _record(match, None, [replace(seat, salt=None) for seat in opening_seats(match)])


def _record(match: Match, seed: str | None, seats: list[RecordedSeat]) -> Record:
    header = header_of(match)
    return Record(
        format=header.format,
        game=header.game,
        rules_version=header.rules_version,
        options=header.options,
        seating=header.seating,
        seats=seats,
        deal=OpenDeal(header.deal_id, header.commitment, seed),
        steps=[recorded(step) for step in match.steps.filter(index__lte=match.version)],
        result=match.result,
    )
