"""Text for people, apart from its language.

A ruleset never builds sentences. It returns `Line`s: an English message id and parameters. The
platform translates the id, names the seats and fills the parameters in. `makemessages` collects
message ids from the functions here and from `explain`, `step`, `described`, `say` and `word`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import msgspec


class SeatName(msgspec.Struct, frozen=True, tag="seat"):
    """A parameter for the name shown on a seat (counted from 0)."""

    seat: int


class Line(msgspec.Struct, frozen=True, omit_defaults=True, tag="line"):
    """One sentence: an English message id, its plural if it counts something, and parameters.

    Parameters fill `{name}` fields: plain values, `SeatName`s, or `Line`s, which are translated.
    `count` chooses between `id` and `plural`.
    """

    id: str
    params: dict[str, Any] = {}
    plural: str | None = None
    count: int | None = None

    def counting(self, number: int) -> "Line":
        """The line with another number."""
        return Line(self.id, {**self.params, "n": number}, self.plural, number)


def msg(text: str) -> str:
    """Mark a message id for translation and return it unchanged."""
    return text


class _Figure(int):
    """A number that every format prints with a minus sign instead of a hyphen."""

    def __format__(self, form: str) -> str:
        return super().__format__(form).replace("-", "−")


def figure(number: int) -> str:
    """The number as text, with a minus sign instead of a hyphen."""
    return f"{_Figure(number)}"


def line(text: str, **params: Any) -> Line:
    """A `Line` of the marked message id `text`."""
    return Line(text, params)


def as_line(text: str | Line) -> Line:
    """The Line of a marked message id; a Line stays as it is."""
    return _cached_line(text) if isinstance(text, str) else text


@cache  # so that readers can cache what they make of it by identity
def _cached_line(text: str) -> Line:
    return line(text)


def lines(singular: str, plural: str, count: int = 1, **params: Any) -> Line:
    """A `Line` that counts something: `{n}` in either message id is `count`.

    The absolute value chooses the plural: «-1 point». Omit the count only in a table of sentences
    whose numbers `counting` sets.
    """
    return Line(singular, {"n": count, **params}, plural, abs(count))


def names_of(seats: Iterable[int]) -> Line:
    """«Amber, Birch and Cedar»: the names of these seats."""
    return listed([line("{name}", name=SeatName(seat)) for seat in seats])


def revived(sentence: Line) -> Line:
    """A line read from plain values, with its parameters as `SeatName`s and `Line`s again."""
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
    """The sentence as a string, in English unless the two gettext functions translate.

    `names[seat]` is the text of a `SeatName`, by default the seat's number. `part` renders the
    lines inside the sentence, for callers that cache them; by default this function does.
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
    texts = {key: value(parameter) for key, parameter in sentence.params.items()}
    for key, parameter in sentence.params.items():
        # A title with its own mark («Drive Him Back!») needs no period.
        if isinstance(parameter, Line) and texts[key].endswith("!"):
            text = text.replace(f"{{{key}}}.", f"{{{key}}}")
    return text.format_map(texts)


def listed(parts: Sequence[Line]) -> Line:
    """«x», «x and y», «x, y and z»."""
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        return line("{first} and {second}", first=parts[0], second=parts[1])
    return line("{first}, {rest}", first=parts[0], rest=listed(parts[1:]))
