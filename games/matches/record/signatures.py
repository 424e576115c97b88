"""The signature under a match that is over: made once, kept with it, and the same ever after.

It is made by a follow-up of the match's end, or by whoever reads the record first. What was
imported keeps what it came with, and is never signed: this portal doesn't know how it was played.
A step that is made after the end (an administrator voids the
match, or names another result) brings a new one.
"""

from typing import Any

import msgspec
from django.db import transaction
from msgspec.structs import replace

from games.matches.models import Match, RecordSignature
from games.matches.record import portal_key
from games.matches.record.seal import header_of
from games.plugin.codec import plain
from games.protocol.record import Record, Signature
from games.protocol.signing import Head, head, is_under


def head_of(match: Match) -> Head:
    """The head of the match's record as it stands."""
    return head(header_of(match), match.version + 1, match.last_hash, match.result)


_SIGNED = ("status", "version", "last_hash", "result", "opening_seats")  # and what comes of them


def under(match: Match) -> RecordSignature:
    """What stands under the record of a match that is over; it is signed if it isn't yet.

    `match` is brought up to date where it has gone on since it was read.
    """
    kept = RecordSignature.objects.filter(match=match).first()
    if kept is not None and kept.version == match.version:
        return kept
    return _sign(match)


def _sign(match: Match) -> RecordSignature:
    with transaction.atomic():
        Match.objects.select_for_update().only("pk").get(pk=match.pk)
        match.refresh_from_db(fields=_SIGNED)  # as it is under the lock
        kept = RecordSignature.objects.filter(match=match, version=match.version).first()
        return kept or _sign_anew(match)


def _sign_anew(match: Match) -> RecordSignature:
    """Sign the match as it stands, whatever stood under it; under an imported one nothing then."""
    imported = match.imported_at is not None
    signature = None if imported else plain(portal_key.signed(head_of(match)))
    values = {"version": match.version, "signature": signature, "told": None}
    return RecordSignature.objects.update_or_create(match=match, defaults=values)[0]


def keep_imported(match: Match, record: Record) -> None:
    """Keep of an imported record what the match itself doesn't hold."""
    given = record.signature
    RecordSignature.objects.create(
        match=match,
        version=match.version,
        signature=None if isinstance(given, msgspec.UnsetType) else plain(given),
        told={"result": record.result},
    )


def key_of(match: Match) -> str | None:
    """The key that signed the match's record, if anybody did so far."""
    kept = RecordSignature.objects.filter(match=match).values_list("signature", flat=True).first()
    return None if kept is None else str(kept["key"])


def is_right(match: Match) -> bool:
    """Whether what stands under the match as it is, if anything does, was made under this."""
    kept = RecordSignature.objects.filter(match=match, version=match.version).first()
    if kept is None or kept.signature is None:
        return True
    result = match.result if kept.told is None else kept.told["result"]
    of = head(header_of(match), match.version + 1, match.last_hash, result)
    given: Any = kept.signature
    return is_under(msgspec.convert(given, Signature), of)


def completed(record: Record, kept: RecordSignature) -> Record:
    """The record with what stands under it."""
    if kept.told is not None:
        record = replace(record, result=kept.told["result"])
    if kept.signature is None:
        return record
    given: Any = kept.signature
    return replace(record, signature=msgspec.convert(given, Signature))
