"""What the steps of a match say to a viewer: the lines of the log and the motions of the pieces.

Steps never change, so what is read and told of them is remembered: after a move every viewer
needs but the newest step told.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

import msgspec

from games.matches.models import Match, Step
from games.matches.telling import told_by_the_portal
from games.matches.text import sentence
from games.plugin import AnyGame, Event, Motion, Narration, SeenEvent, Viewer, project
from games.plugin.codec import pack

LISTS_REMEMBERED = 500
EVENTS_REMEMBERED = 20_000
FIELDS = ("index", "at", "seat", "kind", "action", "events")


class Row(msgspec.Struct, frozen=True):
    """The part of a step that is told."""

    index: int
    at: datetime
    seat: int | None
    kind: str
    action: Any
    events: list[Event]


@dataclass(frozen=True)
class LogEntry:
    """One line of the log, in the reader's language: `index` is the step that caused it."""

    index: int
    at: datetime
    seat: int | None
    kind: str
    text: str
    motions: tuple[Motion, ...] = ()


_lists: dict[tuple[Any, str, int, int], list[Row]] = {}
_narrations: dict[tuple[str, int, bytes], Narration | None] = {}


def entries(game: AnyGame, row: Row, viewer: Viewer, names: list[str]) -> Iterator[LogEntry]:
    """The lines of one step, as the viewer may read them."""
    if said := told_by_the_portal(cast("Step", row)):  # it reads nothing that a row hasn't
        yield LogEntry(row.index, row.at, row.seat, row.kind, sentence(said, names))
    for event in row.events:
        told = _narrated(game, project(event, viewer))
        if told is not None:
            text = sentence(told.line, names)
            yield LogEntry(row.index, row.at, row.seat, row.kind, text, told.motions)


def newest_rows(match: Match, upto: int, last: int) -> list[Row]:
    """The `last` steps up to `upto`, oldest first. One query for each version of a match.

    The hash of the newest step stands for the whole record, so a record changed behind our back
    (only tests do that) is read again.
    """
    key = (match.pk, match.last_hash, upto, last)
    known = _lists.get(key)
    if known is None:
        if len(_lists) >= LISTS_REMEMBERED:
            _lists.clear()
        found = match.steps.filter(index__lte=upto).order_by("-index")[:last]
        known = _lists[key] = rows(found)[::-1]
    return known


def rows(steps: Any) -> list[Row]:
    """A query of steps as rows."""
    return [
        Row(index, at, seat, kind, action, msgspec.convert(events, list[Event], str_keys=True))
        for index, at, seat, kind, action, events in steps.values_list(*FIELDS)
    ]


def _narrated(game: AnyGame, seen: SeenEvent) -> Narration | None:
    key = (game.meta.slug, game.meta.rules_version, pack(seen))
    if key not in _narrations:
        if len(_narrations) >= EVENTS_REMEMBERED:
            _narrations.clear()
        _narrations[key] = game.narrate(seen)
    return _narrations[key]
