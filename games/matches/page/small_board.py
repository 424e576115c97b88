"""The present board as a document of its own: small, without controls, as spectators see it."""

from typing import Any

from django.utils import timezone

from games.matches.models import Match
from games.matches.page import made_once, shared_html, studio
from games.matches.page.studio import Looking
from games.matches.play.engine import unreadable
from games.matches.record import selectors
from games.plugin import SPECTATOR


def html_of(request: Any, match: Match) -> str:
    """The document, made once for all readers; "" if the match can't be read.

    It is for the `srcdoc` of a frame: its style sheets see the frame's size as the window's. Seats
    must be prefetched. Raises what `made_once.made` does.
    """

    def make() -> str:
        return unreadable.with_fallback(match, lambda: _document(match), lambda: "")

    seats = list(match.seats.all())
    with timezone.override("UTC"):  # a board shows no times, so readers of all zones can share it
        return made_once.made(request, match, seats, ("small board",), make, cost=1)


def _document(match: Match) -> str:
    looking = Looking(SPECTATOR, SPECTATOR.value, whole=False)
    page = studio.page_data(selectors.snapshot(match), looking, [], ())
    page["board_css"] = shared_html.own_file(page["parts"], "board.css")
    return shared_html.rendered(page, "matches/small_board.html")[:]
