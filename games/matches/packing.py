"""The choices of a position as data for the page's script, small however many they are.

A large hand has more than a thousand choices, which share most of their words, targets and
previews: each of those is written once and then meant by its number. docs/boards.md tells the
format; static/js/match/choices.js reads it.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from string import Formatter
from typing import Any

import msgspec

from games.matches.text import message, speaker
from games.plugin import Choice, Line

REMEMBERED = 4_000  # phrases, and again picks, that are kept ready

# A sentence with gaps: words, and numbers that say which of the parts comes there.
Phrase = tuple[str | int, ...]
# A sentence as numbers: one of `texts`, or a phrase and the texts that fill its gaps.
Words = int | tuple[int, ...]


class ChoicesData(msgspec.Struct):
    """All choices of a position, with the other fields of the move form.

    The lists from `actions` on have an entry for each choice. `labels` are `Words`, `groups` texts,
    `picks` pairs of a target and how often it is picked in a row, `previews` one of `shown` or
    None. `ordered` names the choices whose picks have an order.
    """

    version: int
    client_id: str
    phrases: list[Phrase]
    texts: list[str]
    targets: list[str]
    shown: list[Any]
    actions: list[Any]
    labels: list[Words]
    groups: list[int]
    picks: list[list[int]]
    previews: list[int | None]
    ordered: list[int]


def packed(
    choices: Sequence[Choice[Any]], names: Sequence[str], *, version: int, client_id: str
) -> ChoicesData:
    """The choices in the active language, the seats called by these names."""
    words, shown = _Words(names), _Shown()
    label, text, number = words.label, words.text, shown.number
    targets: dict[str, int] = {}
    return ChoicesData(
        version=version,
        client_id=client_id,
        actions=[choice.action for choice in choices],
        labels=[label(choice.label) for choice in choices],
        groups=[text(choice.group) for choice in choices],
        picks=[_picks(choice.picks, targets) for choice in choices],
        previews=[number(choice.preview) for choice in choices],
        ordered=[number for number, choice in enumerate(choices) if choice.ordered],
        phrases=list(words.phrases),
        texts=list(words.texts),
        targets=list(targets),
        shown=shown.previews,
    )


def _picks(picks: tuple[str, ...], targets: dict[str, int]) -> list[int]:
    numbers: list[int] = []
    for target, times in _runs(picks):
        number = targets.get(target)
        if number is None:
            number = targets[target] = len(targets)
        numbers += (number, times)
    return numbers


@lru_cache(REMEMBERED)
def _runs(picks: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((target, len(list(run))) for target, run in groupby(picks))


class _Shown:
    """Numbers for previews, the same one for the same object; previews must stay alive."""

    def __init__(self) -> None:
        self.previews: list[Any] = []
        self._numbers: dict[int, int | None] = {id(None): None}

    def number(self, preview: Any) -> int | None:
        try:
            return self._numbers[id(preview)]
        except KeyError:
            known = self._numbers[id(preview)] = len(self.previews)
            self.previews.append(preview)
            return known


class _Words:
    """Sentences of one list of choices, taken apart; lines must stay alive while it is used."""

    def __init__(self, names: Sequence[str]) -> None:
        self.phrases: dict[Phrase, int] = {}
        self.texts: dict[str, int] = {}
        self._say = speaker(names)
        self._parts: dict[int, int] = {}  # by identity: looking at each line would take too long
        self._gaps: dict[Any, tuple[int | None, tuple[str, ...]]] = {}

    def label(self, line: Line) -> Words:
        """A sentence that has much in common with others."""
        key = (line.id, line.plural, line.count)
        found = self._gaps.get(key) or self._phrase(key, line)
        number, params = found
        if number is None:
            return self.text(line)
        parts, values = self._parts, line.params
        try:
            return (number, *[parts[id(values[param])] for param in params])
        except KeyError:
            return (number, *[self.text(values[param]) for param in params])

    def text(self, value: Any) -> int:
        """A sentence, or a value that stands in one, that is the same for many choices."""
        try:
            return self._parts[id(value)]
        except KeyError:
            said = self._say(value if isinstance(value, Line) else _alone(value))
            known = self._parts[id(value)] = self.texts.setdefault(said, len(self.texts))
            return known

    def _phrase(self, key: Any, line: Line) -> tuple[int | None, tuple[str, ...]]:
        """The number of the line's phrase and what fills its gaps; None if it has none to fill."""
        found = _with_gaps(message(line))
        number = found and self.phrases.setdefault(found[0], len(self.phrases))
        self._gaps[key] = known = (number, found[1] if found else ())
        return known


def _alone(value: Any) -> Line:
    return Line("{value}", {"value": value})


@lru_cache(REMEMBERED)
def _with_gaps(text: str) -> tuple[Phrase, tuple[str, ...]] | None:
    """The message in pieces, and the parameter for each gap; None unless all gaps are plain."""
    phrase: list[str | int] = []
    params: list[str] = []
    for words, param, form, conversion in Formatter().parse(text):
        phrase += [words] if words else []
        if param is None:
            continue
        if form or conversion or not param.isidentifier():
            return None
        phrase.append(len(params))
        params.append(param)
    return (tuple(phrase), tuple(params)) if params else None
