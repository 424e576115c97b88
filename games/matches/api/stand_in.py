"""A match that can't be read, as the API shows it. Nothing here asks the rules."""

from typing import Any

import msgspec

from games.matches import errors
from games.matches.api import representation as whole
from games.matches.models import Match
from games.matches.play.engine import unreadable
from games.matches.play.engine.request_times import pause_ends_of
from games.matches.record.selectors import Snapshot
from games.plugin import Viewer
from games.plugin.model import result_of


def shown_to(match: Match, user: Any) -> whole.MatchShown:
    shown = unreadable.snapshot(match)
    return described(shown, shown.seat_of(user))


def described(shown: Snapshot, viewer: Viewer) -> whole.MatchShown:
    """The match as the API shows it to this viewer, whether or not it can be read."""
    return unreadable.with_fallback(
        shown.match,
        lambda: whole.representation(shown, viewer),
        lambda: representation(shown, viewer),
    )


def representation(shown: Snapshot, viewer: Viewer) -> whole.MatchShown:
    """Everything but the position, without a query."""
    return whole.MatchShown(
        **whole.common_fields(shown, viewer),
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
        clock=_clock(shown),
        absence=None,
        result=_result(shown),
        unreadable=True,
    )


def _clock(shown: Snapshot) -> whole.ClockShown | None:
    try:
        return whole.clock_shown(shown)
    except msgspec.ValidationError:
        return None


def _result(shown: Snapshot) -> whole.ResultShown | None:
    kept = shown.match.result
    try:
        return None if kept is None else whole.result_shown(result_of(kept), shown.names)
    except (msgspec.ValidationError, KeyError, IndexError, ValueError):
        return None
