"""Reading a record that came from outside: strictly, and within bounds.

JSON leaves open what two fields of one name mean, what a number beyond 64 bits is, and how deep
values may lie in each other. A record has none of that, so that every program reads the same in it.
`static/verify_record.py` and `static/js/verify/` refuse the same files.
"""

import json
import re
from typing import Any

import msgspec

from games.plugin.codec import plain
from games.plugin.errors import RecordError
from games.protocol.record import FORMAT, Record

MOST_BYTES = 32 * 1024 * 1024
DEEPEST = 40  # values within values
MOST_DIGITS = 20  # of a whole number, with its sign
SMALLEST, BIGGEST = -(2**63), 2**64 - 1  # a die may have 2**64 - 1 sides
# At most 1,000 letters, none of which ends a line, is a control character or half of one.
TEXT = re.compile("[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{0,1000}")


def load_record(data: bytes) -> Record:
    """Read a record from JSON. Raises `RecordError` for anything that isn't one."""
    told = read_json(data)
    try:
        record = msgspec.convert(told, Record)
    except msgspec.ValidationError as error:
        raise RecordError(None, f"not a record: {error}") from error
    if record.format != FORMAT:
        raise RecordError(None, f"format {record.format} is unknown")
    if plain(record) != told or not all(step.hash for step in record.steps):
        raise RecordError(None, "not a record: a field is missing, or null where none is written")
    return record


def read_json(data: bytes) -> Any:
    """The value that a JSON text says. Raises `RecordError` for what a record can't hold."""
    if len(data) > MOST_BYTES:
        raise RecordError(None, f"it is longer than {MOST_BYTES} bytes")
    try:
        told = json.loads(
            data.decode(),
            object_pairs_hook=_fields,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
        _check(told, 1)
    except (ValueError, RecursionError) as error:
        raise RecordError(None, f"not a record: {error}") from error
    return told


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(pairs)
    if len(told) != len(pairs):
        raise ValueError("two fields have one name")
    return told


def _whole(text: str) -> int:
    number = int(text) if len(text) <= MOST_DIGITS and text != "-0" else None
    if number is None or not SMALLEST <= number <= BIGGEST:
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
        for part in value:
            _check(part, depth + 1)
        for part in value.values() if isinstance(value, dict) else ():
            _check(part, depth + 1)
