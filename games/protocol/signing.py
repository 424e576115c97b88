"""Signing the head of a record, and checking the signature.

The head is the last hash, which covers all steps, with the header's hash, the number of steps and
the hash of the result.
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
    """The head of a record. `header`, `last` and `result` are SHA-256 in hexadecimal."""

    format: int
    game: str
    deal: str
    header: str
    steps: int
    last: str
    result: str


class Signed(msgspec.Struct, frozen=True):
    head: Head
    key: str
    at: str


def head(header: Header, steps: int, last: str, result: object) -> Head:
    """The head of a record with that many steps; `result` as plain values."""
    named = header.format, header.game, header.deal_id
    return Head(*named, digest(header), steps, last, digest(result))


def head_of(record: Record) -> Head:
    return head(record.header, len(record.steps), record.steps[-1].hash, record.result)


def public_half(key: Ed25519PrivateKey) -> str:
    """The name of a key: its public half, in hexadecimal."""
    return key.public_key().public_bytes_raw().hex()


def sign(of: Head, key: Ed25519PrivateKey, at: str) -> Signature:
    name = public_half(key)
    return Signature(name, at, key.sign(_text(Signed(of, name, at))).hex())


def check_signature(record: Record) -> str | None:
    """The key that signed this record, whoever owns it; None without a signature.

    Raises `RecordError` for a wrong one. It blames the last step: if all hashes hold, the result
    or everything was altered.
    """
    given = record.signature
    if isinstance(given, msgspec.UnsetType):
        return None
    if not is_under(given, head_of(record)):
        reason = "the signature isn't one of this record: it was altered after it was signed"
        raise RecordError(len(record.steps) - 1, reason)
    return given.key


def is_under(given: Signature, of: Head) -> bool:
    """Whether the signature's key signed that head."""
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
