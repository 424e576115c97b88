"""Reading JSON from strangers, by HTTP or socket: anything unusable raises a Refusal."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from django.utils.translation import gettext as _

from toolbox.errors import Refusal

T = TypeVar("T")

MAX_BYTES = 64 * 1024
MAX_DEPTH = 32
# msgspec's messages: "Expected `int`, got `str` - at `$.seats`", "… - at `key` in `$.ai`".
_WHERE = re.compile(r" - at (?:`key` in )?`\$\.?(?P<path>.*)`\Z", re.DOTALL)
_FIELD = re.compile(r"(?:unknown|required) field `(?P<name>[^`]*)`")
_LARGEST_INTEGER = 2**53  # beyond it, JSON readers differ
# Unicode counts these as letters and signs, but they are invisible: the Braille pattern without a
# dot, the object replacement, the empty note head, the blanks of hieroglyphs.
_BLANKS = "\u2800\ufffc\U0001d159\U00013441\U00013442"
# Unicode's Default_Ignorable_Code_Point: the first and last of each range without width or ink.
_IGNORABLE = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)


def is_blank(text: str) -> bool:
    """Whether a reader sees nothing in the text: no letter, digit, sign or picture.

    Spaces, controls, fillers and accents without a letter are invisible. A character that this
    Python doesn't know yet may be a new picture.
    """
    return not any(map(_is_seen, text))


def _is_seen(sign: str) -> bool:
    if sign in _BLANKS or is_invisible(sign):
        return False
    category = unicodedata.category(sign)
    return category[0] not in "CMZ" or category == "Cn"


def whole_number(text: Any, most_digits: int = 9) -> int | None:
    """The number in a text of ASCII digits; None for anything else."""
    if not isinstance(text, str) or not 0 < len(text) <= most_digits:
        return None
    return int(text) if text.isascii() and text.isdigit() else None


def malformed(field: str, text: str) -> Refusal:
    """Return a refusal that names the wrong field, as a dotted path ("options.length", "seats")."""
    return all_malformed({field: text})


def all_malformed(wrong: Mapping[str, str]) -> Refusal:
    """Return a refusal with a complaint about each of these fields."""
    text = _("Something is missing or wrong: {field}.").format(field=", ".join(wrong))
    return Refusal(text, fields={field: [words] for field, words in wrong.items()})


def read_json(data: bytes | str) -> Any:
    """Return the JSON value in `data`. Raises Refusal: 413 `too_large`, 400 `malformed`.

    Also malformed: nesting beyond `MAX_DEPTH`, text with NUL characters (PostgreSQL can't store
    them), integers beyond 2⁵³.
    """
    if len(data) > MAX_BYTES:
        raise too_large()
    try:
        value = msgspec.json.decode(data)
        acceptable = _acceptable(value, MAX_DEPTH)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal(_("This is not JSON.")) from error
    if not acceptable:
        raise Refusal(_("This JSON is nested too deeply, or holds unusable text or numbers."))
    return value


def too_large() -> Refusal:
    text = _("At most {n} kilobytes, please. Shorten it and send it again.")
    return Refusal(text.format(n=MAX_BYTES // 1024), code="too_large", status=413)


def shaped(data: Any, type: type[T], *, strict: bool = True) -> T:
    """Return `data` as that Struct. Raises Refusal (400 `malformed`) naming the first wrong field.

    `strict=False` reads numbers and booleans from text, for query strings.
    """
    try:
        return msgspec.convert(data, type, strict=strict, str_keys=True)
    except msgspec.ValidationError as error:
        raise complaint(error) from error


def complaint(error: msgspec.ValidationError, *, within: str = "") -> Refusal:
    """Return a validation error as a refusal. `within`: the field of the validated value."""
    text = str(error)
    place = _WHERE.search(text)
    text, path = (text[: place.start()], place["path"]) if place else (text, "")
    named = _FIELD.search(text)
    parts = [within, path, named["name"] if named else ""]
    return malformed(".".join(part for part in parts if part) or "body", text)


def _acceptable(value: Any, depth: int) -> bool:
    if isinstance(value, str):
        return "\0" not in value
    if isinstance(value, int | float):
        return -_LARGEST_INTEGER <= value <= _LARGEST_INTEGER
    if isinstance(value, dict):
        children = [*value, *value.values()]
    elif isinstance(value, list):
        children = value
    else:
        return True
    return depth > 0 and all(_acceptable(child, depth - 1) for child in children)


def is_invisible(sign: str) -> bool:
    """Whether the character is invisible."""
    return any(first <= ord(sign) <= last for first, last in _IGNORABLE)
