"""A match as the API shows it to one viewer."""

from datetime import date, datetime
from typing import Any, Literal

import msgspec
from django.utils import timezone

from games.matches import errors
from games.matches.models import Match, Seat
from games.matches.play.engine import unreadable
from games.matches.play.engine.request_times import pause_ends_of
from games.matches.play.parts import attendance, clock as clocks, open_request
from games.matches.play.parts.absence import Absence, absence_of
from games.matches.play.parts.clock_kinds import LiveClock, clock_of
from games.matches.record.selectors import Snapshot
from games.matches.record.text import speaker
from games.plugin import Choice, Result, Viewer
from games.plugin.model import result_of


class SeatShown(msgspec.Struct):
    """A seat as everyone sees it. `ai` is a level, None for a person.

    `resigned`: its person has given it up, or `forfeited` it by missing deadlines. `caretaker`: a
    computer player plays in their place. `away`: they may return. `replaced`: an administrator has
    given it to a computer player. `abandoned`: its person has left a match that couldn't be read.
    """

    index: int
    name: str
    ai: str | None
    role: str | None
    owes: bool
    resigned: bool
    forfeited: bool
    caretaker: bool
    away: bool
    replaced: bool
    abandoned: bool
    outcome: str | None
    rank: int | None
    score: int | None


class ChoiceShown(msgspec.Struct):
    """A legal action with its words and the targets a person touches for it."""

    action: Any
    label: str
    group: str
    picks: tuple[str, ...]


class SeatResultShown(msgspec.Struct):
    """How the match ended for one seat."""

    seat: int
    outcome: str
    rank: int
    score: int | None
    team: int | None
    tie_break: str | None


class ResultShown(msgspec.Struct):
    """How the match ended: the ruleset's code for the ending, a sentence, every seat."""

    ending: str
    reason: str
    seats: list[SeatResultShown]


class SeatClockShown(msgspec.Struct):
    """A seat's time in seconds, and when it runs out if it is running. AI clocks never run.

    `away_until`: the last day of its person's vacation, if that counts here.
    """

    bank: float
    deadline: datetime | None
    away_until: date | None = None


class ClockShown(msgspec.Struct):
    """The clock of the match, every seat's time, and the server's time `now` to count from.

    A "live" clock has a `bank` for the whole match and an `increment` for every step. A "move"
    clock has the same `seconds` for every step or turn (`per`) and saves unused time, up to
    `reserve` seconds; `vacation`: time in which a player is away doesn't count.
    """

    type: Literal["live", "move"]
    seats: list[SeatClockShown]
    now: datetime
    bank: int | msgspec.UnsetType = msgspec.UNSET
    increment: int | msgspec.UnsetType = msgspec.UNSET
    seconds: int | msgspec.UnsetType = msgspec.UNSET
    per: Literal["step", "turn"] | msgspec.UnsetType = msgspec.UNSET
    reserve: int | msgspec.UnsetType = msgspec.UNSET
    vacation: bool | msgspec.UnsetType = msgspec.UNSET


class RequestShown(msgspec.Struct):
    """An open request: `what` the `seat` asks for, and until when it can be answered.

    `id` names it in an answer. `voters` are the seats that are asked; `yes` and `no` those that
    have answered. `about`: the silent seat of a "take-over"; `seconds`: the time for a step of a
    "slow".
    """

    id: int
    what: str
    seat: int
    about: int | None
    seconds: int | None
    voters: list[int]
    yes: list[int]
    no: list[int]
    until: datetime


class MatchShown(msgspec.Struct):
    """The answer of `GET /api/matches/{id}/`, and the `state` message of the socket.

    `can_undo`: you may take your newest step back. `can_order`: you may leave a standing order.
    `can_return`: a computer player looks after your seat until you do. `absence`: what happens to
    someone who misses deadlines. `pause_ends`: when a pause that people agreed to ends by itself,
    null in any other case. `order`: your standing order, null for none. `request`: the open one,
    null for none. `unreadable`: this portal no longer has the rules that the match was begun under;
    then `prompt` says so, and there are neither observation nor actions. `imported`: it wasn't
    played here; its record was imported from a file. `rated`: it counts for ratings.
    """

    id: str
    game: str
    version: int
    status: str
    paused: str | None
    pause_ends: datetime | None
    active_seats: list[int]
    seats: list[SeatShown]
    you: int | None
    prompt: str
    observation: Any
    actions: list[ChoiceShown]
    can_undo: bool
    can_order: bool
    can_return: bool
    order: Any
    request: RequestShown | None
    clock: ClockShown | None
    absence: Absence | None
    result: ResultShown | None
    commitment: str
    unreadable: bool
    imported: bool
    rated: bool

    def as_message(self) -> str:
        """The `state` message of the JSON socket."""
        return '{"type":"state",' + msgspec.json.encode(self).decode()[1:]


def shown_to(match: Match, user: Any) -> MatchShown:
    """The match as it stands, for this user, whether or not it can be read."""
    shown = unreadable.snapshot(match)
    return described(shown, shown.seat_of(user))


def described(shown: Snapshot, viewer: Viewer) -> MatchShown:
    """The match as the API shows it to this viewer, whether or not it can be read."""
    return unreadable.with_fallback(
        shown.match,
        lambda: representation(shown, viewer),
        lambda: _without_position(shown, viewer),
    )


def representation(shown: Snapshot, viewer: Viewer) -> MatchShown:
    """The match as this viewer may see it, in the active language, without a query.

    Raises whatever the rules raise; `described` returns an answer even then.
    """
    game, state, match = shown.game, shown.state, shown.match
    seat = viewer if isinstance(viewer, int) else None
    say = speaker(shown.names)
    choices: list[Choice[Any]] = []
    if seat is not None and shown.may_act(viewer):
        choices = game.bare_choices(state, seat)
    return MatchShown(
        **_common_fields(shown, viewer),
        version=shown.version,
        pause_ends=pause_ends_of(match) if shown.is_newest else None,
        active_seats=sorted(shown.active_seats) if match.running else [],
        prompt=say(shown.prompt(viewer)),
        observation=game.observation(state, viewer),
        actions=[
            ChoiceShown(choice.action, say(choice.label), say(choice.group), choice.picks)
            for choice in choices
        ],
        can_undo=shown.can_undo(viewer),
        can_order=shown.can_order(viewer),
        order=shown.order_of(viewer),
        request=request_shown(shown),
        clock=clock_shown(shown),
        absence=None if match.absence is None else absence_of(match.absence),
        result=result_shown(shown.result, shown.names),
        unreadable=False,
    )


def _without_position(shown: Snapshot, viewer: Viewer) -> MatchShown:
    """A match that can't be read; doesn't use the rules and makes no query."""
    return MatchShown(
        **_common_fields(shown, viewer),
        version=shown.match.version,
        pause_ends=pause_ends_of(shown.match),
        active_seats=[seat.index for seat in shown.seats if seat.owes],
        prompt=errors.Unreadable().detail,
        observation=None,
        actions=[],
        can_undo=False,
        can_order=False,
        order=None,
        request=None,
        clock=_readable_clock(shown),
        absence=None,
        result=_readable_result(shown),
        unreadable=True,
    )


def _common_fields(shown: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """The fields that need no rules."""
    match = shown.match
    return {
        "id": match.public_id,
        "game": match.game,
        "status": match.status,
        "paused": match.paused or None,
        "seats": [seat_shown(seat) for seat in shown.seats],
        "you": viewer if isinstance(viewer, int) else None,
        "can_return": match.running and shown.is_away(viewer),
        "commitment": match.deal.commitment,
        "imported": match.imported_at is not None,
        "rated": match.rated,
    }


def _readable_clock(shown: Snapshot) -> ClockShown | None:
    try:
        return clock_shown(shown)
    except msgspec.ValidationError:
        return None


def _readable_result(shown: Snapshot) -> ResultShown | None:
    kept = shown.match.result
    try:
        return None if kept is None else result_shown(result_of(kept), shown.names)
    except (msgspec.ValidationError, KeyError, IndexError, ValueError):
        return None


def request_shown(shown: Snapshot) -> RequestShown | None:
    """The open request; None for past positions."""
    request = open_request.open_one(shown.match) if shown.is_newest else None
    if request is None:
        return None
    return RequestShown(
        id=request.step,
        what=request.what,
        seat=request.seat,
        about=request.about,
        seconds=request.seconds,
        voters=list(request.voters),
        yes=list(request.yes),
        no=list(request.no),
        until=request.until,
    )


def clock_shown(shown: Snapshot) -> ClockShown | None:
    """The clock as it stands now; None without one, or for a past position."""
    clock = clock_of(shown.match.clock)
    if clock is None or not shown.is_newest:
        return None
    now = timezone.now()
    away = attendance.seats_away(clock, shown.seats, now)
    seats = [
        SeatClockShown(
            round(clocks.time_left(seat, now).total_seconds(), 3),
            seat.deadline,
            away.get(seat.index),
        )
        for seat in shown.seats
    ]
    kind: Literal["live", "move"] = "live" if isinstance(clock, LiveClock) else "move"
    return ClockShown(kind, seats, now, **msgspec.structs.asdict(clock))


def seat_shown(seat: Seat) -> SeatShown:
    return SeatShown(
        index=seat.index,
        name=seat.name,
        ai=seat.ai_level or None,
        role=seat.role or None,
        owes=seat.owes,
        resigned=seat.resigned is not None,
        forfeited=seat.forfeited,
        caretaker=seat.caretaker,
        away=seat.looked_after,
        replaced=seat.replaced is not None and not seat.abandoned,
        abandoned=seat.abandoned,
        outcome=seat.outcome or None,
        rank=seat.rank,
        score=seat.score,
    )


def result_shown(result: Result | None, names: list[str]) -> ResultShown | None:
    if result is None:
        return None
    say = speaker(names)
    seats = [
        SeatResultShown(
            seat=index,
            outcome=seat.outcome,
            rank=seat.rank,
            score=seat.score,
            team=seat.team,
            tie_break=say(seat.tie_break) if seat.tie_break else None,
        )
        for index, seat in enumerate(result.seats)
    ]
    return ResultShown(result.ending, say(result.reason), seats)
