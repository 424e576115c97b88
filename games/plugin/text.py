"""Text that a person will read, kept apart from the language they read it in.

A ruleset never builds sentences. It returns `Line`s: an English message id and parameters. The
platform looks the id up in the reader's language, names the seats and fills the parameters in.
The functions here, `explain`, `step`, `described`, `say` and `word` are also what `makemessages`
collects message ids from.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import msgspec


class SeatName(msgspec.Struct, frozen=True, tag="seat"):
    """A parameter that stands for the name shown on a seat (counted from 0)."""

    seat: int


class Line(msgspec.Struct, frozen=True, omit_defaults=True, tag="line"):
    """One sentence: an English message id, its plural if it counts something, and parameters.

    Parameters fill `{name}` fields. They are plain values, `SeatName`s, or `Line`s where they
    need translating themselves. `count` chooses between `id` and `plural`.
    """

    id: str
    params: dict[str, Any] = {}
    plural: str | None = None
    count: int | None = None

    def counting(self, number: int) -> "Line":
        """The same line of another number."""
        params = {**self.params, "n": number}
        return Line(self.id, params, self.plural, number)


def msg(text: str) -> str:
    """Mark a message id for translation and return it unchanged."""
    return text


class _Figure(int):
    """A number as sentences print it, in whatever format they ask for."""

    def __format__(self, form: str) -> str:
        return super().__format__(form).replace("-", "−")


def figure(number: int) -> str:
    """The number as it is printed: below zero it has a minus sign, which is no hyphen."""
    return f"{_Figure(number)}"


def line(text: str, **params: Any) -> Line:
    """A `Line` of the marked message id `text`."""
    return Line(text, params)


def as_line(text: str | Line) -> Line:
    """The Line of a marked message id; one that is a Line already stays as it is."""
    return _said(text) if isinstance(text, str) else text


@cache  # so that readers may remember what they made of it
def _said(text: str) -> Line:
    return line(text)


def lines(singular: str, plural: str, count: int = 1, **params: Any) -> Line:
    """A `Line` that counts something: `{n}` in either message id is `count`.

    A number below 0 counts by its size: «-1 point». Leave the count out in a table of sentences
    alone, where `counting` gives each its number later.
    """
    return Line(singular, {"n": count, **params}, plural, abs(count))


def names_of(seats: Iterable[int]) -> Line:
    """«Amber, Birch and Cedar»: whoever sits on these seats."""
    return listed([line("{name}", name=SeatName(seat)) for seat in seats])


def revived(sentence: Line) -> Line:
    """A line that was read from plain values, with seats and lines for parameters that are such."""
    return msgspec.structs.replace(
        sentence, params={name: _revived(value) for name, value in sentence.params.items()}
    )


def _revived(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    part: SeatName | Line = msgspec.convert(value, SeatName | Line)
    return revived(part) if isinstance(part, Line) else part


def _untranslated(text: str) -> str:
    return text


def _untranslated_plural(singular: str, plural: str, count: int) -> str:
    return singular if count == 1 else plural


def render(
    sentence: Line,
    names: Sequence[str] = (),
    gettext: Callable[[str], str] = _untranslated,
    ngettext: Callable[[str, str, int], str] = _untranslated_plural,
    part: Callable[[Line], str] | None = None,
) -> str:
    """The sentence as a string: English unless the two gettext functions say otherwise.

    `names[seat]` is what a `SeatName` reads as; without a name the seat is called by its number.
    `part` renders the lines inside the sentence, for callers that remember them; None: like the
    sentence itself.
    """

    def value(parameter: Any) -> Any:
        if isinstance(parameter, Line):
            if part is not None:
                return part(parameter)
            return render(parameter, names, gettext, ngettext)
        if isinstance(parameter, SeatName):
            known = 0 <= parameter.seat < len(names)
            return names[parameter.seat] if known else f"#{parameter.seat + 1}"
        return _Figure(parameter) if type(parameter) is int else parameter

    if sentence.plural is not None and sentence.count is not None:
        text = ngettext(sentence.id, sentence.plural, sentence.count)
    else:
        text = gettext(sentence.id)
    if not sentence.params:
        return text
    said = {key: value(parameter) for key, parameter in sentence.params.items()}
    for key, parameter in sentence.params.items():
        # A title with a mark of its own («Drive Him Back!») ends the sentence by it.
        if isinstance(parameter, Line) and said[key].endswith("!"):
            text = text.replace(f"{{{key}}}.", f"{{{key}}}")
    return text.format_map(said)


def listed(parts: Sequence[Line]) -> Line:
    """«x», «x and y», «x, y and z»."""
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        return line("{first} and {second}", first=parts[0], second=parts[1])
    return line("{first}, {rest}", first=parts[0], rest=listed(parts[1:]))
