"""A portal's signature under a finished match: what stands in the record.

`signing` makes and checks it. Keys are Ed25519; a key is named by its public half.
"""

from typing import Annotated

import msgspec


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who signed, when (UTC, ISO 8601), and the signature; key and value in hexadecimal."""

    key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    at: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    value: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{128}$")]
