"""The signature of a finished match, made once and stored with it.

It is made by a follow-up of the match's end, or when the record is first read. An imported match
keeps its signature and is never signed: this portal doesn't know how it was played. A step after
the end (an administrator voids the match, or names another result) brings a new one.
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
    return head(header_of(match), match.version + 1, match.last_hash, match.result)


_SIGNED = ("status", "version", "last_hash", "result", "opening_seats")


def under(match: Match) -> RecordSignature:
    """The signature of a finished match, made if there is none; may refresh `match`."""
    kept = RecordSignature.objects.filter(match=match).first()
    if kept is not None and kept.version == match.version:
        return kept
    return _sign(match)


def _sign(match: Match) -> RecordSignature:
    with transaction.atomic():
        Match.objects.select_for_update().only("pk").get(pk=match.pk)
        match.refresh_from_db(fields=_SIGNED)  # under the lock
        kept = RecordSignature.objects.filter(match=match, version=match.version).first()
        return kept or _sign_anew(match)


def _sign_anew(match: Match) -> RecordSignature:
    """Replace the signature by one of the match as it stands; an imported match gets none."""
    imported = match.imported_at is not None
    signature = None if imported else plain(portal_key.signature_of(head_of(match)))
    values = {"version": match.version, "signature": signature, "told": None}
    return RecordSignature.objects.update_or_create(match=match, defaults=values)[0]


def keep_imported(match: Match, record: Record) -> None:
    """Store the parts of an imported record that the match has no column for."""
    given = record.signature
    RecordSignature.objects.create(
        match=match,
        version=match.version,
        signature=None if isinstance(given, msgspec.UnsetType) else plain(given),
        told={"result": record.result},
    )


def key_of(match: Match) -> str | None:
    """The key that signed the match's record; None if it isn't signed yet."""
    kept = RecordSignature.objects.filter(match=match).values_list("signature", flat=True).first()
    return None if kept is None else str(kept["key"])


def is_right(match: Match) -> bool:
    """Whether the match's signature, if it has one, is of the match as it stands."""
    kept = RecordSignature.objects.filter(match=match, version=match.version).first()
    if kept is None or kept.signature is None:
        return True
    result = match.result if kept.told is None else kept.told["result"]
    signed = head(header_of(match), match.version + 1, match.last_hash, result)
    given: Any = kept.signature
    return is_under(msgspec.convert(given, Signature), signed)


def completed(record: Record, kept: RecordSignature) -> Record:
    """The record with its signature; an imported record also gets its own result back."""
    if kept.told is not None:
        record = replace(record, result=kept.told["result"])
    if kept.signature is None:
        return record
    given: Any = kept.signature
    return replace(record, signature=msgspec.convert(given, Signature))
