"""The replay studio: any moment of a match, in any view that is open to the reader."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from games.matches.models import Match
from games.matches.page import choice_lists, shared_html
from games.matches.page.missed_steps import Board
from games.matches.record import moments, states
from games.matches.record.logbook import LogEntry
from games.matches.record.selectors import Snapshot
from games.matches.record.timeline import Timeline, timeline
from games.plugin import Viewer

MOST = 12  # moments that a page may ask for at a time
MOST_MARKS = 300  # marked turns


@dataclass(frozen=True)
class Looking:
    """How someone replays a match."""

    viewer: Viewer
    as_: str  # the view in addresses, "" for the reader's own
    whole: bool  # with the steps that were taken back
    reviewing: bool = False  # an administrator, who may have no access to the match's own pages

    @property
    def query(self) -> str:
        """The part of an address after `?step=…`."""
        fields = ({"as": self.as_} if self.as_ else {}) | ({"all": "1"} if self.whole else {})
        return f"&{urlencode(fields)}" if fields else ""


def boards(newest: Snapshot, looking: Looking, line: Timeline, steps: Sequence[int]) -> list[Board]:
    """The boards at these steps of the line, in the active language. Takes at most six queries."""
    with states.reading(newest.match):
        shown = moments.snapshots(newest, steps)
    logs = moments.logs(newest, looking.viewer, line.steps, steps)
    away = moments.looked_after_at(newest, steps)
    made = []
    for moment, log, absent in zip(shown, logs, away, strict=True):
        page = page_data(moment, looking, log, absent)
        made.append(Board(moment.version, shared_html.rendered(page)[:]))  # no SafeString
    return made


def page_data(
    shown: Snapshot, looking: Looking, log: list[LogEntry], away: Collection[int]
) -> dict[str, Any]:
    """The context of the shared part's template, without touch targets.

    `away`: the seats that computer players look after at that moment. The result stands below the
    board, not above it, so that the board stays in place; the ending is staged as in live play.
    """
    page = shared_html.page_data(shown, looking.viewer, None, log)
    return page | {
        "touch": False,
        "result": [],
        "explains_end": False,
        "seats": [replace(row, away=row.index in away) for row in page["seats"]],
        "as_query": looking.query,
        "log_address": "" if looking.reviewing else page["log_address"],
    }


def script_data(match: Match, line: Timeline) -> str:
    """The line as JSON for the page's script; `counting`: its steps that count in the end."""
    counting = timeline(match).steps if line.whole else None
    return choice_lists.script_json(
        {"steps": line.steps, "turns": line.turns, "counting": counting}
    )


def nearest(line: Timeline, step: int) -> dict[str, int | None]:
    """The steps of the line around this one, for links without a script."""
    place = line.steps.index(step)
    turns = line.turns
    return {
        "first": line.steps[0],
        "before": line.steps[place - 1] if place else None,
        "after": line.steps[place + 1] if place + 1 < len(line.steps) else None,
        "last": line.steps[-1],
        "turn_before": max((one for one in turns if one < step), default=None),
        "turn_after": min((one for one in turns if one > step), default=None),
    }


@dataclass(frozen=True)
class Mark:
    """A turn on the slider, in steps."""

    seat: int
    x: int
    width: int


def marks(line: Timeline, last: int) -> list[Mark]:
    """The turns of the seats; none if there is a single seat, or too many turns to tell apart."""
    alone = len(set(line.seats) - {None}) < 2
    if alone or len(line.turns) > MOST_MARKS:
        return []
    turns = zip(line.seats, line.turns, [*line.turns[1:], last + 1], strict=True)
    return [
        Mark(seat, max(begin - 1, 0), end - begin) for seat, begin, end in turns if seat is not None
    ]


def other_line(match: Match, looking: Looking, step: int) -> dict[str, Any]:
    """The link between the lines with and without taken-back steps, and whether they differ."""
    counting = timeline(match).steps
    dropped = len(timeline(match, whole=True).steps) > len(counting)
    other = replace(looking, whole=not looking.whole)
    near = max((one for one in counting if one <= step), default=0) if looking.whole else step
    return {"dropped": dropped, "other_line": near, "other_query": other.query}
