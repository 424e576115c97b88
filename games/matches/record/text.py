"""Sentences of rulesets in the reader's language."""

from collections.abc import Callable, Sequence
from functools import partial

from django.utils import translation

from games.plugin import Line, SeatName, render
from games.plugin.codec import pack
from toolbox.memory import Memory

REMEMBERED = 20_000  # messages, in each language, and for each number if they count something
SENTENCES_REMEMBERED = 10_000  # with their parameters, some 300 bytes each

_sentences: Memory[tuple[str, bytes], str] = Memory(SENTENCES_REMEMBERED, of_words=True)
# Sentences that name a seat depend on the seats' names.
_named: Memory[tuple[str, tuple[str, ...], bytes], str] = Memory(
    SENTENCES_REMEMBERED, of_words=True
)
# Rulesets reuse the lines of their labels, and an object is found sooner than its content.
_met: Memory[tuple[str, int], tuple[Line, str]] = Memory(SENTENCES_REMEMBERED, of_words=True)


def sentence(line: Line, names: Sequence[str] = ()) -> str:
    return speaker(names)(line)


def speaker(names: Sequence[str] = ()) -> Callable[[Line], str]:
    """`sentence` for many lines: looking up the active language takes longest."""
    language, called = translation.get_language() or "", tuple(names)

    def say(line: Line) -> str:
        met = _met.get((language, id(line)))
        if met is not None and met[0] is line:
            return met[1]
        packed = pack(line)
        known = _sentences.get((language, packed))
        if known is not None:
            _met.put((language, id(line)), (line, known))
            return known
        known = _named.get((language, called, packed))
        if known is None:
            one, counted = partial(_one, language), partial(_counted, language)
            text = render(line, called, one, counted, say)
            if _names_a_seat(line):
                known = _named.put((language, called, packed), text)
            else:
                known = _sentences.put((language, packed), text)
        return known

    return say


def _names_a_seat(line: Line) -> bool:
    """Whether the line's text depends on the seats' names."""
    return any(
        _names_a_seat(value) if isinstance(value, Line) else isinstance(value, SeatName)
        for value in line.params.values()
    )


def message(line: Line) -> str:
    """The line's message in the active language, without its parameters."""
    language = translation.get_language() or ""
    if line.plural is None or line.count is None:
        return _one(language, line.id)
    return _counted(language, line.id, line.plural, line.count)


# A position has hundreds of choices; looking up each message again would cost more than the rules.
_messages: Memory[tuple[str, str], str] = Memory(REMEMBERED, of_words=True)
_plurals: Memory[tuple[str, str, str, int], str] = Memory(REMEMBERED, of_words=True)


def _one(language: str, text: str) -> str:
    key = (language, text)
    known = _messages.get(key)
    return _messages.put(key, translation.gettext(text)) if known is None else known


def _counted(language: str, singular: str, plural: str, count: int) -> str:
    key = (language, singular, plural, count)
    known = _plurals.get(key)
    return (
        _plurals.put(key, translation.ngettext(singular, plural, count)) if known is None else known
    )
