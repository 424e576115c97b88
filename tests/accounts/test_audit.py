"""The audit log is added to, never altered unseen."""

import pytest
from django.db import connection, transaction

from accounts import audit
from accounts.models import AuditEntry, User

pytestmark = pytest.mark.django_db


def _write(count: int) -> list[AuditEntry]:
    actor = User.objects.create_user("Rowan")
    return [
        audit.record(
            actor=actor, action="match.void", subject=f"match:m{n}", reason="spoilt", data={"n": n}
        )
        for n in range(count)
    ]


def test_an_entry_outlives_the_person_it_names():
    _write(1)
    User.objects.all().delete()
    assert AuditEntry.objects.get().actor == "Rowan"
    assert audit.first_broken() is None


@pytest.mark.parametrize("column", ["reason", "actor", "subject", "action", "at"])
def test_an_entry_altered_in_the_database_or_taken_out_is_found(column):
    assert audit.first_broken() is None
    entries = _write(3)
    assert audit.first_broken() is None
    with connection.cursor() as cursor:
        value = "2020-01-01 00:00:00" if column == "at" else "other"
        cursor.execute(
            f"UPDATE accounts_auditentry SET {column} = %s WHERE id = %s", [value, entries[1].pk]
        )
    assert audit.first_broken() == entries[1].pk
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_auditentry WHERE id = %s", [entries[1].pk])
    assert audit.first_broken() == entries[2].pk, "one is missing"


def test_no_code_of_ours_can_change_or_delete_an_entry():
    [entry] = _write(1)
    entry.reason = "other"
    for attempt in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(reason="other"),
        lambda: AuditEntry.objects.bulk_update([entry], ["reason"]),
    ):
        with transaction.atomic(), pytest.raises(TypeError, match="only ever added"):
            attempt()
    assert AuditEntry.objects.get().reason == "spoilt"
