"""Requests at a match: asking the others for something, answering, and carrying out grants.

`games.protocol.requests` says who must answer and when a request is granted; this module knows who
is here, the clock, and which steps may be taken back. All calls raise first, in this order:
`NotLoggedIn`, `NotFound`, `NotYourSeat`, `Malformed`, `ClientIdTaken`, `Voided`, `Over`, `Away`,
`Paused`, `Resigned`, `Abandoned`, `Replaced`, `FutureVersion`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from games.matches import errors
from games.matches.models import Match, Seat, Step
from games.matches.play.engine import caretakers, checks, request_times, same_position, steps
from games.matches.play.engine.decision import Accepted, Decision, Following
from games.matches.play.parts import (
    absence,
    attendance,
    clock,
    clock_kinds,
    downtime,
    open_request,
    request_notices,
)
from games.matches.record import ranking, states
from games.plugin.codec import plain
from games.protocol import requests, standing, take_backs
from games.protocol.caretakers import HandOver
from games.protocol.requests import Answer, Ask, PlayOn, Request, Withdraw
from toolbox.commits import after_commit
from toolbox.errors import Refusal

COMPUTERS_WAIT = timedelta(seconds=30)  # at most, while a request to take a step back is open
LIVE = timedelta(minutes=10)  # how long a request is open in a live match
OVER_DAYS = requests.LONGEST
NUDGED_EVERY = timedelta(days=1)
MOST_ASKED = 5  # requests of a seat in a day, or in an hour of a live match

D = TypeVar("D", bound=msgspec.Struct)

_REFUSALS: dict[str, Callable[[], Exception]] = {
    "alone": errors.NobodyToAsk,
    "caretaker": errors.CaretakerRefuses,
    "malformed": lambda: errors.Malformed(_("That can’t be asked.")),
    "nobodys_seat": errors.NobodysSeat,
    "no_request": errors.NoRequest,
    "not_asked": errors.NotAsked,
    "not_paused": errors.NotPaused,
    "not_yours": errors.NotYourRequest,
    "nothing_to_undo": errors.NoActionYet,
    "paused": lambda: errors.Paused(Match.Paused.RESTING),
}


@dataclass(frozen=True)
class _Doing:
    """A call inside the lock. `earlier`: the answer that the same call got before."""

    match: Match
    seats: list[Seat]
    seat: Seat
    decision: Decision
    now: datetime
    earlier: Accepted | None

    def check(self, version: Any) -> None:
        """Raise unless people may make requests in the match, and it has reached `version`."""
        checks.check_running(self.match, self.seat, even=checks.IN_PAUSES)
        checks.check_not_ahead(self.match, 0 if version is None else version)

    def store(self, request: Request | None) -> Accepted:
        open_request.keep(self.match, request)
        request_times.look_in_time(self.match)
        unchanged = same_position.unchanged(self.match, barrier=False)
        accepted = steps.commit_step(self.match, self.seats, self.decision, unchanged)
        request_times.note_pause(self.match)
        return accepted


def ask(
    *,
    public_id: str,
    user: Any,
    what: Any = None,
    about: Any = None,
    seconds: Any = None,
    version: Any = None,
    client_id: Any = None,
) -> Accepted:
    """Ask the others for `what`, one of `requests.What`.

    `about`: the silent seat to take over; `seconds`: a step's time on the slower clock. A take-back
    must name the present `version`, if any. A request that needs nobody's consent is granted at
    once, except for a pause and a slower clock, which people who are away must agree to.
    Raises also: `Stale`, `TimeRanOut`, `RequestOpen`, `Rated`, what `ranking.why_no_take_backs`
    returns, `NobodyToAsk`, `NotLive`, `NotCounted`, `NotSilent`, what `requests.new_request`
    refuses, and `AskedOften`.
    """
    read = partial(_read, Ask, what=what, lasts=1, about=about, seconds=seconds)
    with _doing(public_id, user, read, version, client_id) as doing:
        if doing.earlier:
            return doing.earlier
        match, seats, seat, now = doing.match, doing.seats, doing.seat, doing.now
        wanted: Ask = doing.decision.action
        doing.check(version)
        if wanted.what == "undo" and version is not None and version < match.version:
            raise errors.Stale(match.version)
        if match.paused and wanted.what not in ("resume", *requests.ENDINGS):
            raise errors.Paused(match.paused)
        if downtime.is_late(match, seat, now):
            raise errors.TimeRanOut
        if open_one := open_request.open_one(match, now):
            raise errors.RequestOpen(open_one.step, open_one.what)
        _check_may_ask(doing, wanted)
        full = _filled_in(doing, wanted)
        people = open_request.people_of(match, seats)
        to = open_request.way_back(match, seat.index) if wanted.what == "undo" else None
        with _refusing():
            request = requests.new_request(full, seat.index, match.version + 1, now, people, to)
        _check_not_often(doing, request)
        request_notices.tell_asked(match, seats, request)
        return _decide(replace(doing, decision=replace(doing.decision, action=full)), request)


def answer(
    *,
    public_id: str,
    user: Any,
    request: Any = None,
    yes: Any = None,
    version: Any = None,
    client_id: Any = None,
) -> Accepted:
    """Answer the request of the step `request`; the deciding answer carries it out.

    Raises also: `TimeRanOut`, `NoRequest`, `NotAsked`, `NotCounted`.
    """
    read = partial(_read, Answer, to=request, yes=yes)
    with _doing(public_id, user, read, version, client_id) as doing:
        if doing.earlier:
            return doing.earlier
        doing.check(version)
        if downtime.is_late(doing.match, doing.seat, doing.now):
            raise errors.TimeRanOut
        before, step = requests.request_of(doing.match.request), doing.match.version + 1
        with _refusing():
            after = requests.with_answer(
                before, doing.decision.action, doing.seat.index, step, doing.now
            )
        _check_still_silent(doing, after)
        return _decide(doing, after)


def withdraw(
    *, public_id: str, user: Any, request: Any = None, version: Any = None, client_id: Any = None
) -> Accepted:
    """Withdraw a request, or end a vote about the caller. Raises `NoRequest`, `NotYourRequest`."""
    read = partial(_read, Withdraw, to=request)
    with _doing(public_id, user, read, version, client_id) as doing:
        if doing.earlier:
            return doing.earlier
        doing.check(version)
        before = requests.request_of(doing.match.request)
        with _refusing():
            requests.check_withdrawal(before, doing.decision.action, doing.seat.index, doing.now)
        assert before is not None
        request_notices.tell_overtaken(doing.match, doing.seats, before, user.pk)
        return doing.store(None)


def play_on(*, public_id: str, user: Any, version: Any = None, client_id: Any = None) -> Accepted:
    """Confirm that the caller still plays; wakes a resting match. Raises also: `StillAwake`."""
    with _doing(public_id, user, PlayOn, version, client_id) as doing:
        if doing.earlier:
            return doing.earlier
        match = doing.match
        doing.check(version)
        if match.paused == Match.Paused.CONSENT:
            raise errors.Paused(match.paused)
        if not match.paused and doing.now - request_times.acted_at(match) < requests.STILL_PLAYING:
            raise errors.StillAwake
        match.paused = ""
        open_request.settle_still(match, doing.seats, doing.now)
        match.acted_at = doing.now
        return doing.store(requests.request_of(match.request))


def came_back(*, public_id: str, user: Any, request: int) -> None:
    """End the vote `request`, whose subject has opened the match, if it is still open."""
    with suppress(Refusal):
        withdraw(public_id=public_id, user=user, request=request)


def nudge(
    *, public_id: str, user: Any, seat: Any = None, version: Any = None, client_id: Any = None
) -> Accepted:
    """Remind the person of a silent seat, once a day, without a step.

    Sends nothing between people of whom one has blocked the other, and doesn't tell the caller.
    Raises also: `NobodysSeat`, `NotSilent`, `Nudged`.
    """
    with _doing(public_id, user, lambda: None, version, client_id) as doing:
        doing.check(version)
        match, now = doing.match, doing.now
        if match.paused:
            raise errors.Paused(match.paused)
        silent = checks.seat_numbered(doing.seats, seat)
        playing = open_request.people_of(match, doing.seats).playing
        if doing.seat.index not in playing or silent.index not in playing - {doing.seat.index}:
            raise errors.NobodysSeat
        if not attendance.is_silent(match, silent, now):
            raise errors.NotSilent
        if nudged_lately(silent, now):
            raise errors.Nudged
        Seat.objects.filter(pk=silent.pk).update(nudged_at=now)
        after_commit(request_times.push, match)  # takes the button off all pages
        request_notices.tell_nudged(match, silent, user, doing.seat.name, now)
        return Accepted(match.version, doing.decision.client_id)


def nudged_lately(seat: Seat, now: datetime) -> bool:
    return seat.nudged_at is not None and now - seat.nudged_at < NUDGED_EVERY


def _read(kind: type[D], **fields: Any) -> D:
    try:
        return msgspec.convert({"type": kind.__struct_config__.tag, **fields}, kind)
    except msgspec.ValidationError as error:
        raise errors.Malformed(str(error)) from error


@contextmanager
def _doing(
    public_id: str, user: Any, read: Callable[[], Any], version: Any, client_id: Any
) -> Iterator[_Doing]:
    """Lock the match; yield the person's call, whose action `read` returns."""
    checks.check_logged_in(user)
    with steps.one_step(public_id=public_id) as (match, seats):
        seat = checks.seat_of(match, seats, user)
        decision = checks.decision_of(user, seat, read(), client_id, Step.Kind.CONTROL)
        if version is not None:
            checks.checked_version(version)
        now = timezone.now()
        earlier = _earlier_answer(match, decision)
        yield _Doing(match, seats, seat, replace(decision, at=now), now, earlier)


def _earlier_answer(match: Match, decision: Decision) -> Accepted | None:
    """The earlier answer to the same call. Raises `ClientIdTaken` for a different call."""
    step = checks.step_of(match, decision)
    if step is None:
        return None
    if step.kind != Step.Kind.CONTROL or _wish(step.action) != _wish(plain(decision.action)):
        raise errors.ClientIdTaken
    return Accepted(step.index, decision.client_id, repeated=True)


_FILLED_IN = ("lasts", "silent", "granted")


def _wish(action: Any) -> Any:
    """The person's request, without the fields that the portal fills in."""
    if not isinstance(action, dict):
        return None
    return {key: value for key, value in action.items() if key not in _FILLED_IN}


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn refusals of the state machine into the portal's errors."""
    try:
        yield
    except requests.Refused as refused:
        raise _REFUSALS[refused.code]() from refused


def _check_may_ask(doing: _Doing, wanted: Ask) -> None:
    """Check what isn't in records: who is here, the clock, which steps may be taken back."""
    match, seats = doing.match, doing.seats
    if match.embargo_until is not None:
        raise errors.NobodyToAsk
    if match.rated and wanted.what in ("undo", *requests.ENDINGS):
        raise errors.Rated
    if wanted.what == "undo" and (refusal := ranking.why_no_take_backs(match)):
        raise refusal
    others = open_request.people_of(match, seats).playing - {doing.seat.index}
    if wanted.what in ("pause", "slow") and not others:
        raise errors.NobodyToAsk
    if wanted.what == "slow" and not attendance.is_live(match):
        raise errors.NotLive
    if wanted.what in requests.ENDINGS:
        _check_nobody_may_come_back(doing)
    if wanted.what == "end":
        _check_can_be_counted(match)
    if wanted.what == "take-over":
        about = checks.seat_numbered(seats, wanted.about)
        if about.index in others and not attendance.is_silent(match, about, doing.now):
            raise errors.NotSilent


def _check_nobody_may_come_back(doing: _Doing) -> None:
    """People who are away can't be asked: over days they have a week to return."""
    for seat in doing.seats:
        if seat.looked_after and not attendance.is_gone(doing.match, seat, doing.now):
            raise errors.MayComeBack(seat.name)


def _check_can_be_counted(match: Match) -> None:
    with steps.blaming_the_rules():
        state = states.current_state(match)
        counted = standing.can_be_counted(match.ruleset, states.format_of(match), state)
    if not counted:
        raise errors.NotCounted


def _check_not_often(doing: _Doing, request: Request) -> None:
    """Every request sends notices, and may keep computer players waiting."""
    if not request.voters:
        return
    span = timedelta(hours=1) if attendance.is_live(doing.match) else timedelta(days=1)
    lately = doing.match.steps.filter(
        seat=doing.seat.index, kind=Step.Kind.CONTROL, at__gt=doing.now - span, action__type="ask"
    )
    if lately.count() >= MOST_ASKED:
        raise errors.AskedOften


def _check_still_silent(doing: _Doing, request: Request) -> None:
    if request.about is None or not request.granted:
        return
    about = doing.seats[request.about]
    if not attendance.is_silent(doing.match, about, doing.now):
        raise errors.NoRequest


def _filled_in(doing: _Doing, wanted: Ask) -> Ask:
    """The request with the portal's fields: how long it is open, and who isn't asked."""
    match, seats = doing.match, doing.seats
    lasts = LIVE if attendance.is_live(match) else OVER_DAYS
    if wanted.what == "undo" and any(seat.owes and seat.plays_itself for seat in seats):
        lasts = COMPUTERS_WAIT
    others = open_request.people_of(match, seats).playing - {doing.seat.index}
    gone = [seat for seat in sorted(others) if attendance.is_gone(match, seats[seat], doing.now)]
    return msgspec.structs.replace(
        wanted,
        lasts=int(lasts.total_seconds()),
        silent=tuple(gone) if wanted.what in requests.ENDINGS else (),
    )


def _decide(doing: _Doing, request: Request) -> Accepted:
    deed = msgspec.structs.replace(doing.decision.action, granted=requests.granted_by(request))
    doing = replace(doing, decision=replace(doing.decision, action=deed))
    if request.granted is None:
        return doing.store(request)
    canceled = request.granted and request.what == "cancel"  # that has a notice of its own
    if request.voters and not canceled:
        request_notices.tell_decided(doing.match, doing.seats, request)
    if not request.granted:
        return doing.store(None)
    return _GRANTED[request.what](doing, request)


def _take_back(doing: _Doing, request: Request) -> Accepted:
    match, accepted = doing.match, doing.store(None)
    assert request.to is not None
    with steps.blaming_the_rules():
        present = states.current_state(match)
        following = Following(
            state=states.state_at(match, request.to),
            asked=states.decisions(match, present),
            turn=states.turn_of(match, present),
            chance=steps.chance_of(match),
            base=request.to,
            reach=take_backs.Reach(request.to),
        )
    decision = Decision(request.seat, None, requests.CONSENT, kind=Step.Kind.UNDO, at=doing.now)
    steps.commit_step(match, doing.seats, decision, following)
    return accepted


def _take_over(doing: _Doing, request: Request) -> Accepted:
    match, seats, accepted = doing.match, doing.seats, doing.store(None)
    assert request.about is not None
    caretakers.hand_over(match, seats, seats[request.about], caretakers.VOTED)
    decision = Decision(
        request.about, HandOver(), requests.VOTE, kind=Step.Kind.CONTROL, at=doing.now
    )
    steps.commit_step(match, seats, decision, same_position.unchanged(match))
    return accepted


def _pause(doing: _Doing, _request: Request) -> Accepted:
    doing.match.paused = Match.Paused.CONSENT
    doing.match.paused_at = doing.now
    Match.objects.filter(pk=doing.match.pk).update(paused_at=doing.now)
    return doing.store(None)


def _resume(doing: _Doing, _request: Request) -> Accepted:
    doing.match.paused = ""
    return doing.store(None)


def _slow(doing: _Doing, request: Request) -> Accepted:
    """Change the clock, and the number of deadlines to miss that is usual with it."""
    assert request.seconds is not None
    match, slower = doing.match, clock_kinds.MoveClock(seconds=request.seconds)
    clock.exchange(match, doing.seats, plain(slower), doing.now)
    match.absence = absence.over_days(match.absence)
    Match.objects.filter(pk=match.pk).update(absence=match.absence)
    return doing.store(None)


def _cancel(doing: _Doing, request: Request) -> Accepted:
    """Void the match; the request stays with it as the reason."""
    open_request.keep(doing.match, request)
    return steps.close(doing.match, doing.seats, doing.decision)


def _end(doing: _Doing, request: Request) -> Accepted:
    """End the match, counted as it stands; the request stays with it as the reason."""
    match = doing.match
    _check_can_be_counted(match)
    open_request.keep(match, request)
    match.settled, match.paused = match.version + 1, ""
    match.save(update_fields=["settled"])
    unchanged = same_position.unchanged(match, barrier=False)
    return steps.commit_step(match, doing.seats, doing.decision, unchanged)


_GRANTED: dict[str, Callable[[_Doing, Request], Accepted]] = {
    "undo": _take_back,
    "take-over": _take_over,
    "pause": _pause,
    "resume": _resume,
    "slow": _slow,
    "cancel": _cancel,
    "end": _end,
}
