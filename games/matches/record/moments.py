"""A match as it stood after several of its steps, read together."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from games.matches.errors import Unreadable
from games.matches.models import Match, Step
from games.matches.record import logbook, selectors, states, stored
from games.matches.record.logbook import LogEntry
from games.matches.record.selectors import Snapshot
from games.matches.record.text import sentence
from games.plugin import SPECTATOR, Line, Viewer
from games.plugin.codec import pack, unpack
from games.protocol import caretakers
from toolbox.memory import Memory

_named: Memory[tuple[str, int], Line] = Memory(1_000)


def name_of(match: Match, step: int) -> str:
    """The moment of the game after that step: «round 3, attack 2»; its number if unreadable."""
    prefetch_related_objects([match], "seats")  # once for all steps to be named
    key = match.public_id, step
    try:
        shown = selectors.blank(match)
        text = _named.get(key) or _named.put(key, _line(selectors.at(shown, step)))
    except Unreadable:
        return step_words(step)
    return sentence(text, shown.names)


def step_words(step: int) -> str:
    return _("step {step}").format(step=step)


def _line(shown: Snapshot) -> Line:
    with states.reading(shown.match):
        return shown.moment(shown.game.observation(shown.state, SPECTATOR))


def snapshots(newest: Snapshot, steps: Sequence[int]) -> list[Snapshot]:
    """The match after each of these ascending steps; three queries, two more if play went back."""
    match, state, before, found = newest.match, None, -1, []
    between: dict[int, Step] = {}
    for step in steps:
        if step == newest.version:
            state = newest.state
        elif state is None:
            state = states.state_at(match, step)
            between = {one.index: one for one in stored.between(match, step, steps[-1])}
        else:
            state = _after(match, state, _path(between, before, step), step)
        found.append(Snapshot(match, newest.seats, state, step))
        before = step
    return found


def _after(match: Match, state: Any, path: list[Step] | None, step: int) -> Any:
    if path is None or not match.has_rules:  # `state_at` proves that this is the position
        return states.state_at(match, step)
    state = unpack(pack(state), match.ruleset.State)
    for one in path:
        state = states.apply_recorded(match, state, one)
    return state


def _path(between: Mapping[int, Step], before: int, step: int) -> list[Step] | None:
    path, at = [], step
    while at != before:
        if at not in between:
            return None
        path.append(between[at])
        at = path[-1].base if path[-1].base is not None else -1
    return path[::-1]


def looked_after_at(newest: Snapshot, steps: Sequence[int]) -> list[set[int]]:
    """The seats that computer players looked after for someone, after each of these steps.

    Take-backs don't undo a change of hands. One query, or none if no seat has ever changed hands.
    """
    if not any(seat.epoch for seat in newest.seats):
        return [set() for _step in steps]
    changes = newest.match.steps.filter(kind__in=(Step.Kind.CONTROL, Step.Kind.ADMIN))
    read = changes.filter(index__lte=max(steps)).only("index", "kind", "seat", "actor", "action")
    rows = list(read.order_by("index"))
    return [caretakers.absence(row for row in rows if row.index <= step).away for step in steps]


def logs(
    newest: Snapshot, viewer: Viewer, line: Sequence[int], steps: Sequence[int]
) -> list[list[LogEntry]]:
    """The log beside the board at each of these steps of the line; one query."""
    shown = [_last(line, line.index(step)) for step in steps]
    wanted = sorted({index for each in shown for index in each})
    by_index = {row.index: row for row in logbook.rows_at(newest.match, wanted)}
    return [
        selectors.entries_of(
            newest.match, [by_index[index] for index in each], viewer, newest.names
        )
        for each in shown
    ]


def _last(line: Sequence[int], place: int) -> Sequence[int]:
    return line[max(0, place + 1 - logbook.NEWEST) : place + 1]
