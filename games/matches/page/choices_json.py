"""The choices of a position as compact data for the page's script.

A large hand has more than a thousand choices, which share most of their words, targets and
previews: each is written once and referred to by number. static/js/match/choices.js reads it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from string import Formatter
from typing import Any

import msgspec

from games.matches.record.text import message, speaker
from games.plugin import Choice, Line

REMEMBERED = 4_000  # cached phrases, and as many cached picks

# A sentence with gaps: words, and the numbers of the parts that fill the gaps.
Phrase = tuple[str | int, ...]
# A sentence as numbers: one of `texts`, or a phrase and the texts that fill its gaps.
Words = int | tuple[int, ...]
# Picks the parts of a phrase, in order, from a line's parameters.
_Filling = Callable[[dict[str, Any]], tuple[Any, ...]]


class ChoicesData(msgspec.Struct):
    """All choices of a position, with the other fields of the move form."""

    version: int
    client_id: str
    phrases: list[Phrase]
    texts: list[str]
    targets: list[str]
    shown: list[Any]
    actions: list[Any]  # by choice, like the next four
    labels: list[Words]
    groups: list[int]  # numbers in `texts`
    picks: list[list[int]]  # pairs of a target and how often it is picked in a row
    previews: list[int | None]  # numbers in `shown`
    ordered: list[int]  # choices whose picks have an order
    at_once: list[int]  # choices made by the last touch
    then: dict[int, Any]  # second actions by choice
    along: dict[int, int]  # `Choice.along` targets, by choice


def packed(
    choices: Sequence[Choice[Any]], names: Sequence[str], *, version: int, client_id: str
) -> ChoicesData:
    """The choices in the active language, with these names for the seats."""
    words = _Words(names)
    targets = _Numbers()
    # Filled in before `phrases`, `texts` and `targets` are listed.
    labels = [words.label(choice.label) for choice in choices]
    groups = words.whole([choice.group for choice in choices])
    picks = [
        [number for target, times in _runs(choice.picks) for number in (targets[target], times)]
        for choice in choices
    ]
    along = {n: targets[choice.along] for n, choice in enumerate(choices) if choice.along}
    shown, previews = _numbered([choice.preview for choice in choices])
    return ChoicesData(
        version=version,
        client_id=client_id,
        phrases=list(words.phrases),
        texts=list(words.texts),
        targets=list(targets),
        shown=shown,
        actions=[choice.action for choice in choices],
        labels=labels,
        groups=groups,
        picks=picks,
        previews=previews,
        ordered=[number for number, choice in enumerate(choices) if choice.ordered],
        at_once=[number for number, choice in enumerate(choices) if choice.at_once],
        then={number: one.then for number, one in enumerate(choices) if one.then is not None},
        along=along,
    )


@lru_cache(REMEMBERED)
def _runs(picks: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((target, len(list(run))) for target, run in groupby(picks))


class _Numbers(dict[Any, int]):
    """Gives every new key the next number."""

    def __missing__(self, key: Any) -> int:
        number = self[key] = len(self)
        return number


def _numbered(items: list[Any]) -> tuple[list[Any], list[int | None]]:
    """The items that differ by identity, without None, and each item's number, or None."""
    # Here and below, Python loops over the many hundreds of choices only where it must.
    ids = list(map(id, items))
    different = dict(zip(ids, items, strict=True))
    different.pop(id(None), None)
    numbers = {one: number for number, one in enumerate(different)}
    return list(different.values()), list(map(numbers.get, ids))


class _Words:
    """Numbers for the sentences of one list of choices; the lines must outlive it."""

    def __init__(self, names: Sequence[str]) -> None:
        self.phrases = _Numbers()
        self.texts = _Numbers()
        self._say = speaker(names)
        self._parts: dict[int, int] = {}  # by identity: comparing lines would take too long
        self._gaps: dict[Any, tuple[int, _Filling] | None] = {}

    def label(self, line: Line) -> Words:
        """The numbers for a sentence whose phrase many choices share."""
        key = line.id if line.plural is None else (line.id, line.plural, line.count)
        if key not in self._gaps:
            gaps = _with_gaps(message(line))
            self._gaps[key] = gaps and (self.phrases[gaps[0]], gaps[1])
        known = self._gaps[key]
        if known is None:
            return self.text(line)
        phrase, filling = known
        parts = filling(line.params)
        try:
            return (phrase, *map(self._parts.__getitem__, map(id, parts)))
        except KeyError:
            return (phrase, *map(self.text, parts))

    def whole(self, lines: list[Line]) -> list[int]:
        """The numbers for sentences that many choices share as a whole."""
        for line in dict(zip(map(id, lines), lines, strict=True)).values():
            self.text(line)
        return list(map(self._parts.__getitem__, map(id, lines)))

    def text(self, value: Any) -> int:
        """The number of a sentence, or of a value in one."""
        known = self._parts.get(id(value))
        if known is None:
            line = value if isinstance(value, Line) else Line("{value}", {"value": value})
            known = self._parts[id(value)] = self.texts[self._say(line)]
        return known


@lru_cache(REMEMBERED)
def _with_gaps(text: str) -> tuple[Phrase, _Filling] | None:
    """The message's phrase and the filling of its gaps; None without gaps or if one isn't plain."""
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
    return (tuple(phrase), _filling(params)) if params else None


def _filling(params: list[str]) -> _Filling:
    if len(params) > 1:
        return itemgetter(*params)
    (only,) = params
    return lambda given: (given[only],)
