"""When requests, pauses and silence at a match end, and what the sweeper does then."""

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from games.matches.models import Match, Seat, Step
from games.matches.play.engine import same_position, steps
from games.matches.play.engine.decision import Decision
from games.matches.play.parts import announcements, open_request, request_notices
from games.protocol import requests
from toolbox.commits import after_commit

WEEK = requests.REST - requests.STILL_PLAYING  # time to answer «still playing?»


def look_in_time(match: Match) -> None:
    """Set when the sweeper should look at the match next."""
    match.look_at = _next_look(match)
    Match.objects.filter(pk=match.pk).update(look_at=match.look_at)


def _next_look(match: Match) -> datetime | None:
    moments = []
    if request := requests.request_of(match.request):
        moments.append(request.until)
    if match.paused == Match.Paused.CONSENT:
        moments.append(_pause_ends(match))
    elif match.paused != Match.Paused.RESTING and may_rest(match):
        moments.append(acted_at(match) + requests.STILL_PLAYING)
    return min(moments, default=None)


def due(then: datetime) -> QuerySet[Match, tuple[UUID, datetime | None]]:
    """The keys of the matches to look at by then, with the times, earliest first.

    No match of these is over (`open_request.follow`); a condition for that would make SQLite use
    another index.
    """
    found = Match.objects.filter(look_at__lte=then).order_by("look_at")
    return found.values_list("pk", "look_at")


def look(*, match_id: UUID) -> None:
    """Do whatever is due at a match. Calling it twice does no harm."""
    with steps.one_step(pk=match_id) as (match, seats):
        now = timezone.now()
        if match.look_at is None or match.look_at > now:
            return
        if not match.running:
            Match.objects.filter(pk=match.pk).update(look_at=None)
            return
        _lapse(match, seats, now)
        playing = bool(open_request.people_of(match, seats).playing)
        if match.paused == Match.Paused.CONSENT:
            if now >= _pause_ends(match):
                _set_pause(match, seats, now, "", requests.Resume())
                request_notices.tell_resumed(match, seats)
        elif not match.paused and playing and may_rest(match):
            quiet, asked_at = now - acted_at(match), request_notices.asked_at(match, seats)
            if quiet >= requests.REST and asked_at and now - asked_at >= WEEK:
                _set_pause(match, seats, now, Match.Paused.RESTING, requests.Rest())
            elif quiet >= requests.STILL_PLAYING:
                request_notices.ask_whether_they_play(match, seats)
                after_commit(push, match)
        _look_again(match, now, playing=playing)


def _look_again(match: Match, now: datetime, *, playing: bool) -> None:
    look_at = _next_look(match) if playing else None
    if look_at is not None and look_at <= now:  # people were asked just now, or it stands still
        look_at = now + WEEK
    Match.objects.filter(pk=match.pk).update(look_at=look_at)


def still_asked(match: Match, now: datetime) -> bool:
    """Whether nobody has acted for so long that people are asked whether they still play."""
    quiet = now - acted_at(match) >= requests.STILL_PLAYING
    return match.running and not match.paused and may_rest(match) and quiet


def may_rest(match: Match) -> bool:
    """Whether the match may go to rest: nothing else gives anybody a deadline."""
    return match.clock is None and match.embargo_until is None


def _lapse(match: Match, seats: list[Seat], now: datetime) -> None:
    """Drop a request whose time is up; computer players continue at once, having waited."""
    request = requests.request_of(match.request)
    if request is None or now < request.until:
        return
    open_request.keep(match, None)
    request_notices.tell_decided(match, seats, request)
    after_commit(push, match)
    if any(seat.owes and seat.plays_itself for seat in seats) and not match.paused:
        after_commit(announcements.queue_ai_turn, match, seats, paced=False)


def _set_pause(
    match: Match,
    seats: list[Seat],
    now: datetime,
    pause: str,
    deed: requests.Resume | requests.Rest,
) -> None:
    match.paused = pause
    open_request.keep(match, None)
    decision = Decision(None, deed, "portal", kind=Step.Kind.CONTROL, at=now)
    steps.commit_step(match, seats, decision, same_position.unchanged(match, barrier=False))


def acted_at(match: Match) -> datetime:
    return match.acted_at or match.started_at


def pause_ends_of(match: Match) -> datetime | None:
    """When an agreed pause ends by itself; None if there is none."""
    return match.pause_ends if match.paused == Match.Paused.CONSENT else None


def note_pause(match: Match) -> None:
    """Store when the match's pause ends, after a step by which people ask or answer."""
    if match.paused == Match.Paused.CONSENT:
        match.pause_ends = _pause_ends(match)
        Match.objects.filter(pk=match.pk).update(pause_ends=match.pause_ends)


def _pause_ends(match: Match) -> datetime:
    begun = match.paused_at or match.started_at
    asked_since = requests.Wish()
    controls = match.steps.filter(kind=Step.Kind.CONTROL, at__gte=begun).order_by("index")
    for index, at, action in controls.values_list("index", "at", "action"):
        asked_since.follow(index, at, requests.deed_of(action))
    return asked_since.ends(begun)


def push(match: Match) -> None:
    """Refresh open pages of the match after a change without a step."""
    announcements.push(match.public_id, match.version, fresh=True)
