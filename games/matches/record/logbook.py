"""The log of a match for a viewer: lines, and the motions of the pieces.

Steps never change, so their rows and lines are cached: after a move every viewer needs only the
newest step.
"""

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from string import Formatter
from typing import Any, cast

import msgspec
from django.utils.translation import get_language
from msgspec.structs import replace

from games.matches.models import Match, Step
from games.matches.record.portal_lines import order_line, portal_line, take_back_line
from games.matches.record.text import sentence
from games.plugin import (
    SPECTATOR,
    AnyGame,
    Event,
    Line,
    Motion,
    Narration,
    Result,
    SeatName,
    SeenEvent,
    Viewer,
    line,
    lines,
    project,
)
from games.plugin.codec import pack
from games.plugin.model import result_of
from games.protocol.requests import request_of
from toolbox.memory import Memory

NEWEST = 12  # steps shown beside the board, whose rows are cached
LISTS_REMEMBERED = 500
EVENTS_REMEMBERED = 10_000
STEPS_REMEMBERED = 20_000  # as one class of viewers reads them
FIELDS = ("index", "hash", "at", "seat", "kind", "actor", "action", "events")


class Row(msgspec.Struct, frozen=True):
    """The columns of a step that the log needs."""

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
    """One line of the log, in the reader's language.

    `index`: the step; `seat`: who made it; `about`: the seat that the line names first, or `seat`.
    """

    index: int
    at: datetime
    seat: int | None
    kind: str
    text: str
    motions: tuple[Motion, ...] = ()
    hold: float = 0.0
    ends: bool = False  # says how the match ended
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
    steps: Iterable[Row],
    viewer: Viewer,
    names: list[str],
    *,
    roles: Sequence[str | None] = (),
    opened: bool = False,
    newer: bool = False,
) -> list[LogEntry]:
    """The lines of these steps, as the viewer may read them, in the active language.

    `roles`: the part of each seat. `opened`: the match is over, and standing orders are no longer
    secret. `newer`: the rules are newer than the match's, and their narration may fail on an event,
    which then has no line. Without rules (None) there are only the portal's own lines.
    """
    if game is None:
        return [entry for row in steps for entry in _entries_without_rules(row, names)]
    language, called = get_language() or "", tuple(names)
    found: list[LogEntry] = []
    for row in steps:
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
    step = cast("Step", row)  # only the fields of a row are read
    if row.kind == Step.Kind.UNDO:
        narrations = [_narrated(game, project(event, viewer), newer) for event in row.events]
        taken = " ".join(sentence(each.line, names) for each in narrations if each is not None)
        if about := take_back_line(step, taken):
            yield _entry(row, Narration(about), names)
        return
    if about := order_line(game, step) if order else portal_line(step):
        yield _entry(row, Narration(about), names)
    for event in row.events:
        narration = _narrated(game, project(event, viewer), newer)
        if narration is not None:
            addressed = replace(narration, line=_addressed(narration.line, viewer))
            yield _entry(row, addressed, names, roles)


def _addressed(text: Line, viewer: Viewer) -> Line:
    """The text with «you» for its reader in the gap `{whom}`, if it names them nowhere else."""
    if not isinstance(viewer, int):
        return text
    gaps = [gap for gap, value in text.params.items() if value == SeatName(viewer)]
    return replace(text, params={**text.params, "whom": line("you")}) if gaps == ["whom"] else text


def entry(row: Row, sentence: Line, names: list[str]) -> LogEntry:
    return _entry(row, Narration(sentence), names)


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


def first_named(sentence: Line) -> int | None:
    """The seat that the English sentence names first."""
    fields = [name for _text, name, _format, _conversion in Formatter().parse(sentence.id) if name]
    for value in map(sentence.params.get, fields):
        if isinstance(value, SeatName):
            return value.seat
        seat = first_named(value) if isinstance(value, Line) else None
        if seat is not None:
            return seat
    return None


def hold_of(game: AnyGame, events: Iterable[Event]) -> float:
    """The seconds for which to show a step with these events before the next one.

    In a spectator's view: a pause must not tell who saw what. Rules that fail here spoil no move.
    """
    try:
        narrations = [_narrated(game, project(event, SPECTATOR), newer=False) for event in events]
    except Exception:
        log.exception("%s can't narrate its events", game.meta.slug)
        return 0.0
    return max((narration.hold for narration in narrations if narration is not None), default=0.0)


def _entries_without_rules(row: Row, names: list[str]) -> Iterator[LogEntry]:
    if about := portal_line(cast("Step", row)):
        yield _entry(row, Narration(about), names)


def newest_rows(match: Match, upto: int) -> list[Row]:
    """The `NEWEST` steps up to `upto`, oldest first. At most one query per version.

    The newest hash is part of the cache key, so that a record changed by a test is read again.
    """
    key = (match.pk, match.last_hash, upto)
    known = _lists.get(key)
    if known is None:
        newest = match.steps.filter(index__lte=upto).order_by("-index")[:NEWEST]
        known = _lists.put(key, rows(newest)[::-1])
    return known


def note(step: Step, previous: str) -> None:
    """Cache the step just committed after `previous`: this process is about to show it."""
    before = _lists.get((step.match_id, previous, step.index - 1))
    if before is not None:
        row = _row(*(getattr(step, name) for name in FIELDS))
        _lists.put((step.match_id, step.hash, step.index), [*before, row][-NEWEST:])


def rows(steps: Any) -> list[Row]:
    return [_row(*values) for values in steps.values_list(*FIELDS)]


def rows_at(match: Match, steps: Collection[int]) -> list[Row]:
    return rows(match.steps.filter(index__in=steps).order_by("index"))


def rows_by_match(steps: Any) -> Iterator[tuple[Any, Row]]:
    """The rows of a query of steps of several matches, each with its match's key."""
    for key, *values in steps.values_list("match_id", *FIELDS).iterator():
        yield key, _row(*values)


def _row(*values: Any) -> Row:
    """The row with these values of `FIELDS`."""
    index, hash_, at, seat, kind, actor, action, events = values
    converted = msgspec.convert(events, list[Event], str_keys=True)
    return Row(index, hash_, at, seat, kind, actor, action, converted)


def _narrated(game: AnyGame, seen: SeenEvent, newer: bool) -> Narration | None:
    key = (game.meta.slug, game.meta.rules_version, pack(seen))
    known = _narrations.get(key)
    if known is None:
        try:
            known = _narrations.put(key, (game.narrate(seen),))
        except Exception:
            if not newer:
                raise
            log.exception("the newest rules of %s can't narrate %s", game.meta.slug, seen.type)
            return None
    return known[0]


def ending_entries(match: Match, rows: Sequence[Row], names: list[str]) -> list[LogEntry]:
    """The lines after the match's last step in the log; empty if that isn't among the rows."""
    over = not match.running and rows and rows[-1].index == match.version
    if not over or rows[-1].kind != Step.Kind.CONTROL:
        return []
    return [entry(rows[-1], ending, names) for ending in _ending_lines(match)]


def _ending_lines(match: Match) -> Iterator[Line]:
    request = request_of(match.request)
    if request is not None:
        for seat in request.silent:
            yield line("{player} was away, and wasn’t asked.", player=SeatName(seat))
        if request.voters:
            yield line("All have agreed to what {player} asked.", player=SeatName(request.seat))
        else:
            yield line("Nobody else was there to be asked.")
        if match.status == Match.Status.VOIDED:
            yield line("The match is canceled and doesn’t count.")
        else:
            yield line("The match ends as it stands.")
    if match.settled is not None and match.result is not None:
        yield from _results(result_of(match.result))
    elif match.settled is not None:
        yield line("It doesn’t count.")


def _results(result: Result) -> Iterator[Line]:
    """Everyone's points, best first, and the winners."""
    best_first = sorted(enumerate(result.seats), key=lambda one: (one[1].rank, one[0]))
    for seat, own in best_first:
        if own.score is not None:
            text = "{player}: one point.", "{player}: {n} points."
            yield lines(*text, own.score, player=SeatName(seat))
    for seat, own in best_first:
        if own.outcome == "won":
            yield line("{player} wins.", player=SeatName(seat))
        elif own.outcome == "drawn":
            yield line("{player} shares the victory.", player=SeatName(seat))
