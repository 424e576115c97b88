"""Names in records: hashed with a salt, so that a name can be taken out of a sealed record.

A record's hashes cover `sealed` alone. Name and salt beside it prove that it is the hash of that
name; without them nobody can find the name, not even by trying.
"""

import hashlib
import secrets
from typing import Annotated

import msgspec

from games.plugin.errors import RecordError

_DOMAIN = b"hearth-and-dragon/name/1"
SALT_BYTES = 16

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]  # SHA-256
_Salt = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
# Invisible letters, and letters that reverse the text after them.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff"
# A name of these alone is blank: spaces, fillers, combining marks.
_BLANK = (
    r" \xa0\xad\u0300-\u036f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u202f"
    r"\u205f\u206a-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_PATTERN = f"^(?! )(?![{_BLANK}]*$)[^{_UNSEEN}]+(?<! )$"
_Name = Annotated[str, msgspec.Meta(max_length=64, pattern=_PATTERN)]
_Player = Annotated[str, msgspec.Meta(pattern="^(person|ai:(easy|medium|hard|expert))$")]


class RecordedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first player of a seat: "person" or "ai:<level>", and the shown name.

    `sealed` is `sealed_name`; the salt is hexadecimal. Name and salt are missing once erased.
    """

    player: _Player
    sealed: Digest
    name: _Name | None = None
    salt: _Salt | None = None


def sealed_name(salt: bytes, name: str) -> str:
    """SHA-256 over the domain, the salt and the name, in hexadecimal."""
    return hashlib.sha256(b"\0".join((_DOMAIN, salt, name.encode()))).hexdigest()


def seal_name(name: str, player: str, salt: bytes | None = None) -> RecordedSeat:
    """A seat whose name is sealed, with a fresh salt if none is given."""
    used = secrets.token_bytes(SALT_BYTES) if salt is None else salt
    return RecordedSeat(player, sealed_name(used, name), name, used.hex())


def hidden(seat: RecordedSeat) -> RecordedSeat:
    """The seat without name and salt: the hashed part, which stays when the name is erased."""
    return RecordedSeat(seat.player, seat.sealed)


def check_name(seat: RecordedSeat) -> None:
    """Raise `RecordError`, blaming step 0, unless the seat's name is erased or the sealed one."""
    if seat.name is None and seat.salt is None:
        return
    if seat.name is None or seat.salt is None:
        raise RecordError(0, "a seat has a name or a salt without the other")
    salt = bytes.fromhex(seat.salt)
    plain = salt.hex() == seat.salt and len(salt) == SALT_BYTES  # a part of it fits another name
    if not plain or sealed_name(salt, seat.name) != seat.sealed:
        raise RecordError(0, f"the name {seat.name!r} isn't the one that was sealed")
