"""What the steps of a match say to a viewer: the lines of the log and the motions of the pieces.

Steps never change, so what is read and told of them is remembered: after a move every viewer
needs but the newest step told.
"""

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from string import Formatter
from typing import Any, cast

import msgspec
from django.utils.translation import get_language

from games.matches.models import Match, Step
from games.matches.record.portal_lines import told_by_the_portal, told_of_order, told_of_take_back
from games.matches.record.text import sentence
from games.plugin import (
    SPECTATOR,
    AnyGame,
    Event,
    Line,
    Motion,
    Narration,
    SeatName,
    SeenEvent,
    Viewer,
    project,
)
from games.plugin.codec import pack
from toolbox.memory import Memory

NEWEST = 12  # so many steps are told beside the board, and their rows remembered
LISTS_REMEMBERED = 500
EVENTS_REMEMBERED = 10_000
STEPS_REMEMBERED = 20_000  # as one viewer class reads them
FIELDS = ("index", "hash", "at", "seat", "kind", "actor", "action", "events")


class Row(msgspec.Struct, frozen=True):
    """The part of a step that is told."""

    index: int
    hash: str
    at: datetime
    seat: int | None
    kind: str
    actor: str
    action: Any
    events: list[Event]


@dataclass(frozen=True)
class LogEntry:
    """One line of the log, in the reader's language: `index` is the step that caused it.

    `seat` made the step; `about` is the seat that the line speaks of first, or `seat` again.
    """

    index: int
    at: datetime
    seat: int | None
    kind: str
    text: str
    motions: tuple[Motion, ...] = ()
    hold: float = 0.0
    ends: bool = False  # tells how the match came out
    about: int | None = None


_lists: Memory[tuple[Any, str, int], list[Row]] = Memory(LISTS_REMEMBERED)
_narrations: Memory[tuple[str, int, bytes], tuple[Narration | None]] = Memory(
    EVENTS_REMEMBERED, of_words=True
)
_told: Memory[tuple[str, int, str, Viewer, tuple[str, ...], bool], list[LogEntry]] = Memory(
    STEPS_REMEMBERED, of_words=True
)

log = logging.getLogger(__name__)


def entries(
    game: AnyGame | None,
    told: Iterable[Row],
    viewer: Viewer,
    names: list[str],
    *,
    roles: Sequence[str | None] = (),
    opened: bool = False,
    newer: bool = False,
) -> list[LogEntry]:
    """The lines of these steps, as the viewer may read them, in the active language.

    `roles`: the part of each seat. `opened`: the match is over, and what standing orders said is no
    secret any more. `newer`: the rules that tell it are newer than those it was played by, and may
    not know an event; then nothing is told of it. Without any rules (None) only what the portal
    itself says of them.
    """
    if game is None:
        return [entry for row in told for entry in _told_without_rules(row, names)]
    language, called = get_language() or "", tuple(names)
    found: list[LogEntry] = []
    for row in told:
        order = opened and row.kind == Step.Kind.ORDER
        key = (row.hash, game.meta.rules_version, language, viewer, called, order)
        known = _told.get(key)
        if known is None:
            known = _told.put(key, list(_tell(game, row, viewer, names, roles, order, newer)))
        found += known
    return found


def _tell(
    game: AnyGame,
    row: Row,
    viewer: Viewer,
    names: list[str],
    roles: Sequence[str | None],
    order: bool,
    newer: bool,
) -> Iterator[LogEntry]:
    step = cast("Step", row)  # what tells of it reads nothing that a row hasn't
    if row.kind == Step.Kind.UNDO:
        seen = [_narrated(game, project(event, viewer), newer) for event in row.events]
        taken = " ".join(sentence(told.line, names) for told in seen if told is not None)
        if said := told_of_take_back(step, taken):
            yield _entry(row, Narration(said), names)
        return
    if said := told_of_order(game, step) if order else told_by_the_portal(step):
        yield _entry(row, Narration(said), names)
    for event in row.events:
        told = _narrated(game, project(event, viewer), newer)
        if told is not None:
            yield _entry(row, told, names, roles)


def entry(row: Row, said: Line, names: list[str]) -> LogEntry:
    """A line that the portal has to say of that step."""
    return _entry(row, Narration(said), names)


def _entry(
    row: Row, told: Narration, names: list[str], roles: Sequence[str | None] = ()
) -> LogEntry:
    text, about = sentence(told.line, names), first_named(told.line)
    if about is None and told.role in roles:
        about = roles.index(told.role)
    return LogEntry(
        index=row.index,
        at=row.at,
        seat=row.seat,
        kind=row.kind,
        text=text,
        motions=told.motions,
        hold=told.hold,
        ends=told.ends,
        about=row.seat if about is None else about,
    )


def first_named(said: Line) -> int | None:
    """The seat whose name comes first in the sentence, as its English message has it."""
    fields = [name for _text, name, _format, _conversion in Formatter().parse(said.id) if name]
    for value in map(said.params.get, fields):
        if isinstance(value, SeatName):
            return value.seat
        seat = first_named(value) if isinstance(value, Line) else None
        if seat is not None:
            return seat
    return None


def hold_of(game: AnyGame, events: Iterable[Event]) -> float:
    """For how many seconds a step with these events is to be seen before anything else happens.

    Goes by what everybody may know: a pause would tell that somebody has seen something. Rules that
    fail to tell of it spoil no move.
    """
    try:
        seen = [_narrated(game, project(event, SPECTATOR), newer=False) for event in events]
    except Exception:
        log.exception("%s can't tell what happened", game.meta.slug)
        return 0.0
    return max((told.hold for told in seen if told is not None), default=0.0)


def _told_without_rules(row: Row, names: list[str]) -> Iterator[LogEntry]:
    if said := told_by_the_portal(cast("Step", row)):
        yield _entry(row, Narration(said), names)


def newest_rows(match: Match, upto: int) -> list[Row]:
    """The `NEWEST` steps up to `upto`, oldest first. At most one query for each version of a match.

    The hash of the newest step stands for the whole record, so a record changed behind our back
    (only tests do that) is read again.
    """
    key = (match.pk, match.last_hash, upto)
    known = _lists.get(key)
    if known is None:
        newest = match.steps.filter(index__lte=upto).order_by("-index")[:NEWEST]
        known = _lists.put(key, rows(newest)[::-1])
    return known


def note(step: Step, previous: str) -> None:
    """Remember the step just committed after the one whose hash is `previous`.

    This process is about to show it to everyone at the match and needn't read it again.
    """
    before = _lists.get((step.match_id, previous, step.index - 1))
    if before is not None:
        row = _row(*(getattr(step, name) for name in FIELDS))
        _lists.put((step.match_id, step.hash, step.index), [*before, row][-NEWEST:])


def rows(steps: Any) -> list[Row]:
    """A query of steps as rows."""
    return [_row(*values) for values in steps.values_list(*FIELDS)]


def rows_at(match: Match, steps: Collection[int]) -> list[Row]:
    """The rows of these steps of the match, in order."""
    return rows(match.steps.filter(index__in=steps).order_by("index"))


def rows_by_match(steps: Any) -> Iterator[tuple[Any, Row]]:
    """A query of steps of several matches as rows, each with its match's key."""
    for key, *values in steps.values_list("match_id", *FIELDS).iterator():
        yield key, _row(*values)


def _row(
    index: int,
    hash_: str,
    at: datetime,
    seat: int | None,
    kind: str,
    actor: str,
    action: Any,
    events: Any,
) -> Row:
    told = msgspec.convert(events, list[Event], str_keys=True)
    return Row(index, hash_, at, seat, kind, actor, action, told)


def _narrated(game: AnyGame, seen: SeenEvent, newer: bool) -> Narration | None:
    key = (game.meta.slug, game.meta.rules_version, pack(seen))
    known = _narrations.get(key)
    if known is None:
        try:
            known = _narrations.put(key, (game.narrate(seen),))
        except Exception:
            if not newer:
                raise
            log.exception("the newest rules of %s tell nothing of %s", game.meta.slug, seen.type)
            return None
    return known[0]
