"""The replay studio: any moment of a match, as a viewer whose view is open saw it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

import msgspec

from games.matches.models import Match
from games.matches.page import choice_lists, shared_html
from games.matches.page.missed_steps import Board
from games.matches.record import moments, states
from games.matches.record.logbook import LogEntry
from games.matches.record.selectors import Snapshot
from games.matches.record.timeline import Timeline, timeline, with_step
from games.plugin import Viewer

MOST = 12  # moments that a page may ask for at a time
MOST_MARKS = 300  # turns


@dataclass(frozen=True)
class Looking:
    """How someone goes through a match: whose view, and whether steps that were taken back count.

    `as_` is the view as the address names it, "" for one's own. `reviewing`: an administrator
    looks, who may not be let in at the match's own pages.
    """

    viewer: Viewer
    as_: str
    whole: bool
    reviewing: bool = False

    @property
    def query(self) -> str:
        """What keeps it in addresses, after `?step=…`."""
        said = {"as": self.as_} if self.as_ else {}
        said |= {"all": "1"} if self.whole else {}
        return f"&{urlencode(said)}" if said else ""


def line_of(match: Match, looking: Looking, step: int) -> Timeline:
    """Where the slider stops; the whole line where only that stops at `step`."""
    return with_step(match, step, whole=looking.whole)


def boards(newest: Snapshot, looking: Looking, line: Timeline, steps: Sequence[int]) -> list[Board]:
    """The boards at these steps of the line, in the active language.

    Asks the database for the steps at most five times and for their log once.
    """
    with states.reading(newest.match):
        shown = moments.snapshots(newest, steps)
    told = moments.logs(newest, looking.viewer, line.steps, steps)
    away = moments.looked_after_at(newest, steps)
    made = []
    for moment, log, absent in zip(shown, told, away, strict=True):
        page = page_data(moment, looking, log, absent)
        made.append(Board(moment.version, shared_html.rendered(page)[:]))  # no SafeString
    return made


def page_data(
    shown: Snapshot, looking: Looking, log: list[LogEntry], away: Collection[int]
) -> dict[str, Any]:
    """What the template of the shared part gets: nothing to touch, and no result over the board.

    `away`: the seats that computer players look after at that moment.
    How the match ended has a place of its own below, so that the board stays where it is; the
    ending is staged over it as in live play.
    """
    page = shared_html.page_data(shown, looking.viewer, None, log)
    return page | {
        "touch": False,
        "result": [],
        "ending": page["result"],
        "explains_end": False,
        "seats": [replace(row, away=row.index in away) for row in page["seats"]],
        "as_query": looking.query,
        "log_address": "" if looking.reviewing else page["log_address"],
    }


def script_data(match: Match, line: Timeline) -> str:
    """The line for the page's script: the steps to stop at, and those that begin a turn.

    And the steps that count in the end, if there are others on the line.
    """
    counting = timeline(match).steps if line.whole else None
    return choice_lists.script_json(
        {"steps": line.steps, "turns": line.turns, "counting": counting}
    )


def nearest(line: Timeline, step: int) -> dict[str, int | None]:
    """Where links lead that go without a script: the steps of the line around this one."""
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
    """A turn on the slider's marks: whose it is, from which step on, for how many."""

    seat: int
    x: int
    width: int


def marks(line: Timeline, last: int) -> list[Mark]:
    """The turns of the seats; none where there would be more than one could tell apart, or one."""
    alone = len(set(line.seats) - {None}) < 2
    if alone or len(line.turns) > MOST_MARKS:
        return []
    ends = [*line.turns[1:], last + 1]
    turns = zip(line.seats, line.turns, ends, strict=True)
    return [
        Mark(seat, max(begin - 1, 0), end - begin) for seat, begin, end in turns if seat is not None
    ]


def other_line(match: Match, looking: Looking, step: int) -> dict[str, Any]:
    """The way to the line with what was taken back, or without; nothing where they are the same."""
    counting = timeline(match).steps
    dropped = len(timeline(match, whole=True).steps) > len(counting)
    other = replace(looking, whole=not looking.whole)
    near = max((one for one in counting if one <= step), default=0) if looking.whole else step
    return {"dropped": dropped, "other_line": near, "other_query": other.query}


def encoded(made: list[Board]) -> bytes:
    """The answer to a page that asks for boards."""
    return msgspec.json.encode({"boards": made})
