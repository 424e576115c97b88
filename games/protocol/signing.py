"""Signing the head of a record, and checking who did.

The last hash stands for all that was hashed before it. With the header's hash, the number of steps
and the hash of the result it is the record's head; whoever holds the portal's key signs that.
"""

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from games.plugin.codec import canonical_json, digest
from games.plugin.errors import RecordError
from games.protocol.record import Header, Record, Signature

_DOMAIN = b"hearth-and-dragon/record/1\0"
KEY_BYTES = 32


class Head(msgspec.Struct, frozen=True):
    """All of a record in a few lines. `header`, `last` and `result` are SHA-256 in hexadecimal."""

    format: int
    game: str
    deal: str
    header: str
    steps: int
    last: str
    result: str


class Signed(msgspec.Struct, frozen=True):
    """What is signed: the head, by which key, and when."""

    head: Head
    key: str
    at: str


def head(header: Header, steps: int, last: str, result: object) -> Head:
    """The head of a record with that header, so many steps and that result, as plain values."""
    named = header.format, header.game, header.deal_id
    return Head(*named, digest(header), steps, last, digest(result))


def head_of(record: Record) -> Head:
    """The head of a record that has steps."""
    return head(record.header, len(record.steps), record.steps[-1].hash, record.result)


def public_half(key: Ed25519PrivateKey) -> str:
    """The name of a key: its public half, in hexadecimal."""
    return key.public_key().public_bytes_raw().hex()


def sign(of: Head, key: Ed25519PrivateKey, at: str) -> Signature:
    """The signature under that head."""
    name = public_half(key)
    text = _text(Signed(of, name, at))
    return Signature(name, at, key.sign(text).hex())


def check_signature(record: Record) -> str | None:
    """The key that signed this record; None if nobody did. Raises `RecordError` for a wrong one.

    It blames the last step: where all hashes hold, the result or all that was hashed was altered.
    Whose key it is remains to be asked.
    """
    given = record.signature
    if isinstance(given, msgspec.UnsetType):
        return None
    if not is_under(given, head_of(record)):
        reason = "the signature isn't one of this record: it was altered after it was signed"
        raise RecordError(len(record.steps) - 1, reason)
    return given.key


def is_under(given: Signature, of: Head) -> bool:
    """Whether the signature was made under that head, by the key that it names."""
    try:
        key = Ed25519PublicKey.from_public_bytes(_plain_hex(given.key))
        key.verify(_plain_hex(given.value), _text(Signed(of, given.key, given.at)))
    except (ValueError, InvalidSignature):
        return False
    return True


def _text(signed: Signed) -> bytes:
    return _DOMAIN + canonical_json(signed)


def _plain_hex(text: str) -> bytes:
    data = bytes.fromhex(text)
    if data.hex() != text:
        raise ValueError("not in plain hexadecimal")
    return data
