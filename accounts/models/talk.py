"""Conversations: what people say to each other at a table."""

from django.conf import settings
from django.db import models


class Conversation(models.Model):
    """Messages that belong together. `key` says where: "match:<public id>:players" for example.

    Who may read and write is for the layer to say that the place belongs to.
    """

    key = models.CharField(max_length=80, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key


class Message(models.Model):
    """One thing said. Hidden by a moderator, it stays for the moderators to see."""

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="messages"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messages"
    )
    text = models.CharField(max_length=500)
    phrase = models.BooleanField(default=False)  # a message id on offer, shown in every language
    topic = models.JSONField(null=True, default=None)  # what was at hand then, for the room to say
    at = models.DateTimeField()
    hidden = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["conversation", "id"], name="message_by_place")]

    def __str__(self) -> str:
        return f"message {self.pk} in {self.conversation_id}"


class Mute(models.Model):
    """Someone who doesn't want to read what someone says; the other isn't told."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="muted_by"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "muted"], name="one_mute_per_pair")]

    def __str__(self) -> str:
        return f"{self.by} mutes {self.muted}"
