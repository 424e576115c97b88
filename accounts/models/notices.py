"""Notices: what the portal has to tell a person, wherever they are."""

from django.conf import settings
from django.db import models


class Notice(models.Model):
    """One thing to tell. Text is a message id and parameters, so it is read in any language.

    `key` names the occasion: telling someone the same twice makes one notice.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    key = models.CharField(max_length=120)
    text = models.CharField(max_length=300)
    params = models.JSONField(default=dict)
    link = models.CharField(max_length=200, blank=True, default="")  # a path on this site
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_notice_per_occasion")
        ]

    def __str__(self) -> str:
        return f"notice {self.key} for {self.user_id}"
