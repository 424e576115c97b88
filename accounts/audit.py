"""Writing and checking the audit log.

Every entry has a SHA-256 over its canonical JSON and the hash before it, so `first_broken` finds a
line that was changed or removed, even in the database.
"""

import hashlib
import json
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import AuditEntry, User

BEGINNING = "0" * 64  # the hash before the first entry
TRIES = 20  # entries written at the same moment collide


def record(
    *,
    actor: User | None,
    action: str,
    subject: str,
    reason: str = "",
    data: dict[str, Any] | None = None,
) -> AuditEntry:
    """Add an entry; a rolled-back transaction removes it.

    `actor` None: the portal's command line. `data` is plain JSON without secrets: everyone who may
    read the log can see it.
    """
    for _ in range(TRIES):
        last = AuditEntry.objects.order_by("-pk").values_list("hash", flat=True).first()
        entry = AuditEntry(
            at=timezone.now(),
            actor_id=actor.pk if actor else None,
            actor=actor.username if actor else "",
            action=action,
            subject=subject,
            reason=reason,
            data=data or {},
            previous=last or BEGINNING,
        )
        entry.hash = _hash(entry)
        try:
            with transaction.atomic():
                entry.save()
        except IntegrityError:
            continue
        return entry
    raise RuntimeError("the audit log is too busy")


def first_broken() -> int | None:
    """Return the key of the first entry that was altered or follows a gap, else None."""
    previous = BEGINNING
    for entry in AuditEntry.objects.order_by("pk").iterator():
        if entry.previous != previous or entry.hash != _hash(entry):
            return int(entry.pk)
        previous = entry.hash
    return None


def _hash(entry: AuditEntry) -> str:
    names = ("actor_id", "actor", "action", "subject", "reason", "data", "previous")
    fields = {name: getattr(entry, name) for name in names}
    fields["at"] = entry.at.isoformat()
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
