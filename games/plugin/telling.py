"""Telling by tables: sentences, motions and picks with gaps, which an event or an action fills.

A ruleset's vocabulary says once how it speaks of a field. Then a row of a table tells an event, or
words a choice:

    VOCABULARY = {"name": ("seat", SeatName), "land": ("land", words.land)}
    TOLD = {
        "claimed": say("{name} claims {land}.", Motion("coat", "seat:{seat}", "land:{land}")),
        "burnt": _burnt,  # a function of the data, where what is told depends on it
    }
    WORDINGS = {
        Claim: word("Claim {land}", "Claim a land", "land:{land}"),
        Place: _place,  # a function of the state and the action
        Move: _move,  # a function of the action alone, below `@by_action`
    }

Sentences are filled in the vocabulary's words; motions and picks by the fields themselves. A list
fills the piece of a motion, or a pick, with one item each; elsewhere it fits no gap. What a
function has filled in already stays.
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
# For a gap in a sentence, the field that it is about and what is said of the value found there.
# Gaps without an entry are filled by the field of their own name, as it is.
Vocabulary = Mapping[str, tuple[str, Callable[[Any], object]]]
Told = Narration | Callable[[dict[str, Any]], Narration | None]

MOST_KNOWN = 1_000  # choices that a row keeps


def say(
    text: str | Line, *motions: Motion, hold: float = 0.0, ends: bool = False, role: str = ""
) -> Narration:
    """A `Narration`; its text is a marked message id, or a Line."""
    return Narration(as_line(text), motions, hold, ends, role)


def told(event: SeenEvent, table: Mapping[str, Told], vocabulary: Vocabulary) -> Narration | None:
    """The event as its row of the table tells it, all gaps filled."""
    row = table[event.type]
    narration = row if isinstance(row, Narration) else row(event.data)
    if narration is None:
        return None
    motions = (moved for one in narration.motions for moved in _moved(one, event.data))
    sentence = filled(narration.line, event.data, vocabulary)
    return replace(narration, line=sentence, motions=tuple(motions))


def filled(sentence: Line, fields: Fields, vocabulary: Vocabulary) -> Line:
    """The sentence with parameters for those of its gaps that have none yet."""
    given = sentence.params
    params = dict(given)
    for gap in _gaps(sentence.id):
        if gap in given:
            continue
        if spoken := vocabulary.get(gap):
            field, said = spoken
            params[gap] = said(fields[field])
        else:
            params[gap] = fields[gap]
    if len(params) == len(given):
        return sentence
    return Line(sentence.id, params, sentence.plural, sentence.count)


class Wording(msgspec.Struct, frozen=True):
    """What a choice reads as and what is touched for it, with gaps that the action's fields fill.

    A pick whose gap is a list stands for one pick each. For the rest see `Choice`.
    """

    label: Line
    group: Line
    picks: tuple[str, ...]
    ordered: bool = False
    preview: dict[str, Any] | None = None
    at_once: bool = False
    known: dict[Any, Choice[Any]] = {}  # of a row: the choices made of it, by their actions


class ByAction(msgspec.Struct, frozen=True):
    """A row whose wording depends on the action, and on nothing else of the state: `by_action`."""

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
    """Decorates a row's function of the action alone, so that its choices can be kept."""
    return ByAction(make)


Worded = Wording | ByAction | Callable[[StateT, Any], Wording]


def worded(
    state: StateT, action: ActionT, table: Mapping[type, Worded[StateT]], vocabulary: Vocabulary
) -> Choice[ActionT]:
    """The action as a choice, as its row of the table words it, all gaps filled.

    What doesn't depend on the state is made once for each action, which must be hashable then.
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
    """The motion with its gaps filled; where the piece's gap is a list, one for each piece."""
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
    """The fields; where the name's gap is a list, the fields with each of its items in turn."""
    for gap in _gaps(name):
        if isinstance(fields[gap], list | tuple):
            return [{**fields, gap: item} for item in fields[gap]]
    return [fields]


@cache
def _gaps(text: str) -> list[str]:
    return re.findall(r"\{(\w+)", text)
