"""The positions between two versions, as a viewer sees them one after another on the page."""

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.matches.errors import Malformed
from games.matches.page import shared_html
from games.matches.page.controls import clocks_of, controls_of
from games.matches.page.table_state import table_state_of
from games.matches.record import moments
from games.matches.record.selectors import Snapshot
from games.plugin import Viewer

MOST = 8  # positions that a page may ask for at a time


class Board(msgspec.Struct):
    """The shared part of the page as it was after a step, in `content`."""

    version: int
    content: str


def read_range(text: Any, newest: int) -> tuple[int, int]:
    """The first and the last step of "5-7", all of them older than `newest`.

    Raises `Malformed` for what is no such range, or one of more than `MOST` steps.
    """
    first, _dash, last = text.partition("-") if isinstance(text, str) else ("", "", "")
    if all(part.isascii() and part.isdigit() and len(part) < 10 for part in (first, last)):
        span = int(first), int(last)
        if 0 <= span[0] <= span[1] < newest and span[1] - span[0] < MOST:
            return span
    raise Malformed(_("There are no such steps."))


def boards(newest: Snapshot, viewer: Viewer, first: int, last: int) -> list[Board]:
    """The boards after the steps `first` to `last`, in the active language.

    Nobody acts on them; clocks and controls are those of `newest`, for they go on meanwhile.
    Asks the database for the steps at most twice and for the log of each board at most once.
    """
    kept = {
        "is_newest": True,
        "controls": controls_of(newest, viewer),
        "table_state": table_state_of(newest, viewer),
        "clocks": clocks_of(newest),
    }
    made = []
    for shown in moments.snapshots(newest, range(first, last + 1)):
        page = shared_html.page_data(shown, viewer, None) | kept
        # To the board: what can be touched on the newest one stays so, and keeps the focus.
        page["touch"] = newest.may_act(viewer)
        made.append(Board(shown.version, shared_html.rendered(page)[:]))  # no SafeString
    return made
