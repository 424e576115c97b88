"""Tables: where people gather before a match."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.identifiers import public_id
from games.matches.models import Deal, Match


class Table(models.Model):
    """A table that waits for players, then points to the match it became."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        STARTED = "started", _("playing")
        CLOSED = "closed", _("closed")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hosted_tables"
    )
    game = models.CharField(max_length=64)
    options = models.JSONField(default=dict)
    clock = models.JSONField(null=True, blank=True)
    private = models.BooleanField(default=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="table")
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="table"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["status", "created_at"], name="table_by_status")]

    def __str__(self) -> str:
        return f"table {self.public_id}"


class TableSeat(models.Model):
    """One seat of a table: taken by a person, by a computer player of a level, or free."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="table_seats",
    )
    ai_level = models.CharField(max_length=8, blank=True, default="")

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_table_seat_per_index"),
            models.UniqueConstraint(fields=["table", "user"], name="one_table_seat_per_user"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} of {self.table_id}"

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.ai_level
