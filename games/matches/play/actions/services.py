"""Every way a match can change, and the errors each one raises.

`start` begins a match, `steps` records a step. All calls of people raise first, in this order:
`NotLoggedIn`, `NotFound`, `NotYourSeat`, `Malformed`, `ClientIdTaken`, `Voided`, `Over`; then the
errors that they name, in that order. If one is raised nothing has changed. All but `abandon` also
raise `Unreadable` as soon as they need rules or a state that don't exist. An older `version` than
the present one is fine, except where `Stale` is named.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec
from uuid import UUID

import msgspec
from django.utils import timezone

from games.matches import errors
from games.matches.models import Match, Seat, Step
from games.matches.play.actions import requests
from games.matches.play.actions.start import (
    Player as Player,
    open_deal as open_deal,
    start_match as start_match,
)
from games.matches.play.engine import (
    caretakers,
    checks,
    giving_up,
    request_times,
    same_position,
    steps,
    unreadable,
)
from games.matches.play.engine.decision import Accepted as Accepted, Decision, Following
from games.matches.play.parts import announcements, downtime, open_request
from games.matches.record import ranking, states
from games.matches.record.selectors import Snapshot, takes_orders
from games.matches.record.states import format_of
from games.plugin import Event
from games.plugin.codec import plain
from games.protocol import abandonment, resignation, standing, standing_orders, take_backs
from games.protocol.caretakers import Return

P = ParamSpec("P")


def _in_time(service: Callable[P, Accepted]) -> Callable[P, Accepted]:
    """Make a service obey the clock: on `TimeRanOut` the clock moves at once."""

    @wraps(service)
    def serve(*args: P.args, **kwargs: P.kwargs) -> Accepted:
        try:
            return service(*args, **kwargs)
        except errors.TimeRanOut:
            if time_out(public_id=kwargs["public_id"]):
                raise
            return service(*args, **kwargs)  # the portal was away, not the player

    return serve


@_in_time
def submit_action(
    *, public_id: str, user: Any, action: Any, version: Any, client_id: Any = None
) -> Accepted:
    """Make a person's move, from plain JSON values.

    `version`: the one they saw. A repeated `client_id` gets the first answer again. Raises
    also: `Away`, `Paused`, `Resigned`, `Abandoned`, `Replaced`, `FutureVersion`, `Stale`,
    `TimeRanOut` (then the clock has moved), `NotYourTurn`, `Illegal`.
    """
    checks.check_logged_in(user)
    with steps.one_step(public_id=public_id) as (match, seats):
        seat = checks.seat_of(match, seats, user)
        chosen = _decoded(match, action)
        version = checks.checked_version(version)
        decision = checks.decision_of(user, seat, chosen, client_id)
        if answered := checks.earlier_answer(match, decision):
            return answered
        checks.check_running(match, seat)
        checks.check_not_ahead(match, version)
        if version < seat.decision_version:
            raise errors.Stale(match.version)
        if downtime.is_late(match, seat, timezone.now()):
            raise errors.TimeRanOut
        return steps.act(match, seats, decision)


def submit_together(
    *, public_id: str, user: Any, action: Any, version: Any, client_id: Any = None
) -> list[Accepted]:
    """`submit_action` for one action or two (`Choice.then`); the first may succeed alone."""
    made: list[Accepted] = []
    for one in action if isinstance(action, list) and len(action) == 2 else [action]:
        fields = {"action": one, "version": version, "client_id": client_id}
        made.append(submit_action(public_id=public_id, user=user, **fields))
        version, client_id = made[-1].version, client_id and f"{client_id}+"[-checks.LONGEST_ID :]
    return made


def submit_ai_action(
    *, match_id: UUID, seat: int, epoch: int, version: int, action: Any
) -> Accepted | None:
    """Make a computer player's move; None if anything but standing orders came since `version`."""
    with steps.one_step(pk=match_id) as (match, seats):
        current = (match.running, match.paused, seats[seat].epoch)
        if current != (True, "", epoch) or not _is_still_at(match, version):
            return None
        if open_request.computers_wait_until(match):
            return None
        actor = "caretaker" if seats[seat].caretaker else f"ai:{seats[seat].ai_level}"
        return steps.act(match, seats, Decision(seat, action, actor))


def _is_still_at(match: Match, version: int) -> bool:
    """Whether the position is still that of `version`: only standing orders were left since."""
    if version == match.version:
        return True
    since = match.steps.filter(index__gt=version)
    return version < match.version and not since.exclude(kind=Step.Kind.ORDER).exists()


def time_out(**which: Any) -> Accepted | None:
    """Make the default move of the seat whose time ran out first; None if nobody's has.

    `which` names the match. Downtime is forgiven first; `caretakers.after_missing` follows in the
    same transaction.
    """
    with steps.one_step(**which) as (match, seats):
        late = downtime.first_late(match, seats, timezone.now())
        if not match.running or match.paused or late is None:
            return None
        with steps.blaming_the_rules():
            action = states.default_action(match, states.current_state(match), late.index)
        decision = Decision(late.index, action, "clock", kind=Step.Kind.TIME_OUT)
        accepted = steps.act(match, seats, decision)
        return caretakers.after_missing(match, seats, late) or accepted


@_in_time
def undo(*, public_id: str, user: Any, version: Any = None, client_id: Any = None) -> Accepted:
    """Take back the person's newest step: play continues from the step before it.

    Called again, it takes back the step before, up to the barrier (`take_backs`). Chance doesn't
    rewind. Raises also: `Away`, `Paused`, `Resigned`, `Abandoned`, `Replaced`, `FutureVersion`,
    `Stale`, `TimeRanOut`, what `ranking.why_no_take_backs` returns, `NothingToUndo`, `NoTimeLeft`.
    """
    checks.check_logged_in(user)
    with steps.one_step(public_id=public_id) as (match, seats):
        seat = checks.seat_of(match, seats, user)
        decision = checks.decision_of(user, seat, None, client_id, Step.Kind.UNDO)
        checked = None if version is None else checks.checked_version(version)
        if answered := checks.earlier_answer(match, decision):
            return answered
        checks.check_running(match, seat)
        if checked is not None:
            checks.check_not_ahead(match, checked)
            if checked < match.version:
                raise errors.Stale(match.version)
        now = timezone.now()
        if downtime.is_late(match, seat, now):
            raise errors.TimeRanOut
        if no_take_backs := ranking.why_no_take_backs(match):
            raise no_take_backs
        reach = take_backs.reach_of(match.undo)
        if reach.seat != seat.index:
            raise errors.NothingToUndo
        deadline = reach.ways[-1].deadline
        if deadline and deadline + downtime.owed_time(match, now) <= now:
            raise errors.NoTimeLeft
        return steps.commit_step(match, seats, decision, _before(match, reach))


def _before(match: Match, reach: take_backs.Reach) -> Following:
    """The position before the newest step to take back, and that step's events for the log."""
    way = reach.ways[-1]
    taken = match.steps.values_list("events", flat=True).get(index=reach.at)
    with steps.blaming_the_rules():
        present = states.current_state(match)
        return Following(
            state=states.state_at(match, way.to),
            asked=states.decisions(match, present),
            chance=steps.chance_of(match),
            base=way.to,
            reach=take_backs.after_undo(reach),
            deadline=way.deadline,
            turn=states.turn_of(match, present),
            events=msgspec.convert(taken, list[Event], strict=False),
        )


def resign(*, public_id: str, user: Any, version: Any = None, client_id: Any = None) -> Accepted:
    """Give up the person's seat for good.

    The match is over if there were two sides (the other wins) or it is played alone (it counts as
    it stands). Else a computer player continues as caretaker, and the seat ranks last or shares its
    team's result (`games.protocol.resignation`). If only computer players are left they play it
    out; a game that needn't end, or that someone may return to, is suspended. Works in any pause,
    and while away.
    Raises also: `TimeRanOut`, `Resigned`, `Abandoned`, `Replaced`, `FutureVersion`.
    """
    checks.check_logged_in(user)
    with steps.one_step(public_id=public_id) as (match, seats):
        seat = checks.seat_of(match, seats, user)
        decision = checks.decision_of(user, seat, resignation.RESIGN, client_id, Step.Kind.CONTROL)
        checked = 0 if version is None else checks.checked_version(version)
        if answered := checks.earlier_answer(match, decision):
            return answered
        checks.check_not_over(match)
        checks.check_not_open(match)
        checks.check_still_theirs(seat)
        checks.check_not_ahead(match, checked)
        giving_up.give_up(match, seats, seat)
        return steps.commit_step(match, seats, decision, same_position.unchanged(match))


def come_back(*, public_id: str, user: Any, version: Any = None, client_id: Any = None) -> Accepted:
    """Return the person to their seat, which a computer player has looked after.

    Their clock starts afresh, their standing order counts again, and a match that rested continues.
    Works in any pause. Raises also: `Resigned`, `Abandoned`, `Replaced`, `NotAway`,
    `FutureVersion`.
    """
    checks.check_logged_in(user)
    with steps.one_step(public_id=public_id) as (match, seats):
        seat = checks.seat_of(match, seats, user)
        decision = checks.decision_of(user, seat, plain(Return()), client_id, Step.Kind.CONTROL)
        checked = 0 if version is None else checks.checked_version(version)
        if answered := checks.earlier_answer(match, decision):
            return answered
        checks.check_not_over(match)
        checks.check_still_theirs(seat)
        if not seat.looked_after:
            raise errors.NotAway
        checks.check_not_ahead(match, checked)
        caretakers.give_back(match, seats, seat)
        request_times.look_in_time(match)  # without people there was nothing to look for
        return steps.commit_step(match, seats, decision, same_position.unchanged(match))


def settle(*, match_id: UUID) -> Accepted | None:
    """End a match that has rested for long enough, as it stands; None if it hasn't.

    It is voided if it can't be counted as it stands. Raises `Unreadable` if the rules fail.
    """
    with steps.one_step(pk=match_id) as (match, seats):
        over = match.wake_at is not None and match.wake_at <= timezone.now()
        if not match.running or match.paused != Match.Paused.SUSPENDED or not over:
            return None
        decision = Decision(None, plain(standing.Settle()), "portal", kind=Step.Kind.CONTROL)
        match.settled, match.paused = match.version + 1, ""
        match.save(update_fields=["settled"])
        position = same_position.unchanged(match)
        with steps.blaming_the_rules():
            form = format_of(match)
            gone = Snapshot(match, seats, position.state, match.version).gone
            end = standing.result_of_match(match.ruleset, form, position.state, gone, settled=True)
        if end is None:
            return steps.close(match, seats, decision)
        return steps.commit_step(match, seats, decision, position)


def score_as_it_stands(*, match_id: UUID) -> Accepted | None:
    """End a try whose time is over, scored as if given up; None if it has ended."""
    with steps.one_step(pk=match_id) as (match, seats):
        if not match.running:
            return None
        match.paused = ""
        decision = Decision(seats[0].index, resignation.RESIGN, "clock", kind=Step.Kind.CONTROL)
        giving_up.give_up(match, seats, seats[0], forfeited=True)
        return steps.commit_step(match, seats, decision, same_position.unchanged(match))


def note_program(*, match: Match, user: Any) -> None:
    """Note that a program of the user's will read the match: their own run no longer counts."""
    if not ranking.is_spoiled_by(match, user) or not match.seats.filter(user=user).exists():
        return
    counting = Match.objects.filter(pk=match.pk, status=Match.Status.ACTIVE, unranked="")
    if counting.update(unranked=Match.Unranked.TOKEN):
        announcements.push(match.public_id, match.version, fresh=True)


def abandon(*, public_id: str, user: Any, version: Any = None, client_id: Any = None) -> Accepted:
    """Leave a match that can't be read, for good; the rules aren't asked.

    The person's seat owes nothing anymore; if the match can be read again, a computer player plays
    it. When no person is left the same step voids the match, else it waits for an administrator.
    Raises also: `Resigned`, `Abandoned`, `Replaced`, `FutureVersion`, and `Readable` for a match
    that can be read, in which people resign instead.
    """
    checks.check_logged_in(user)
    with steps.one_step(public_id=public_id) as (match, seats):
        seat = checks.seat_of(match, seats, user)
        decision = checks.decision_of(user, seat, abandonment.ABANDON, client_id, Step.Kind.CONTROL)
        checked = 0 if version is None else checks.checked_version(version)
        if answered := checks.earlier_answer(match, decision):
            return answered
        checks.check_not_over(match)
        checks.check_still_theirs(seat)
        checks.check_not_ahead(match, checked)
        if unreadable.is_readable(match):
            raise errors.Readable
        return _given_up(match, seats, seat, decision)


def _given_up(match: Match, seats: list[Seat], seat: Seat, decision: Decision) -> Accepted:
    seat.replaced, seat.caretaker, seat.owes = match.version + 1, True, False
    seat.epoch += 1
    seat.order = None
    seat.save(update_fields=["replaced", "caretaker", "epoch", "order"])
    nobodys = [other.is_ai or other.replaced is not None for other in seats]
    gone = [other.index for other in seats if other.resigned is not None]
    if abandonment.is_void(nobodys, gone):
        return steps.close(match, seats, decision)
    match.paused = match.paused or Match.Paused.FLAGGED
    people = [other.user_id for other in seats if other.user_id is not None]
    return steps.stand_still(match, seats, decision, people)


@_in_time
def set_order(
    *,
    public_id: str,
    user: Any,
    order: Any = None,
    version: Any = None,
    client_id: Any = None,
    as_text: bool = False,
) -> Accepted:
    """Leave a standing order for the person's seat, from plain JSON values; None withdraws it.

    It may be left at any time while the match runs and replaces the one before; an open decision is
    answered at once. Nobody else learns its content until the match is over. `as_text`: the values
    are texts, as forms send them. Raises also: `NoOrders` (before `Malformed`), `Away`, `Paused`,
    `Resigned`, `Abandoned`, `Replaced`, `FutureVersion`, `TimeRanOut`.
    """
    checks.check_logged_in(user)
    with steps.one_step(public_id=public_id) as (match, seats):
        seat = checks.seat_of(match, seats, user)
        left = _decoded_order(match, seat, order, as_text)
        checked = 0 if version is None else checks.checked_version(version)
        decision = checks.decision_of(user, seat, left, client_id, Step.Kind.ORDER)
        if answered := checks.earlier_answer(match, decision):
            return answered
        checks.check_running(match, seat)
        checks.check_not_ahead(match, checked)
        if downtime.is_late(match, seat, timezone.now()):
            raise errors.TimeRanOut
        seat.order = left
        seat.save(update_fields=["order"])
        unchanged = same_position.unchanged(match, barrier=False)
        return steps.commit_step(match, seats, decision, unchanged)


CONTROLS: dict[str, Callable[..., Accepted]] = {
    "undo": undo,
    "resign": resign,
    "return": come_back,
    "abandon": abandon,
    "order": set_order,
    "ask": _in_time(requests.ask),
    "answer": _in_time(requests.answer),
    "withdraw": requests.withdraw,
    "play-on": requests.play_on,
    "nudge": requests.nudge,
}  # the controls of a seat besides moves, by their names in sockets and forms


def _decoded(match: Match, action: Any) -> Any:
    try:
        return msgspec.convert(action, match.ruleset.Action)
    except (msgspec.ValidationError, UnicodeError, RecursionError) as error:
        raise errors.Malformed(str(error)) from error


def _decoded_order(match: Match, seat: Seat, order: Any, as_text: bool) -> Any:
    if not takes_orders(match, seat.index):
        raise errors.NoOrders
    if order is None:
        return None
    try:
        return plain(standing_orders.read(match.ruleset, order, as_text=as_text))
    except (msgspec.ValidationError, UnicodeError, RecursionError) as error:
        raise errors.Malformed(str(error)) from error
