"""One way to turn the plain data of a match into bytes and back."""

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
    except TypeError:  # a dictionary with numbers for keys, which JSON writes as text
        return _canonical.encode(plain(value))


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of `value`, in hexadecimal."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def pack(value: Any) -> bytes:
    """`value` as MessagePack, the form in which states are stored."""
    return _pack.encode(value)


def unpack(data: bytes, type: type[T]) -> T:
    """The `type` that `pack` made these bytes of. Raises `msgspec.ValidationError`."""
    return msgspec.msgpack.decode(data, type=type)


def clone(value: T) -> T:
    """An independent deep copy of a Struct."""
    return msgspec.msgpack.decode(_pack.encode(value), type=type(value))


def says(told: Any, meant: Any) -> bool:
    """Whether plain data says just what was read from it, and has no more in it.

    A field may be missing and have its default: whoever wrote it didn't know it yet. `type`, which
    names one kind of several, may not, though `msgspec` needs it only where it has to choose.
    """
    return _within(told, plain(meant))


def _within(told: Any, whole: Any) -> bool:
    if isinstance(told, dict) and isinstance(whole, dict):
        fits = told.keys() <= whole.keys() and ("type" in told or "type" not in whole)
        return fits and all(_within(told[key], whole[key]) for key in told)
    if isinstance(told, list) and isinstance(whole, list):
        return len(told) == len(whole) and all(map(_within, told, whole))
    return canonical_json(told) == canonical_json(whole)


def plain(value: Any) -> Any:
    """`value` as JSON would carry it: only dicts with text keys, lists, text, numbers, None."""
    return msgspec.json.decode(msgspec.json.encode(value))
