"""A person's own matches as lists show them: what waits for them, what runs, how others ended.

Only the first are opened (their prompt needs the state); of the others it is read from the seats
whose turn it is, so a list costs the same number of queries however long it is.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Case, Count, F, Min, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.matches.models import Match, Seat, Step
from games.matches.page import stand_in
from games.matches.play import unreadable, vacations
from games.matches.record import gate, match_names, places
from games.matches.record.results import running_seats, with_matches
from games.matches.record.turns import soonest_first, waiting
from lobby.game_cards import points
from lobby.home import turn_words


@dataclass(frozen=True)
class Waiting:
    """A match in which it is the person's turn. `share` is how much of their time is left, in
    hundredths; it and `deadline` are None where there is no clock."""

    match: Match
    title: str
    prompt: str
    seats: list[Seat]
    own: int
    since: datetime
    deadline: datetime | None
    share: int | None


@dataclass(frozen=True)
class Running:
    """A match in which it is someone else's turn, since `since`.

    `deadline`: when the first of those who are to move runs out of time; None without a clock.
    """

    match: Match
    title: str
    turn: str
    seats: list[Seat]
    own: int
    since: datetime
    deadline: datetime | None


@dataclass(frozen=True)
class Finished:
    """A match that is over, in the person's words. `rank` is None where it isn't a place.

    `note` says that its rules are gone, where they are.
    """

    match: Match
    title: str
    words: str
    rank: int | None
    won: bool
    scored: bool  # neither won nor lost
    against: str
    at: datetime
    note: str


@dataclass(frozen=True)
class Turns:
    """How many matches wait for someone, and when the first of their clocks runs out."""

    count: int
    nearest: datetime | None


def turns(user: Any) -> Turns:
    found = waiting(user).aggregate(count=Count("pk"), nearest=Min("deadline"))
    return Turns(found["count"], found["nearest"])


def waiting_rows(user: Any, start: int, stop: int) -> list[Waiting]:
    """The matches that wait for the person, first whose clock runs out first. Two queries.

    Those that can't be read say so, once: they wait for nobody any more.
    """
    seats = soonest_first(waiting(user)).select_related("match")
    found = list(seats.prefetch_related("match__seats")[start:stop])
    asked = unreadable.prompts((seat.match, seat.index) for seat in found)
    return [_waiting(seat, prompt) for seat, (prompt, _good) in zip(found, asked, strict=True)]


def _waiting(seat: Any, prompt: str) -> Waiting:
    return Waiting(
        match=seat.match,
        title=match_names.without_people(seat.match),
        prompt=prompt,
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


# How matches are sorted: the lower, the sooner something is due.
BACK, MINE, THEIRS, AT_REST = range(4)


def others(user: Any) -> QuerySet[Any]:
    """The person's seats in running matches that don't wait for them, by what is due.

    Matches that they have abandoned are left out.
    """
    abandoned = Q(caretaker=True, replaced__isnull=False)
    seats = running_seats(user, private=True).exclude(abandoned)
    return by_due(seats.exclude(pk__in=waiting(user).values("pk")))


def running(user: Any) -> QuerySet[Seat]:
    """The person's seats in running matches, by what is due."""
    return by_due(running_seats(user, private=True))


def by_due(seats: QuerySet[Seat]) -> QuerySet[Any]:
    """These seats with `urgency` and `due`: seats to come back to, own turns, those of others.

    Own turns and others' each by the clock that runs out first, then those without one; last come
    matches in which nothing runs.
    """
    clocks = Seat.objects.filter(match=OuterRef("match"), owes=True, deadline__isnull=False)
    soonest = clocks.order_by("deadline").values("deadline")[:1]
    mine = Q(owes=True, caretaker=False, replaced=None)
    urgency = Case(
        When(caretaker=True, resigned=None, replaced=None, then=Value(BACK)),
        When(~Q(match__paused=""), then=Value(AT_REST)),
        When(mine, then=Value(MINE)),
        default=Value(THEIRS),
    )
    due = Case(When(mine, then=F("deadline")), default=Subquery(soonest))
    return seats.annotate(urgency=urgency, due=due).order_by(
        "urgency", F("due").asc(nulls_last=True), "-match__started_at", "-match"
    )


def running_rows(seats: QuerySet[Seat], start: int, stop: int) -> list[Running]:
    """The matches of these seats, and whose turn it is there. Three queries.

    Two more where some of them wait for an administrator: they may be unreadable.
    """
    found = list(with_matches(_with_since(seats), without=())[start:stop])
    unread = unreadable.among(seat.match for seat in found)
    away = _away(seat.match for seat in found)
    return [_running(seat, seat.match_id in unread, away) for seat in found]


def _away(matches: Iterable[Match]) -> dict[int, date]:
    """Who of those whose turn it is in games over days is on vacation, and their last day."""
    long = [match for match in matches if vacations.count(match)]
    owing = [seat for match in long for seat in match.seats.all() if seat.waits_for_person]
    return vacations.away_people({seat.user_id for seat in owing if seat.user_id}, timezone.now())


def rows_of(seats: Collection[int]) -> list[Running]:
    """The same of the seats of these keys, by what is due."""
    found = by_due(Seat.objects.filter(pk__in=seats))
    return running_rows(found, 0, len(seats)) if seats else []


def _with_since(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    newest = Step.objects.filter(match=OuterRef("match"), index=OuterRef("match__version"))
    return seats.annotate(since=Subquery(newest.values("at")[:1]))


def _running(seat: Any, unread: bool, away: Mapping[int, date]) -> Running:
    everybody = list(seat.match.seats.all())
    return Running(
        match=seat.match,
        title=match_names.without_people(seat.match),
        turn=stand_in.sentence()
        if unread and not seat.abandoned
        else turn_words.turn(seat.match, everybody, seat, away),
        seats=everybody,
        own=seat.index,
        since=seat.since or seat.match.started_at,
        deadline=_deadline(seat.match, everybody),
    )


def _deadline(match: Match, seats: Iterable[Seat]) -> datetime | None:
    """When the first clock that runs in this match runs out."""
    running = [] if match.paused else [seat.deadline for seat in seats if seat.waits_for_person]
    return min((deadline for deadline in running if deadline), default=None)


def over(user: Any) -> QuerySet[Seat]:
    """The person's seats in matches that are over, however they ended, newest first."""
    seats = Seat.objects.filter(gate.opened("match__"), user=user)
    seats = seats.exclude(match__status=Match.Status.ACTIVE)
    return seats.order_by("-match__finished_at", "-match")


def finished_rows(seats: QuerySet[Seat], start: int, stop: int) -> list[Finished]:
    """How the matches of these seats ended. Two queries."""
    return [_finished(seat) for seat in with_matches(seats, without=())[start:stop]]


def _finished(seat: Seat) -> Finished:
    match = seat.match
    others = [other for other in match.seats.all() if other.pk != seat.pk]
    counts = match.status == Match.Status.FINISHED
    outcomes = [seat.outcome, *(other.outcome for other in others)]
    in_places = counts and places.has_places(match, outcomes)
    words = _words(seat, others, in_places=in_places) if counts else _("Voided: it doesn't count")
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
    """«You won, 59 to 57»; those who win or lose together don't compare their points.

    Where only points count, they say it all.
    """
    if seat.outcome == "scored" and seat.score is not None:
        return points(seat.score)
    said = {"won": _("You won"), "lost": _("You lost"), "drawn": _("A draw")}
    if seat.forfeited and seat.outcome == "lost":
        return _("You lost your seat: deadlines missed")
    words = said.get(seat.outcome, _("Over"))
    nearly = seat.rank is not None and 1 < len(others) >= seat.rank  # not the very last
    if in_places and seat.outcome == "lost" and nearly:
        words = _("Place {place} of {count}").format(place=seat.rank, count=len(others) + 1)
    if seat.score is None:
        return words
    scores = [other.score for other in others if other.score is not None] if in_places else []
    if not scores:
        text = ngettext("{words}, {own} point", "{words}, {own} points", seat.score)
        return text.format(words=words, own=seat.score)
    return _("{words}, {own} to {best}").format(words=words, own=seat.score, best=max(scores))
