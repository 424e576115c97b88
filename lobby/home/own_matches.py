"""A person's matches as lists show them: waiting for them, running, and finished.

Only waiting matches have their state read, for the prompt; the number of queries is constant.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext

from games.matches.models import Match, Seat
from games.matches.page import stand_in
from games.matches.page.thumbs import thumb
from games.matches.play.engine import unreadable
from games.matches.play.parts import attendance
from games.matches.record import gate, match_names, places
from lobby.game_cards import points
from lobby.home import own_seats
from toolbox.templatetags.wording import figure


@dataclass(frozen=True)
class Waiting:
    """A match in which it is the person's turn."""

    match: Match
    title: str
    prompt: str
    picture: str  # the board as HTML, or ""
    seats: list[Seat]
    own: int
    since: datetime
    deadline: datetime | None  # None without a clock
    share: int | None  # percent of their time left; None without a clock


@dataclass(frozen=True)
class Running:
    """A match in which it is someone else's turn."""

    match: Match
    title: str
    turn: str
    seats: list[Seat]
    own: int
    since: datetime
    deadline: datetime | None  # of the clock that runs out first; None without one


@dataclass(frozen=True)
class Finished:
    """A match that is over."""

    match: Match
    title: str
    words: str
    rank: int | None  # None if ranks aren't places
    won: bool
    scored: bool  # neither won nor lost
    against: str
    at: datetime
    note: str  # says that its rules are gone, or ""


@dataclass(frozen=True)
class Turns:
    """How many matches wait for a person, and the first of their deadlines."""

    count: int
    nearest: datetime | None


def turns(user: Any) -> Turns:
    """The person's turns. One query."""
    return Turns(*own_seats.count_waiting(user))


def waiting_rows(seats: Sequence[Any]) -> list[Waiting]:
    """Rows of these seats, which wait for their person.

    An unreadable match says so this once: it gets flagged, and then waits for nobody.
    """
    prompts = unreadable.prompts((seat.match, seat.index) for seat in seats)
    return [
        _waiting(seat, prompt, thumb(seat.match, seat.index) if readable else "")
        for seat, (prompt, readable) in zip(seats, prompts, strict=True)
    ]


def _waiting(seat: Any, prompt: str, picture: str) -> Waiting:
    return Waiting(
        match=seat.match,
        title=match_names.without_people(seat.match),
        prompt=prompt,
        picture=picture,
        seats=list(seat.match.seats.all()),
        own=seat.index,
        since=seat.since or seat.match.started_at,
        deadline=seat.deadline,
        share=_share(seat),
    )


def _share(seat: Seat) -> int | None:
    if seat.deadline is None or not seat.bank:
        return None
    left = (seat.deadline - timezone.now()) / seat.bank
    return round(100 * min(1.0, max(0.0, left)))


def _rows(seats: Sequence[Any]) -> list[Running]:
    unread = unreadable.keys_among(seat.match for seat in seats)
    away = _away(seat.match for seat in seats)
    return [_running(seat, seat.match_id in unread, away) for seat in seats]


def _away(matches: Iterable[Match]) -> dict[int, date]:
    """The last day of vacation of people whose turn it is in games over days, by user id."""
    long = [match for match in matches if attendance.heeded_in(match)]
    owing = [seat for match in long for seat in match.seats.all() if seat.waits_for_person]
    return attendance.last_days_away(
        {seat.user_id for seat in owing if seat.user_id}, timezone.now()
    )


def rows_of(seats: Sequence[Any]) -> tuple[list[Running], list[Finished]]:
    """Rows of these seats, in order, of matches that run and that are over."""
    over = [seat for seat in seats if not (seat.match.running or gate.is_shut(seat.match))]
    finished = [_finished(seat) for seat in over]
    return _rows([seat for seat in seats if seat.match.running]), finished


def _running(seat: Any, unread: bool, away: Mapping[int, date]) -> Running:
    everybody = list(seat.match.seats.all())
    return Running(
        match=seat.match,
        title=match_names.without_people(seat.match),
        turn=stand_in.sentence()
        if unread and not seat.abandoned
        else turn(seat.match, everybody, seat, away),
        seats=everybody,
        own=seat.index,
        since=seat.since or seat.match.started_at,
        deadline=_deadline(seat.match, everybody),
    )


def _deadline(match: Match, seats: Iterable[Seat]) -> datetime | None:
    """The first deadline of the clocks that run in this match."""
    running = [] if match.paused else [seat.deadline for seat in seats if seat.waits_for_person]
    return min((deadline for deadline in running if deadline), default=None)


def _finished(seat: Seat) -> Finished:
    match = seat.match
    others = [other for other in match.seats.all() if other.pk != seat.pk]
    counts = match.status == Match.Status.FINISHED
    outcomes = [seat.outcome, *(other.outcome for other in others)]
    in_places = counts and places.has_places(match, outcomes)
    words = _words(seat, others, in_places=in_places) if counts else _("Voided: it doesn’t count")
    return Finished(
        match=match,
        title=match.game_title,
        words=words,
        rank=seat.rank if in_places else None,
        won=counts and seat.outcome == "won",
        scored=counts and seat.outcome == "scored",
        against=", ".join(other.name for other in others),
        at=match.finished_at or match.started_at,
        note="" if match.known_rules else stand_in.sentence(),
    )


def _words(seat: Seat, others: list[Seat], *, in_places: bool) -> str:
    """«You won, 59 to 57», without the comparison for people who win or lose together."""
    if seat.outcome == "scored" and seat.score is not None:
        return points(seat.score)
    outcomes = {"won": _("You won"), "lost": _("You lost"), "drawn": _("A draw")}
    if seat.forfeited and seat.outcome == "lost":
        return _("You ran out of time and lost your seat")
    place = capfirst(places.place_of(seat.match, seat))
    words = place or outcomes.get(seat.outcome, _("Over"))
    if seat.score is None:
        return words
    scores = [other.score for other in others if other.score is not None] if in_places else []
    if not scores:
        text = ngettext("{words}, {own} point", "{words}, {own} points", seat.score)
        return text.format(words=words, own=figure(seat.score))
    own, best = figure(seat.score), figure(max(scores))
    return _("{words}, {own} to {best}").format(words=words, own=own, best=best)


def turn(match: Match, seats: Sequence[Seat], own: Seat, away: Mapping[int, date]) -> str:
    """Whose turn it is, in a sentence. `away`: the last day of people's vacations, by user id."""
    if own.abandoned:
        return _("You left.")
    if own.looked_after:
        return _("A computer player looks after your seat. Open the match to return.")
    if match.paused:
        return _paused(match, seats)
    owing = [seat for seat in seats if seat.owes]
    if any(seat.pk == own.pk and seat.waits_for_person for seat in owing):
        return _("It is your turn.")
    people = [seat for seat in owing if not seat.plays_itself]
    return _others(people, away if attendance.heeded_in(match) else {})


def _paused(match: Match, seats: Sequence[Seat]) -> str:
    if match.paused == Match.Paused.SUSPENDED and any(seat.looked_after for seat in seats):
        return _("At rest until someone returns.")
    return {
        Match.Paused.SUSPENDED: _("At rest: only computer players are left."),
        Match.Paused.FLAGGED: _("Paused until an administrator has looked at it."),
        Match.Paused.CONSENT: _("Paused until everyone agrees to resume."),
        Match.Paused.RESTING: _("At rest until someone plays on: nobody has for weeks."),
    }[Match.Paused(match.paused)]


def _others(owing: Sequence[Seat], away: Mapping[int, date]) -> str:
    if not owing:
        return _("A computer player is about to move.")
    if len(owing) > 1:
        return _("Waiting for {names}.").format(names=", ".join(_with_day(s, away) for s in owing))
    (seat,) = owing
    if last := away.get(seat.user_id or 0):
        text = _("It’s the turn of {name}, who is away until {day}.")
        return text.format(name=seat.name, day=date_format(last, "MONTH_DAY_FORMAT"))
    return _("It’s {name}’s turn.").format(name=seat.name)


def _with_day(seat: Seat, away: Mapping[int, date]) -> str:
    last = away.get(seat.user_id or 0)
    if last is None:
        return seat.name
    day = date_format(last, "MONTH_DAY_FORMAT")
    return _("{name} (away until {day})").format(name=seat.name, day=day)
