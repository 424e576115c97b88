"""What the page shows of a match that can't be read: nothing here asks the rules."""

from typing import Any

from django.utils.translation import get_language

from accounts import names
from games.matches import errors
from games.matches.models import Seat
from games.matches.page import shared_html
from games.matches.page.controls import clocks_of
from games.matches.play.engine import unreadable
from games.matches.record.moments import step_words
from games.matches.record.selectors import Snapshot
from games.plugin import Viewer


def sentence() -> str:
    """Why nothing is shown, in the reader's language."""
    return errors.Unreadable().detail


def page(shown: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """What the template gets for the shared part of the match's page."""
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
        "seats": [_row(shown, seat, viewer) for seat in shown.seats],
        "names": shown.names,
        "seat_template": None,
        "parts": "",
        "clocks": clocks_of(shown),
        "places": _places(shown),
    }


def plays(seat: Seat) -> bool:
    """Whether the seat is still its person's own."""
    return not seat.is_ai and seat.resigned is None and seat.replaced is None


def rendered(data: dict[str, Any]) -> str:
    """The shared part of the match's page, made of what `page` gives."""
    return shared_html.rendered(data, "matches/unreadable.html")


def live_html(shown: Snapshot, viewer: Viewer) -> str:
    """The shared part of the match's page, of a match that may not be readable."""
    return unreadable.with_fallback(
        shown.match,
        lambda: shared_html.live_html(shown, viewer),
        lambda: rendered(page(shown, viewer)),
    )


def _row(shown: Snapshot, seat: Seat, viewer: Viewer) -> shared_html.SeatRow:
    return shared_html.SeatRow(
        index=seat.index,
        name=seat.name,
        ai=seat.is_ai,
        you=seat.index == viewer,
        turn=False,  # it waits for an administrator, and for nobody else
        resigned=seat.resigned is not None,
        forfeited=seat.forfeited,
        abandoned=seat.abandoned,
        role=seat.role,
        guest=names.is_of_guest(seat.name),
        person=seat.user_id is not None and not seat.is_ai,
        away=seat.looked_after,
        data=None,
    )


def _places(shown: Snapshot) -> list[dict[str, Any]]:
    """Everyone's result as it is stored, best first; empty where there is none."""
    if shown.match.running or shown.voided:
        return []
    outcomes = shared_html.outcome_words()
    ranked = sorted(shown.seats, key=lambda seat: (seat.rank or len(shown.seats), seat.index))
    return [{"seat": seat, "outcome": outcomes.get(seat.outcome, "")} for seat in ranked]
