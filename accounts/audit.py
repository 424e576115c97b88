"""Writing and checking the audit log.

Every entry carries the SHA-256 over its own canonical JSON and the hash of the one before, so a
line changed or taken out, even in the database itself, is found by `first_broken`.
"""

import hashlib
import json
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import AuditEntry, User

BEGINNING = "0" * 64  # what the first entry follows
TRIES = 20  # entries written at the same moment find each other's place taken


def record(
    *,
    actor: User | None,
    action: str,
    subject: str,
    reason: str = "",
    data: dict[str, Any] | None = None,
) -> AuditEntry:
    """Add an entry. Inside a transaction it is undone with the rest of it.

    `actor` None: the portal's command line. `data` is plain JSON and holds no secret: whoever may
    read the log reads it.
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
    """The key of the first entry that was altered or follows a missing one; None: all is well."""
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
