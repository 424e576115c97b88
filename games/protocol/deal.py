"""A deal: the secret seed behind a match's chance, and the public commitment to it.

The commitment is published when a table opens, the seed when the match is over. With both, anyone
can check that the seed was fixed before the first move.
"""

import hashlib
import secrets
from typing import Annotated

import msgspec

from games.protocol.names import Digest

_DOMAIN = b"hearth-and-dragon/deal/1"
SEED_BYTES = 32


class OpenDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal in a record, in hexadecimal. The seed is None for everyone while the match goes on."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    commitment: Digest
    seed: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] | None


def new_seed() -> bytes:
    """32 bytes from the operating system's randomness."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(deal_id: str, seed: bytes) -> str:
    """SHA-256 over the domain, the deal's id and the seed, in hexadecimal."""
    return hashlib.sha256(b"\0".join((_DOMAIN, deal_id.encode(), seed))).hexdigest()
