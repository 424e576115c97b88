"""Notices: what the portal has to tell a person, wherever they are."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """One thing to tell. Text is a message id and parameters, so it is read in any language.

    `key` names the occasion: telling someone the same twice makes one notice.
    """

    class Event(models.TextChoices):
        """What a notice is about: people choose how they hear of each kind."""

        TURN = "turn", _("your turn")
        DEADLINE = "deadline", _("time is running out")
        CARETAKER = "caretaker", _("a computer player took over")
        INVITATION = "invitation", _("an invitation")
        TABLE = "table", _("news of your table")
        OVER = "over", _("a match is over")
        MESSAGE = "message", _("a message")
        UNDO = "undo", _("a step is to be taken back")
        VOTE = "vote", _("a question to everyone at a match")
        NUDGE = "nudge", _("a nudge")
        PORTAL = "portal", _("news from the people who run this portal")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    key = models.CharField(max_length=120)
    event = models.CharField(max_length=12, choices=Event, default=Event.PORTAL)
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
