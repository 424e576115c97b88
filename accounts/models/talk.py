"""Conversations, messages and mutes."""

from django.db import models


class Conversation(models.Model):
    """A sequence of messages. `key` names its place, such as "match:<public id>:players".

    The layer that owns the place decides who may read and write.
    """

    key = models.CharField(max_length=80, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key


class Message(models.Model):
    """One message. If a moderator hides it, moderators still see it."""

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="messages"
    )
    author = models.ForeignKey("User", on_delete=models.CASCADE, related_name="messages")
    text = models.CharField(max_length=500)
    phrase = models.BooleanField(default=False)  # a fixed message id, shown in every language
    topic = models.JSONField(null=True, default=None)  # at that moment; the room words it
    at = models.DateTimeField()
    hidden = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["conversation", "id"], name="message_by_place")]

    def __str__(self) -> str:
        return f"message {self.pk} in {self.conversation_id}"


class Mute(models.Model):
    """One person hides another's messages; the other doesn't learn of it."""

    by = models.ForeignKey("User", on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey("User", on_delete=models.CASCADE, related_name="muted_by")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "muted"], name="one_mute_per_pair")]

    def __str__(self) -> str:
        return f"{self.by} mutes {self.muted}"
