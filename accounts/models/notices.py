"""Notices to people, and their deliveries."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """A message to a person: a message id and parameters, so that any language can show it.

    `key` names the occasion: the same key twice makes one notice.
    """

    class Event(models.TextChoices):
        """The kind of a notice; people choose for each kind how they are notified."""

        TURN = "turn", _("your turn")
        DEADLINE = "deadline", _("time is running out")
        CARETAKER = "caretaker", _("a computer player took over")
        INVITATION = "invitation", _("an invitation")
        TABLE = "table", _("news of your table")
        OVER = "over", _("a match is over")
        FOLLOWED = "followed", _("someone you follow opens a table")
        CLUB = "club", _("news of your club")
        MESSAGE = "message", _("a message")
        UNDO = "undo", _("a step is to be taken back")
        VOTE = "vote", _("a question to everyone at a match")
        NUDGE = "nudge", _("a nudge")
        PORTAL = "portal", _("news from the people who run this portal")

    user = models.ForeignKey("User", on_delete=models.CASCADE, related_name="notices")
    key = models.CharField(max_length=120)
    event = models.CharField(max_length=12, choices=Event, default=Event.PORTAL)
    text = models.CharField(max_length=300)
    params = models.JSONField(default=dict)
    link = models.CharField(max_length=200, blank=True, default="")  # a path on this site
    # The person who caused it: it isn't sent to people who blocked or muted them.
    by = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")
    quiet = models.BooleanField(default=False)  # only in the list: no toast, not counted
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_notice_per_occasion")
        ]

    def __str__(self) -> str:
        return f"notice {self.key} for {self.user_id}"


class NoticeChoices(models.Model):
    """A person's choices about notices, as far as they differ from the default."""

    user = models.OneToOneField(
        "User", on_delete=models.CASCADE, related_name="notice_choices", primary_key=True
    )
    events = models.JSONField(default=dict)  # {event: {"page": bool, "mail": "now"}}
    digest_hour = models.PositiveSmallIntegerField(default=18)  # of their own zone

    def __str__(self) -> str:
        return f"choices of {self.user_id}"


class Delivery(models.Model):
    """A notice on its way by one channel: the outbox, and the log of results.

    `due_at` is the time of the next attempt; during an attempt, the end of its lease. The address
    is looked up for sending and isn't kept.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        SENT = "sent", _("on its way")
        ACCEPTED = "accepted", _("accepted")
        FAILED = "failed", _("failed")
        DROPPED = "dropped", _("not sent")

    OPEN = (State.QUEUED, State.SENT)

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=12)  # of accounts.channels
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    message_id = models.CharField(max_length=120)  # the same in every attempt
    attempts = models.PositiveSmallIntegerField(default=0)
    queued_at = models.DateTimeField()
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)  # last tried
    settled_at = models.DateTimeField(null=True)  # accepted, failed or dropped
    said = models.CharField(max_length=200, blank=True, default="")  # why; without addresses

    class Meta:
        verbose_name = _("delivery of a notice")
        verbose_name_plural = _("deliveries of notices")
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel"], name="one_delivery_per_channel")
        ]
        indexes = [
            models.Index(
                fields=["due_at", "id"],
                condition=Q(state__in=("queued", "sent")),
                name="delivery_due",
            ),
            models.Index(fields=["message_id"], name="delivery_by_message"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} of notice {self.notice_id}"
