"""What the audit log says, for the tests of the administration."""

from typing import Any

from accounts import audit
from accounts.models import AuditEntry


def written() -> list[tuple[str, str, dict[str, Any]]]:
    """What the log says, oldest first; all of it by root."""
    entries = AuditEntry.objects.order_by("pk")
    assert {entry.actor for entry in entries} <= {"root"}
    assert audit.first_broken() is None
    return [(entry.action, entry.subject, entry.data) for entry in entries]
