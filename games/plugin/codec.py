"""Encoding and decoding the plain data of a match."""

import hashlib
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_canonical = msgspec.json.Encoder(order="sorted")
_pack = msgspec.msgpack.Encoder()


def canonical_json(value: Any) -> bytes:
    """Canonical JSON: sorted keys, no spaces, UTF-8. Hashes are taken over this form."""
    try:
        return _canonical.encode(value)
    except TypeError:  # number keys, which JSON writes as text
        return _canonical.encode(plain(value))


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of `value`, in hexadecimal."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def pack(value: Any) -> bytes:
    """`value` as MessagePack, in which states are stored."""
    return _pack.encode(value)


def unpack(data: bytes, type: type[T]) -> T:
    """The reverse of `pack`. Raises `msgspec.ValidationError`."""
    return msgspec.msgpack.decode(data, type=type)


def clone(value: T) -> T:
    """An independent deep copy of a Struct."""
    return msgspec.msgpack.decode(_pack.encode(value), type=type(value))


def says(written: Any, read: Any) -> bool:
    """Whether plain data says exactly what was read from it, without extra fields.

    Fields with defaults may be missing, as the writer may not have known them; `type`, the tag, may
    not, though `msgspec` needs it only to choose between types.
    """
    return _within(written, plain(read))


def _within(part: Any, whole: Any) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        fits = part.keys() <= whole.keys() and ("type" in part or "type" not in whole)
        return fits and all(_within(part[key], whole[key]) for key in part)
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(_within, part, whole))
    return canonical_json(part) == canonical_json(whole)


def plain(value: Any) -> Any:
    """`value` as JSON holds it: dicts with text keys, lists, text, numbers, booleans, None."""
    return msgspec.json.decode(msgspec.json.encode(value))
