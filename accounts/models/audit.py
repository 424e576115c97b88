"""The audit log: what people with special rights did, in a chain nobody can alter unseen."""

from typing import Any

from django.db import models

from toolbox.prefix_search import Folded

READ_ONLY = "The audit log is only ever added to."


class Entries(models.QuerySet["AuditEntry"]):
    """No update and no deletion, not of many at once either."""

    def update(self, **values: Any) -> int:
        raise TypeError(READ_ONLY)

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError(READ_ONLY)


class AuditEntry(models.Model):
    """One thing done. Names are plain values: an entry outlives the people it speaks of.

    `hash` covers the entry and `previous`, the hash of the one before (`accounts.audit`).
    """

    at = models.DateTimeField()
    actor_id = models.BigIntegerField(null=True)  # None: the portal itself, from its command line
    actor = models.CharField(max_length=150)
    action = models.CharField(max_length=40)  # "match.void"
    subject = models.CharField(max_length=80)  # "match:<public id>", "user:<id>"
    reason = models.CharField(max_length=500, blank=True, default="")
    data = models.JSONField(default=dict)
    previous = models.CharField(max_length=64, unique=True)  # so that the chain can't fork
    hash = models.CharField(max_length=64)

    objects = Entries.as_manager()

    class Meta:
        verbose_name_plural = "audit entries"
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["subject", "id"], name="audit_by_subject"),
            models.Index(fields=["actor_id", "id"], name="audit_by_actor"),
            models.Index(Folded("actor"), "id", name="audit_by_name"),
            models.Index(fields=["action", "id"], name="audit_by_action"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"

    def save(self, *arguments: Any, **named: Any) -> None:
        if self.pk is not None:
            raise TypeError(READ_ONLY)
        super().save(*arguments, **named)

    def delete(self, *arguments: Any, **named: Any) -> tuple[int, dict[str, int]]:
        raise TypeError(READ_ONLY)
