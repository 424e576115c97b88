"""Primary keys, and public ids for addresses."""

import os
import secrets
import time
import uuid

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without look-alikes


def uuid7() -> uuid.UUID:
    """A time-ordered key (RFC 9562, version 7), which Python lacks before 3.14."""
    milliseconds = time.time_ns() // 1_000_000
    value = (milliseconds << 80) | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | (0x7 << 76)
    value = value & ~(0x3 << 62) | (0x2 << 62)
    return uuid.UUID(int=value)


def public_id() -> str:
    """A random id for addresses that can't be guessed: 12 characters, about 59 bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))
