"""The boards between two versions, which the page shows one after another."""

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
from toolbox.request_json import whole_number

MOST = 8  # positions that a page may ask for at a time


class Board(msgspec.Struct):
    """The shared part of the page after a step, as HTML."""

    version: int
    content: str


def read_range(text: Any, newest: int) -> tuple[int, int]:
    """The bounds of "5-7", at most `MOST` steps older than `newest`. Raises `Malformed`."""
    parts = text.partition("-") if isinstance(text, str) else ("", "", "")
    first, last = whole_number(parts[0]), whole_number(parts[2])
    if first is None or last is None or not 0 <= last - first < MOST or last >= newest:
        raise Malformed(_("There are no such steps."))
    return first, last


def boards(newest: Snapshot, viewer: Viewer, first: int, last: int) -> list[Board]:
    """The boards after the steps `first` to `last`, in the active language.

    They are read-only; clocks and controls are those of `newest`. Takes at most two queries for the
    steps, and one for the log of each board.
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
        page["touch"] = newest.may_act(viewer)  # so that the focus stays as on the newest board
        made.append(Board(shown.version, shared_html.rendered(page)[:]))  # no SafeString
    return made
