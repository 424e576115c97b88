"""What the API shows of a match that can't be read: nothing here asks the rules."""

from typing import Any

import msgspec

from games.matches import errors
from games.matches.api import representation as whole
from games.matches.api.representation import (
    ClockShown,
    MatchShown,
    ResultShown,
    clock_shown,
    result_shown,
    seat_shown,
)
from games.matches.models import Match
from games.matches.play.engine import unreadable
from games.matches.play.engine.request_times import pause_ends_of
from games.matches.record.selectors import Snapshot
from games.plugin import Viewer
from games.plugin.model import result_of


def shown_to(match: Match, user: Any) -> MatchShown:
    """The match as the API shows it to this user."""
    shown = unreadable.snapshot(match)
    return described(shown, shown.seat_of(user))


def described(shown: Snapshot, viewer: Viewer) -> MatchShown:
    """The match as the API shows it to this viewer, whether or not it can be read."""
    return unreadable.with_fallback(
        shown.match,
        lambda: whole.representation(shown, viewer),
        lambda: representation(shown, viewer),
    )


def representation(shown: Snapshot, viewer: Viewer) -> MatchShown:
    """The match as the API shows it: everything but the position. Asks the database nothing."""
    match = shown.match
    return MatchShown(
        id=match.public_id,
        game=match.game,
        version=match.version,
        status=match.status,
        paused=match.paused or None,
        pause_ends=pause_ends_of(match),
        active_seats=[seat.index for seat in shown.seats if seat.owes],
        seats=[seat_shown(seat) for seat in shown.seats],
        you=viewer if isinstance(viewer, int) else None,
        prompt=errors.Unreadable().detail,
        observation=None,
        actions=[],
        can_undo=False,
        can_order=False,
        can_return=match.running and shown.is_away(viewer),
        order=None,
        request=None,
        clock=_clock(shown),
        absence=None,
        result=_result(shown),
        commitment=match.deal.commitment,
        unreadable=True,
        imported=match.imported_at is not None,
    )


def _clock(shown: Snapshot) -> ClockShown | None:
    """The clock as it was stored, if that is one."""
    try:
        return clock_shown(shown)
    except msgspec.ValidationError:
        return None


def _result(shown: Snapshot) -> ResultShown | None:
    """How it ended, as it was stored then."""
    kept = shown.match.result
    try:
        return None if kept is None else result_shown(result_of(kept), shown.names)
    except (msgspec.ValidationError, KeyError, IndexError, ValueError):
        return None
