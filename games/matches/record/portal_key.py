"""The key that this portal signs records with, and the public halves of all its keys.

The private half is only in the settings; this module gives out signatures and public halves.
"""

from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.utils import timezone

from games.matches.models import SigningKey
from games.matches.record.seal import timestamp
from games.protocol.record import Signature
from games.protocol.signing import Head, public_half, sign


def signature_of(head: Head) -> Signature:
    """The portal's signature of a head, as of now; publishes its public half."""
    key = _private()
    SigningKey.objects.get_or_create(key=public_half(key))
    return sign(head, key, timestamp(timezone.now()))


def current() -> str:
    return public_half(_private())


def published() -> dict[str, datetime | None]:
    """All keys and since when they sign (None: not yet), the present one first, then the newest."""
    known: dict[str, datetime | None] = dict(
        SigningKey.objects.order_by("-since").values_list("key", "since")
    )
    now = current()
    return {now: known.pop(now, None), **known}


def _private() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(settings.RECORD_KEY))
