"""A portal's signature under a finished match: what stands in the record.

`signing` makes and checks it. Keys are Ed25519; a key is named by its public half.
"""

from typing import Annotated, Literal

import msgspec


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why the portal made all hashes of a record anew, and at which seats.

    The hashes that were replaced aren't told: the name that had to go could be found from them.
    """

    reason: Literal["account-closed"]
    seats: list[int]


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who signed, when (UTC, ISO 8601), and the signature; key and value in hexadecimal."""

    key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    at: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    value: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{128}$")]
    note: Note | None = None
