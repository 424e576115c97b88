"""Sentences of rulesets in the reader's language."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils import translation

from games.plugin import Line, render
from games.plugin.codec import pack

REMEMBERED = 20_000  # message ids, times languages, times numbers where they count something
SENTENCES_REMEMBERED = 20_000  # whole sentences with their parameters, some 300 bytes each

_sentences: dict[tuple[str, tuple[str, ...], bytes], str] = {}


def sentence(line: Line, names: Sequence[str] = ()) -> str:
    """The line in the active language, with the seats called by these names."""
    language = translation.get_language() or ""
    key = (language, tuple(names), pack(line))
    known = _sentences.get(key)
    if known is None:
        if len(_sentences) >= SENTENCES_REMEMBERED:
            _sentences.clear()
        known = _sentences[key] = _rendered(line, names, language)
    return known


def _rendered(line: Line, names: Sequence[str], language: str) -> str:
    def one(text: str) -> str:
        return _one(language, text)

    def counted(singular: str, plural: str, count: int) -> str:
        return _counted(language, singular, plural, count)

    return render(line, names, one, counted)


def forget_messages() -> None:
    """Look every message up anew (catalogues have changed)."""
    _sentences.clear()
    _one.cache_clear()
    _counted.cache_clear()


# A position has hundreds of choices; looking each message up anew would cost more than its rules.


@lru_cache(REMEMBERED)
def _one(language: str, text: str) -> str:
    return translation.gettext(text)


@lru_cache(REMEMBERED)
def _counted(language: str, singular: str, plural: str, count: int) -> str:
    return translation.ngettext(singular, plural, count)
