"""Telling by tables: sentences, motions and picks with gaps, which an event or an action fills.

A ruleset's vocabulary says how to speak of a field. A row of a table then tells an event or words a
choice:

    VOCABULARY = {"name": ("seat", SeatName), "land": ("land", words.land)}
    TOLD = {
        "claimed": say("{name} claims {land}.", Motion("coat", "seat:{seat}", "land:{land}")),
        "burnt": _burnt,  # a function of the data
    }
    WORDINGS = {
        Claim: word("Claim {land}", "Claim a land", "land:{land}"),
        Place: _place,  # a function of the state and the action
        Move: _move,  # a function of the action alone, below `@by_action`
    }

The vocabulary fills gaps in sentences, the fields themselves fill those in motions and picks. A
list makes a motion (by its piece) or a pick for each item; it fits no other gap. Parameters that a
function has filled stay. A seat in the gap `{whom}` reads «you» in its own player's log.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from games.plugin.events import Motion, Narration, SeenEvent
from games.plugin.model import Choice
from games.plugin.text import Line, as_line

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT", bound=msgspec.Struct)
Fields = Mapping[str, Any]
# For a gap in a sentence, a field and a function of its value. A gap without an entry is filled by
# the value of the field of that name.
Vocabulary = Mapping[str, tuple[str, Callable[[Any], object]]]
Told = Narration | Callable[[dict[str, Any]], Narration | None]

MOST_KNOWN = 1_000  # choices that a row caches


def say(
    text: str | Line, *motions: Motion, hold: float = 0.0, ends: bool = False, role: str = ""
) -> Narration:
    """A `Narration`; its text is a marked message id, or a Line."""
    return Narration(as_line(text), motions, hold, ends, role)


def narrated(
    event: SeenEvent, table: Mapping[str, Told], vocabulary: Vocabulary
) -> Narration | None:
    """The narration of an event by its row of the table, all gaps filled."""
    row = table[event.type]
    narration = row if isinstance(row, Narration) else row(event.data)
    if narration is None:
        return None
    motions = tuple(moved for one in narration.motions for moved in _moved(one, event.data))
    return replace(narration, line=filled(narration.line, event.data, vocabulary), motions=motions)


def filled(sentence: Line, fields: Fields, vocabulary: Vocabulary) -> Line:
    """The sentence with its gaps filled, except those that have a parameter."""
    params: dict[str, Any] = {}
    for gap in _gaps(sentence.id):
        if gap not in sentence.params:
            field, word = vocabulary.get(gap, (gap, _unchanged))
            params[gap] = word(fields[field])
    if not params:
        return sentence
    return Line(sentence.id, {**sentence.params, **params}, sentence.plural, sentence.count)


def _unchanged(value: Any) -> object:
    return value


class Wording(msgspec.Struct, frozen=True):
    """A choice's words and picks, with gaps for the action's fields; `Choice` explains the rest."""

    label: Line
    group: Line
    picks: tuple[str, ...]
    ordered: bool = False
    preview: dict[str, Any] | None = None
    at_once: bool = False
    known: dict[Any, Choice[Any]] = {}  # the row's cached choices by action


class ByAction(msgspec.Struct, frozen=True):
    """A row whose wording depends on the action alone: see `by_action`."""

    make: Callable[[Any], Wording]
    known: dict[Any, Choice[Any]] = {}


def word(
    label: str | Line,
    group: str | Line,
    *picks: str,
    ordered: bool = False,
    preview: dict[str, Any] | None = None,
    at_once: bool = False,
) -> Wording:
    """A `Wording`; its label and group are marked message ids, or Lines."""
    return Wording(as_line(label), as_line(group), picks, ordered, preview, at_once)


def by_action(make: Callable[[Any], Wording]) -> ByAction:
    """Decorator of a row's function of the action alone, whose choices are cached."""
    return ByAction(make)


Worded = Wording | ByAction | Callable[[StateT, Any], Wording]


def worded(
    state: StateT, action: ActionT, table: Mapping[type, Worded[StateT]], vocabulary: Vocabulary
) -> Choice[ActionT]:
    """The action as a choice by its row of the table, all gaps filled.

    Choices that don't depend on the state are cached by action, which must be hashable then.
    """
    row = table[type(action)]
    if not isinstance(row, Wording | ByAction):
        return _choice(row(state, action), action, vocabulary)
    known: Choice[ActionT] | None = row.known.get(action)
    if known is None:
        if len(row.known) >= MOST_KNOWN:
            row.known.clear()
        wording = row if isinstance(row, Wording) else row.make(action)
        known = row.known[action] = _choice(wording, action, vocabulary)
    return known


def _choice(wording: Wording, action: ActionT, vocabulary: Vocabulary) -> Choice[ActionT]:
    fields = asdict(action)
    return Choice(
        action,
        filled(wording.label, fields, vocabulary),
        filled(wording.group, fields, vocabulary),
        _named(wording.picks, fields),
        wording.ordered,
        wording.preview,
        wording.at_once,
    )


def _named(names: tuple[str, ...], fields: Fields) -> tuple[str, ...]:
    if not any(map(_gaps, names)):
        return names
    return tuple(name.format_map(row) for name in names for row in _rows(name, fields))


def _moved(motion: Motion, fields: Fields) -> list[Motion]:
    """The motion with its gaps filled; if the piece's gap is a list, one for each piece."""
    return [
        replace(
            motion,
            piece=motion.piece.format_map(row),
            source=motion.source.format_map(row),
            target=motion.target.format_map(row),
            via=tuple(place.format_map(row) for place in motion.via),
            becomes=motion.becomes.format_map(row),
        )
        for row in _rows(motion.piece, fields)
    ]


def _rows(name: str, fields: Fields) -> list[Fields]:
    """The fields; if the name's gap is a list, the fields with each of its items in turn."""
    for gap in _gaps(name):
        if isinstance(fields[gap], list | tuple):
            return [{**fields, gap: item} for item in fields[gap]]
    return [fields]


@cache
def _gaps(text: str) -> list[str]:
    return re.findall(r"\{(\w+)", text)
