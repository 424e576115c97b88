"""Checks before a person's step, in the order in which services make them."""

from collections.abc import Collection, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.matches import errors
from games.matches.models import Match, Seat, Step
from games.matches.play.engine.decision import Accepted, Decision
from games.matches.record import gate, states
from games.matches.record.prepared import Prepared
from games.plugin.codec import digest
from toolbox.errors import NotFound, NotLoggedIn

MAX_VERSION = 2**31 - 1
LONGEST_ID = 64  # characters of a client_id


def check_logged_in(user: Any) -> None:
    if not user.is_authenticated:
        raise NotLoggedIn(_("Log in to play."))


def seat_of(match: Match, seats: list[Seat], user: Any) -> Seat:
    """The user's own seat. Raises `NotFound`, `NotYourSeat`.

    For programs, which play neither challenges nor rated matches, also `ByHand`, `PeopleOnly`.
    """
    seat = next((seat for seat in seats if seat.user_id == user.pk), None)
    if seat is not None:
        if match.embargo_until is not None and user.by_token:
            raise errors.ByHand
        if match.rated and user.by_token:
            raise errors.PeopleOnly
        return seat
    if not gate.lets_in(match, seated=False):
        raise NotFound(_("There is no such match."))
    raise errors.NotYourSeat


def seat_numbered(seats: Sequence[Seat], number: Any) -> Seat:
    """The seat with a number that somebody sent. Raises `Malformed` if there is none."""
    if type(number) is not int or not 0 <= number < len(seats):
        raise errors.Malformed(_("There is no such seat."))
    return seats[number]


def decision_of(
    user: Any, seat: Seat, action: Any, client_id: Any, kind: Step.Kind = Step.Kind.ACTION
) -> Decision:
    """The user's decision at their seat. Raises `Malformed` for a bad `client_id`."""
    checked = checked_client_id(client_id)
    return Decision(seat.index, action, "person", user.pk, checked, kind, user.by_token)


def checked_version(version: Any) -> int:
    """The version that somebody sent. Raises `Malformed` if it can't be one."""
    if type(version) is not int or not 0 <= version <= MAX_VERSION:
        raise errors.Malformed(_("The version must be a whole number."))
    return version


def checked_client_id(client_id: Any) -> str | None:
    """The client's id of a call, None for none. Raises `Malformed`."""
    if client_id in (None, ""):
        return None
    if not isinstance(client_id, str) or len(client_id) > LONGEST_ID or not client_id.isprintable():
        raise errors.Malformed(_("A client_id is text of at most 64 characters."))
    return client_id


_answered = Prepared(Step.objects.all(), "match", "seat", "client_id")


def step_of(match: Match, decision: Decision) -> Step | None:
    """The step that the decision's client_id made before."""
    if decision.client_id is None:
        return None
    return next(iter(_answered(match.pk, decision.seat, decision.client_id)), None)


def earlier_answer(match: Match, decision: Decision) -> Accepted | None:
    """The earlier answer to the same request. Raises `ClientIdTaken` for a different request."""
    step = step_of(match, decision)
    if step is None:
        return None
    if (step.kind, step.payload_hash) != (decision.kind, digest(decision.action)):
        raise errors.ClientIdTaken
    return Accepted(step.index, decision.client_id, repeated=True)


IN_PAUSES = (Match.Paused.CONSENT, Match.Paused.RESTING)  # pauses that people start and end


def check_running(match: Match, seat: Seat, *, even: Collection[str] = ()) -> None:
    """Raise unless the match runs, and the seat is still its person's to play.

    `even`: the pauses in which the step is allowed all the same.
    """
    check_not_over(match)
    if seat.looked_after:
        raise errors.Away
    if match.paused == Match.Paused.FLAGGED:
        states.current_state(match)  # raises `Unreadable` if that is the reason
    if match.paused and match.paused not in even:
        raise errors.Paused(match.paused)
    check_not_open(match)
    check_still_theirs(seat)


def check_not_open(match: Match) -> None:
    """Raise `TimeRanOut` at a challenge whose gate has opened."""
    if match.embargo_until is not None and not gate.is_shut(match):
        raise errors.TimeRanOut  # its deal is public, and it is about to be scored as it stands


def check_not_over(match: Match) -> None:
    if match.status == Match.Status.VOIDED:
        raise errors.Voided
    if not match.running:
        raise errors.Over


def check_still_theirs(seat: Seat) -> None:
    if seat.resigned is not None:
        raise errors.Resigned(forfeited=seat.forfeited)
    if seat.abandoned:
        raise errors.Abandoned
    if seat.replaced is not None:
        raise errors.Replaced


def check_not_ahead(match: Match, version: int) -> None:
    if version > match.version:
        raise errors.FutureVersion(match.version)
