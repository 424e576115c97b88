"""The choices of a position as data for the page's script, small however many they are.

A large hand has more than a thousand choices, which share most of their words, targets and
previews: each is written once and then referred to by its number. `ChoicesData` is the format;
static/js/match/choices.js reads it.
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

REMEMBERED = 4_000  # phrases, and again picks, that are kept ready

# A sentence with gaps: words, and numbers that say which of the parts comes there.
Phrase = tuple[str | int, ...]
# A sentence as numbers: one of `texts`, or a phrase and the texts that fill its gaps.
Words = int | tuple[int, ...]


# What fills the gaps of a phrase, in their order, out of a line's parameters.
_Filling = Callable[[dict[str, Any]], tuple[Any, ...]]


class ChoicesData(msgspec.Struct):
    """All choices of a position, with the other fields of the move form.

    The lists from `actions` on have an entry for each choice. `labels` are `Words`, `groups` texts,
    `picks` pairs of a target and how often it is picked in a row, `previews` one of `shown` or
    None. `ordered` names the choices whose picks have an order, `at_once` those that a touch of
    the last one makes. By their numbers `then` has the second action of those that have one,
    `along` the target that goes along.
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
    at_once: list[int]
    then: dict[int, Any]
    along: dict[int, int]


def packed(
    choices: Sequence[Choice[Any]], names: Sequence[str], *, version: int, client_id: str
) -> ChoicesData:
    """The choices in the active language, the seats called by these names."""
    words = _Words(names)
    targets = _Numbers()
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
    """Gives every key that is looked up the next number."""

    def __missing__(self, key: Any) -> int:
        number = self[key] = len(self)
        return number


def _numbered(things: list[Any]) -> tuple[list[Any], list[int | None]]:
    """The different things, told apart by identity, and for each thing which it is; None is none.

    Nothing here or below loops in Python more often than it must: there may be many hundreds.
    """
    ids = list(map(id, things))
    different = dict(zip(ids, things, strict=True))
    different.pop(id(None), None)
    numbers = {one: number for number, one in enumerate(different)}
    return list(different.values()), list(map(numbers.get, ids))


class _Words:
    """Sentences of one list of choices, taken apart; lines must stay alive while it is used."""

    def __init__(self, names: Sequence[str]) -> None:
        self.phrases = _Numbers()
        self.texts = _Numbers()
        self._say = speaker(names)
        self._parts: dict[int, int] = {}  # by identity: looking at each line would take too long
        self._gaps: dict[Any, tuple[int, _Filling] | None] = {}

    def label(self, line: Line) -> Words:
        """A sentence that has much in common with others."""
        key = line.id if line.plural is None else (line.id, line.plural, line.count)
        if key not in self._gaps:
            self._gaps[key] = self._phrase(line)
        found = self._gaps[key]
        if found is None:
            return self.text(line)
        phrase, filling = found
        parts = filling(line.params)
        try:
            return (phrase, *map(self._parts.__getitem__, map(id, parts)))
        except KeyError:
            return (phrase, *map(self.text, parts))

    def whole(self, lines: list[Line]) -> list[int]:
        """Sentences that are the same for many choices."""
        for line in dict(zip(map(id, lines), lines, strict=True)).values():
            self.text(line)
        return list(map(self._parts.__getitem__, map(id, lines)))

    def text(self, value: Any) -> int:
        """A sentence, or a value that stands in one."""
        known = self._parts.get(id(value))
        if known is None:
            said = self._say(value if isinstance(value, Line) else _alone(value))
            known = self._parts[id(value)] = self.texts[said]
        return known

    def _phrase(self, line: Line) -> tuple[int, _Filling] | None:
        """The number of the line's phrase and what fills its gaps; None if it has none to fill."""
        found = _with_gaps(message(line))
        return found and (self.phrases[found[0]], found[1])


def _alone(value: Any) -> Line:
    return Line("{value}", {"value": value})


@lru_cache(REMEMBERED)
def _with_gaps(text: str) -> tuple[Phrase, _Filling] | None:
    """The message in pieces, and what fills its gaps; None unless it has gaps, all plain."""
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
