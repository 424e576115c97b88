"""Sentences of rulesets in the reader's language."""

from collections.abc import Callable, Sequence

from django.utils import translation

from games.plugin import Line, SeatName, render
from games.plugin.codec import pack
from toolbox.memory import Memory

REMEMBERED = 20_000  # message ids, times languages, times numbers where they count something
SENTENCES_REMEMBERED = 10_000  # whole sentences with their parameters, some 300 bytes each

_sentences: Memory[tuple[str, bytes], str] = Memory(SENTENCES_REMEMBERED, of_words=True)
# Those that name a seat, which are another table's business only if it has the same names.
_named: Memory[tuple[str, tuple[str, ...], bytes], str] = Memory(
    SENTENCES_REMEMBERED, of_words=True
)
# Rulesets keep the lines of their labels, and an object is found sooner than what it says.
_met: Memory[tuple[str, int], tuple[Line, str]] = Memory(SENTENCES_REMEMBERED, of_words=True)


def sentence(line: Line, names: Sequence[str] = ()) -> str:
    """The line in the active language, with the seats called by these names."""
    return speaker(names)(line)


def speaker(names: Sequence[str] = ()) -> Callable[[Line], str]:
    """`sentence` for many lines: asking for the active language takes longer than all the rest."""
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
            text = _rendered(line, called, language, say)
            if _names_a_seat(line):
                known = _named.put((language, called, packed), text)
            else:
                known = _sentences.put((language, packed), text)
        return known

    return say


def _names_a_seat(line: Line) -> bool:
    """Whether what the line reads as depends on what the seats are called."""
    return any(
        _names_a_seat(value) if isinstance(value, Line) else isinstance(value, SeatName)
        for value in line.params.values()
    )


def message(line: Line) -> str:
    """The line's message in the active language, its parameters not yet filled in."""
    language = translation.get_language() or ""
    if line.plural is None or line.count is None:
        return _one(language, line.id)
    return _counted(language, line.id, line.plural, line.count)


def _rendered(line: Line, names: Sequence[str], language: str, part: Callable[[Line], str]) -> str:
    def one(text: str) -> str:
        return _one(language, text)

    def counted(singular: str, plural: str, count: int) -> str:
        return _counted(language, singular, plural, count)

    return render(line, names, one, counted, part)


# A position has hundreds of choices; looking each message up anew would cost more than its rules.


_messages: Memory[tuple[str, str], str] = Memory(REMEMBERED, of_words=True)
_plurals: Memory[tuple[str, str, str, int], str] = Memory(REMEMBERED, of_words=True)


def _one(language: str, text: str) -> str:
    key = (language, text)
    known = _messages.get(key)
    return _messages.put(key, translation.gettext(text)) if known is None else known


def _counted(language: str, singular: str, plural: str, count: int) -> str:
    key = (language, singular, plural, count)
    known = _plurals.get(key)
    if known is None:
        known = _plurals.put(key, translation.ngettext(singular, plural, count))
    return known
