"""Reading a record from outside, strictly and within bounds.

JSON doesn't define repeated names, numbers beyond 64 bits or the depth of nesting. A record has
none of these, so that every program reads it alike. `static/verify_record.py` and
`static/js/verify/` refuse the same files.
"""

import json
import re
from typing import Any

import msgspec

from games.plugin.codec import plain
from games.plugin.errors import RecordError
from games.protocol.record import FORMAT, Record

MOST_BYTES = 32 * 1024 * 1024
DEEPEST = 40  # levels of nesting
MOST_DIGITS = 20  # of an integer, with its sign
SMALLEST, BIGGEST = -(2**63), 2**64 - 1  # a die may have 2**64 - 1 sides
# At most 1,000 characters, without line breaks, control characters and surrogates.
TEXT = re.compile("[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{0,1000}")


def load_record(data: bytes) -> Record:
    """Read a record from JSON. Raises `RecordError` for anything that isn't one."""
    values = read_json(data)
    try:
        record = msgspec.convert(values, Record)
    except msgspec.ValidationError as error:
        raise RecordError(None, f"not a record: {error}") from error
    if record.format != FORMAT:
        raise RecordError(None, f"format {record.format} is unknown")
    if plain(record) != values or not all(step.hash for step in record.steps):
        raise RecordError(None, "not a record: a field is missing, or null where none is written")
    return record


def read_json(data: bytes) -> Any:
    """The value of a JSON text. Raises `RecordError` for what a record can't hold."""
    if len(data) > MOST_BYTES:
        raise RecordError(None, f"it is longer than {MOST_BYTES} bytes")
    try:
        value = json.loads(
            data.decode(),
            object_pairs_hook=_fields,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
        _check(value, 1)
    except (ValueError, RecursionError) as error:
        raise RecordError(None, f"not a record: {error}") from error
    return value


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("two fields have one name")
    return fields


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS or text == "-0" or not SMALLEST <= int(text) <= BIGGEST:
        _no_number(text)
    return int(text)


def _no_number(text: str) -> Any:
    raise ValueError(f"{text[:MOST_DIGITS]} is no whole number of at most 64 bits")


def _check(value: Any, depth: int) -> None:
    if isinstance(value, str) and not TEXT.fullmatch(value):
        raise ValueError("a text is too long, or has characters that no text has")
    if isinstance(value, dict | list):
        if depth > DEEPEST:
            raise ValueError("its values lie too deep in each other")
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            _check(part, depth + 1)
