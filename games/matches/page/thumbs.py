"""A board as a small picture, made from one viewer's observation."""

import logging

from django.template.loader import get_template

from games.matches.errors import Unreadable
from games.matches.models import Match
from games.matches.page.shared_html import folder_of, own_template
from games.matches.record import selectors, states
from games.plugin import Viewer

log = logging.getLogger(__name__)


def thumb(match: Match, viewer: Viewer) -> str:
    """The ruleset's `thumb.html`; "" if it has none or fails. No query if seats are loaded."""
    try:
        with states.reading(match):
            shown = selectors.snapshot(match)
            path = own_template(shown.game, "thumb")
            if path is None:
                return ""
            board = shown.game.board(shown.game.observation(shown.state, viewer))
    except Unreadable:
        return ""
    context = {"drawing": path, "board": board, "parts": folder_of(shown.game)}
    try:
        drawn: str = get_template("matches/thumb.html").render(context)
    except Exception:  # a ruleset's fault must not break the whole desk
        log.exception("%s: thumb.html failed", shown.game.meta.slug)
        return ""
    return drawn
