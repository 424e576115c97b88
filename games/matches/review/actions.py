"""Deeds of administrators in matches that they don't play in.

Each deed is a step of the record, which everyone at the match sees with its reason, and an entry of
the audit log with the administrator. All refuse, in this order: `NotLoggedIn`, `NotReviewer`,
`NotFound`, `OwnMatch`, `ReasonNeeded`, `Voided`, `Malformed`, `Over`, and then the errors that they
name. All but `void` raise `Unreadable` for a match that can't be read.

`void` and `end` also work on finished matches; their follow-ups run again. No deed lets a finished
match go on: its seed and every hand are open, so no further play would be fair.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_noop

from accounts import audit, notices
from games.matches import errors
from games.matches.models import Match, Seat, Step
from games.matches.play.actions import repair
from games.matches.play.engine import checks, giving_up, same_position, steps
from games.matches.play.engine.decision import Accepted, Decision
from games.matches.record import match_names, states
from games.matches.review.access import check_may_review, check_reviewer, checked_reason
from games.plugin import Result
from games.plugin.codec import plain
from games.protocol import named_results
from games.protocol.admin_actions import Deed, End, NamedResult, Replace, Unlock, Void

TAKEN_BACK = gettext_noop(
    "An administrator took your match of {game} back to an earlier moment. The reason: {reason}"
)
RESUMED = gettext_noop("An administrator resumed your match of {game}. The reason: {reason}")
REPLACED = gettext_noop(
    "An administrator gave your seat in {game} to a computer player. The reason: {reason}"
)


def void(*, public_id: str, by: Any, reason: Any) -> Accepted:
    """End a match without a result, or remove a finished one's result; its record and seed open."""
    with _for_administrator(public_id, by, reason) as (match, seats, text):
        match.settled = match.decided = None
        match.save(update_fields=["settled", "decided"])
        return _done(match, by, None, Void(text), steps.close, seats)


def replace_by_ai(*, public_id: str, seat: Any, level: Any, by: Any, reason: Any) -> Accepted:
    """Give a person's seat to a computer player of that level, for good.

    The person may go on watching from it. If only computer players are left they play it out; a
    game that needn't end is suspended. Refuses also: `NobodysSeat`.
    """
    with _for_administrator(public_id, by, reason) as (match, seats, text):
        taken = checks.seat_numbered(seats, seat)
        if level not in match.ruleset.meta.levels:
            raise errors.Malformed(_("There is no such level."))
        _check_running(match)
        if taken.is_ai or taken.resigned is not None or taken.replaced is not None:
            raise errors.NobodysSeat
        taken.ai_level, taken.caretaker, taken.replaced = level, False, match.version + 1
        taken.epoch += 1
        taken.order = None
        taken.save(update_fields=["ai_level", "caretaker", "replaced", "epoch", "order"])
        same_position.suspend_without_people(match, seats)
        giving_up.settle_being_away(match, taken)
        _tell(match, seats, [taken], REPLACED, reason=text)
        return _done(match, by, taken.index, Replace(level, text), _go_on, seats)


def unlock(*, public_id: str, by: Any, reason: Any) -> Accepted:
    """Resume a match that was flagged because its rules failed; clocks start again.

    Refuses also: `NotFlagged`, and `Paused` if the rules still fail on this position.
    """
    with _for_administrator(public_id, by, reason) as (match, seats, text):
        _check_running(match)
        if match.paused != Match.Paused.FLAGGED:
            raise errors.NotFlagged
        match.paused = ""
        same_position.suspend_without_people(match, seats)
        _tell_resumed(match, seats, text)
        return _done(match, by, None, Unlock(text), _go_on, seats)


def take_back(
    *, public_id: str, to: Any, by: Any, reason: Any, version: int | None = None
) -> Accepted:
    """Continue a running match from the position after an earlier step `to`; see `repair`.

    A pause stays. `version`: the newest step when the administrator looked. Refuses also: `Stale`
    if it no longer is, `NoWayBack` (instead of `Over`) for a match that is over, and `Paused` if
    the rules fail on that position.
    """
    with _for_administrator(public_id, by, reason) as (match, seats, text):
        _check_version(match, version)
        if type(to) is not int or not 0 <= to < match.version:
            raise errors.Malformed(_("There is no such step before the newest one."))
        if not match.running:
            raise errors.NoWayBack
        _tell(match, seats, seats, TAKEN_BACK, reason=text)
        deed = repair.take_back_deed(seats, to, text)
        return _done(match, by, None, deed, partial(repair.take_back, to=to), seats)


def end(
    *, public_id: str, result: Any, by: Any, reason: Any, version: int | None = None
) -> Accepted:
    """End a match with this result, or replace a finished one's; its follow-ups run (again).

    `result`: for each seat, in order, `outcome`, `rank` and `score` (None for no points).
    `version`: the newest step when the administrator looked. Refuses also: `Stale` if it no longer
    is, and `Unfitting` for a result that the match can't have.
    """
    with _for_administrator(public_id, by, reason) as (match, seats, text):
        _check_version(match, version)
        deed = End(named(result), text)
        make = partial(repair.end, result=fitting(match, deed))
        return _done(match, by, None, deed, make, seats)


def fitting(match: Match, deed: End) -> Result:
    """The result that the deed would give the match. Raises `Unfitting`, `Unreadable`."""
    with states.reading(match):
        form, scored = states.format_of(match), match.presentation.meta.scored
    try:
        named_results.check(form, deed.seats, scored=scored)
    except named_results.Unfitting as unfitting:
        raise errors.Unfitting(unfitting.code) from unfitting
    return named_results.result(form, deed)


def named(result: Any) -> tuple[NamedResult, ...]:
    """The result in plain values. Raises `Malformed`."""
    try:
        return msgspec.convert(result, tuple[NamedResult, ...])
    except msgspec.ValidationError as error:
        raise errors.Malformed(str(error)) from error


@contextmanager
def _for_administrator(
    public_id: str, by: Any, reason: Any
) -> Iterator[tuple[Match, list[Seat], str]]:
    """The locked match, its seats and the reason, after the checks of every deed."""
    check_reviewer(by)
    with steps.one_step(public_id=public_id) as (match, seats):
        check_may_review(match, by)
        text = checked_reason(reason)
        if match.status == Match.Status.VOIDED:
            raise errors.Voided
        yield match, seats, text


def _check_version(match: Match, version: int | None) -> None:
    if version is not None and version != match.version:
        raise errors.Stale(match.version)


def _check_running(match: Match) -> None:
    if not match.running:
        raise errors.Over


def _go_on(match: Match, seats: list[Seat], decision: Decision) -> Accepted:
    return steps.commit_step(match, seats, decision, same_position.unchanged(match))


def _done(
    match: Match, by: Any, seat: int | None, deed: Deed, make: Any, seats: list[Seat]
) -> Accepted:
    """Write the deed into the record and into the audit log, in one transaction."""
    decision = Decision(seat, plain(deed), "staff", by.pk, kind=Step.Kind.ADMIN)
    before = _before(match, seat, deed, seats)
    accepted: Accepted = make(match, seats, decision)
    fields = plain(deed)
    kind, _reason = fields.pop("type"), fields.pop("reason")
    audit.record(
        actor=by,
        action=f"match.{kind}",
        subject=f"match:{match.public_id}",
        reason=deed.reason,
        data={"step": accepted.version, "seat": seat, **fields, **before},
    )
    return accepted


def _before(match: Match, seat: int | None, deed: Deed, seats: list[Seat]) -> dict[str, Any]:
    """For the audit log: whose seat it was before the deed, or the result."""
    names = [own.user.username if own.user else own.name for own in seats]
    if isinstance(deed, Replace) and seat is not None:
        return {"person": names[seat]}
    if not isinstance(deed, End | Void):
        return {}
    before = [{"outcome": own.outcome, "rank": own.rank, "score": own.score} for own in seats]
    return {"before": None if match.running else before, "names": names}


def _tell_resumed(match: Match, seats: Collection[Seat], reason: str) -> None:
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    notices.settle(users=people, occasions=[f"match:{match.public_id}:flagged"])
    playing = [seat for seat in seats if seat.resigned is None and seat.replaced is None]
    _tell(match, seats, playing, RESUMED, reason=reason)


def _tell(
    match: Match, seats: Collection[Seat], whom: Collection[Seat], text: str, **params: object
) -> None:
    """Tell the people in these seats, except those who have closed their accounts."""
    names = match_names.names_for_all(match, seats)
    for seat in whom:
        if seat.user_id is not None and not seat.erased:
            notices.tell(
                user_id=seat.user_id,
                key=f"match:{match.public_id}:repair:{match.version + 1}",
                text=text,
                params={"game": names[seat.user_id], **params},
                link=reverse("matches:match", args=[match.public_id]),
            )
