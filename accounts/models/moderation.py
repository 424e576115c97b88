"""Reports, sanctions, appeals and the audit log."""

from typing import Any

from django.db import models
from django.utils.translation import gettext, gettext_lazy as _

from accounts.models.talk import Message
from toolbox.prefix_search import Folded


class Report(models.Model):
    """A complaint about a person, and perhaps about one of their messages."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("dismissed")

    about = models.ForeignKey("User", on_delete=models.CASCADE, related_name="reports_about")
    by = models.ForeignKey(
        "User", null=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    message = models.ForeignKey(
        Message, null=True, on_delete=models.SET_NULL, related_name="reports"
    )
    said = models.CharField(max_length=500, blank=True, default="")  # as it was when reported
    place = models.CharField(max_length=80, blank=True, default="")  # the conversation's key
    reason = models.CharField(max_length=500, blank=True, default="")
    # Instead of a reason: a person with the same network address (`accounts.shared_addresses`).
    shares_with = models.ForeignKey("User", null=True, on_delete=models.CASCADE, related_name="+")
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    handled_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    handled_at = models.DateTimeField(null=True)
    decision = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["status", "id"], name="report_by_status")]
        constraints = [
            models.UniqueConstraint(
                fields=["by", "message"],
                condition=models.Q(message__isnull=False),
                name="one_report_per_message",
            ),
            models.UniqueConstraint(fields=["about", "shares_with"], name="one_report_per_address"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"

    @property
    def why(self) -> str:
        """The reason, in words."""
        if self.shares_with is None:
            return self.reason
        text = gettext(
            "Shares a network address with {name}, in a rated match. No proof of anything."
        )
        return text.format(name=self.shares_with.username)


class Sanction(models.Model):
    """A warning, mute or ban. `ends_at` None: until it is lifted."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        MUTE = "mute", _("mute")
        BAN = "ban", _("ban")

    user = models.ForeignKey("User", on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=7, choices=Kind)
    reason = models.CharField(max_length=500)  # the person reads it
    by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    report = models.ForeignKey(
        Report, null=True, on_delete=models.SET_NULL, related_name="sanctions"
    )
    created_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    lifted_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)  # when the person acknowledged a warning

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["user", "kind"], name="sanction_by_user")]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user}"


class Appeal(models.Model):
    """A banned person's appeal; they can read `answer`."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        LIFTED = "lifted", _("ban lifted")
        KEPT = "kept", _("ban kept")
        ENDED = "ended", _("ban over")  # before anyone answered

    by = models.ForeignKey("User", on_delete=models.CASCADE, related_name="appeals")
    text = models.CharField(max_length=1000)
    status = models.CharField(max_length=6, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField()
    handled_by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    handled_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["status", "id"], name="appeal_by_status")]
        constraints = [
            models.UniqueConstraint(
                fields=["by"], condition=models.Q(status="open"), name="one_open_appeal"
            )
        ]

    def __str__(self) -> str:
        return f"appeal {self.pk}"


READ_ONLY = "The audit log is only ever added to."


class Entries(models.QuerySet["AuditEntry"]):
    """Refuses updates and deletions of many entries at once."""

    def update(self, **values: Any) -> int:
        raise TypeError(READ_ONLY)

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError(READ_ONLY)


class AuditEntry(models.Model):
    """One deed. Names are plain values: an entry outlives the people in it.

    `hash` covers the entry and `previous`, the hash of the entry before (`accounts.audit`).
    """

    at = models.DateTimeField()
    actor_id = models.BigIntegerField(null=True)  # None: the portal's command line
    actor = models.CharField(max_length=150)
    action = models.CharField(max_length=40)  # "match.void"
    subject = models.CharField(max_length=80)  # "match:<public id>", "user:<id>"
    reason = models.CharField(max_length=500, blank=True, default="")
    data = models.JSONField(default=dict)
    previous = models.CharField(max_length=64, unique=True)  # so the chain can't fork
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
