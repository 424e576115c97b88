"""The page of a match that can't be read. Nothing here uses the rules."""

from typing import Any

from django.utils.translation import get_language

from games.matches import errors
from games.matches.models import Seat
from games.matches.page import shared_html
from games.matches.page.controls import clocks_of
from games.matches.play.engine import unreadable
from games.matches.record.moments import step_words
from games.matches.record.selectors import Snapshot
from games.plugin import Viewer


def sentence() -> str:
    """Why there is no board, in the reader's language."""
    return errors.Unreadable().detail


def page(shown: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """The context of the template of the page's shared part."""
    match = shown.match
    seat = shown.seats[viewer] if isinstance(viewer, int) else None
    return {
        "language": get_language() or "",
        "match": match,
        "version": match.version,
        "tag": shared_html.tag_of(match),
        "is_newest": True,
        "game_title": match.game_title,
        "title": match.game_title,
        "prompt": sentence(),
        "phase": match.get_paused_display() if match.paused else step_words(match.version),
        "viewer": None if seat is None else seat.index,
        "can_abandon": seat is not None and match.running and plays(seat),
        "abandoned": seat is not None and seat.abandoned,
        "seats": [_row(seat, viewer) for seat in shown.seats],
        "names": shown.names,
        "seat_template": None,
        "parts": "",
        "clocks": clocks_of(shown),
        "places": _places(shown),
    }


def plays(seat: Seat) -> bool:
    """Whether the seat still belongs to its player."""
    return not seat.is_ai and seat.resigned is None and seat.replaced is None


def rendered(data: dict[str, Any]) -> str:
    return shared_html.rendered(data, "matches/unreadable.html")


def live_html(shown: Snapshot, viewer: Viewer) -> str:
    """The page's shared part, even if the match can't be read."""
    return unreadable.with_fallback(
        shown.match,
        lambda: shared_html.live_html(shown, viewer),
        lambda: rendered(page(shown, viewer)),
    )


def _row(seat: Seat, viewer: Viewer) -> shared_html.SeatRow:
    return shared_html.seat_row(
        seat,
        viewer,
        turn=False,  # the match waits only for an administrator
        resigned=seat.resigned is not None,
        forfeited=seat.forfeited,
        away=seat.looked_after,
        data=None,
    )


def _places(shown: Snapshot) -> list[dict[str, Any]]:
    """Everyone's stored result, best first; empty without one."""
    if shown.match.running or shown.voided:
        return []
    outcomes = shared_html.outcome_words()
    ranked = sorted(shown.seats, key=lambda seat: (seat.rank or len(shown.seats), seat.index))
    return [{"seat": seat, "outcome": outcomes.get(seat.outcome, "")} for seat in ranked]
