"""Files of people's own data, and their calendars."""

from django.conf import settings
from django.db import models


class OwnData(models.Model):
    """The file with a person's own data, and its progress (`lobby.own_data`)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="own_data"
    )
    asked_at = models.DateTimeField()
    touched_at = models.DateTimeField()  # when the newest piece was made
    ready_at = models.DateTimeField(null=True)
    matches = models.PositiveIntegerField()  # the count at the beginning
    matches_done = models.PositiveIntegerField(default=0)
    last_seat = models.BigIntegerField(default=0)  # the key of the last seat included
    pieces_made = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)  # bytes of all pieces
    directory = models.BinaryField(default=bytes)  # the ZIP directory, which follows the pieces

    def __str__(self) -> str:
        return f"the data of {self.user_id}"

    @property
    def bytes(self) -> int:
        """The size of the file."""
        return self.size + len(self.directory)


class OwnDataPiece(models.Model):
    """A piece of the file of a person's own data."""

    of = models.ForeignKey(OwnData, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["of", "number"], name="one_piece_per_number")
        ]

    def __str__(self) -> str:
        return f"piece {self.number} of {self.of_id}"


class CalendarFeed(models.Model):
    """A person's calendar of deadlines, by the digest of its secret key."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="calendar_feed",
    )
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
