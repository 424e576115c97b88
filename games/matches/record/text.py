"""Sentences of rulesets in the reader's language."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from django.utils import translation

from accounts.memory import Memory, forget_words
from games.plugin import Line, render
from games.plugin.codec import pack

REMEMBERED = 20_000  # message ids, times languages, times numbers where they count something
SENTENCES_REMEMBERED = 10_000  # whole sentences with their parameters, some 300 bytes each

_sentences: Memory[tuple[str, tuple[str, ...], bytes], str] = Memory(
    SENTENCES_REMEMBERED, of_words=True
)


def sentence(line: Line, names: Sequence[str] = ()) -> str:
    """The line in the active language, with the seats called by these names."""
    return speaker(names)(line)


def speaker(names: Sequence[str] = ()) -> Callable[[Line], str]:
    """`sentence` for many lines: asking for the active language takes longer than all the rest."""
    language, called = translation.get_language() or "", tuple(names)

    def say(line: Line) -> str:
        key = (language, called, pack(line))
        known = _sentences.get(key)
        if known is None:
            known = _sentences.put(key, _rendered(line, called, language))
        return known

    return say


def message(line: Line) -> str:
    """The line's message in the active language, its parameters not yet filled in."""
    language = translation.get_language() or ""
    if line.plural is None or line.count is None:
        return _one(language, line.id)
    return _counted(language, line.id, line.plural, line.count)


def _rendered(line: Line, names: Sequence[str], language: str) -> str:
    def one(text: str) -> str:
        return _one(language, text)

    def counted(singular: str, plural: str, count: int) -> str:
        return _counted(language, singular, plural, count)

    # A name that ends with a mark of its own («Drive Him Back!») ends the sentence by it.
    return render(line, names, one, counted).replace("!.", "!")


def forget_messages() -> None:
    """Look every message up anew (catalogues have changed), and make anew what shows them."""
    forget_words()
    _one.cache_clear()
    _counted.cache_clear()


# A position has hundreds of choices; looking each message up anew would cost more than its rules.


@lru_cache(REMEMBERED)
def _one(language: str, text: str) -> str:
    return translation.gettext(text)


@lru_cache(REMEMBERED)
def _counted(language: str, singular: str, plural: str, count: int) -> str:
    return translation.ngettext(singular, plural, count)
