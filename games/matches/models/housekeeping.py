"""Rows that the portal keeps beside a match: notes, visits, follow-ups, words, turns served."""

from django.conf import settings
from django.db import models

from games.matches.models.record import Match
from games.matches.word_index import WordIndex


class Notepad(models.Model):
    """A person's private notes on a match. They are in no record, log or API."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notepads")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notepads"
    )
    text = models.CharField(max_length=4000)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_notepad_per_person")
        ]

    def __str__(self) -> str:
        return f"notes of {self.user_id} on {self.match_id}"


class SeatVisit(models.Model):
    """A time in which a seat's person had the match open; deleted after `VISIT_DAYS`."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="visits")
    seat = models.PositiveSmallIntegerField()
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["match", "seat", "ended_at"], name="visit_by_seat"),
            models.Index(fields=["ended_at"], name="visit_by_end"),
        ]

    def __str__(self) -> str:
        return f"a visit at seat {self.seat} of {self.match_id}"


class FollowUp(models.Model):
    """A task that follows the end of a match and hasn't been acknowledged yet."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="follow_ups")
    task = models.CharField(max_length=120)  # of settings.MATCH_FOLLOWUPS
    due_at = models.DateTimeField()  # when it is sent again
    sent = models.PositiveIntegerField(default=1)  # how often it has been sent or called

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "task"], name="one_follow_up_per_task")
        ]
        indexes = [models.Index(fields=["due_at"], name="follow_up_by_time")]

    def __str__(self) -> str:
        return f"{self.task} of {self.match_id}"


BY_WORD = WordIndex(fields=["words"], name="log_text_by_word")


class LogText(models.Model):
    """The public log of a match that is over, for the search.

    The key has the order that indexes of words need: the end of the match in microseconds since
    1970 (or a few later if several ended at once).
    """

    id = models.BigIntegerField(primary_key=True)
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="log_text")
    words = models.TextField()  # in lower case, a line for each line of the log

    class Meta:
        indexes = [BY_WORD]

    def __str__(self) -> str:
        return f"log of {self.match_id}"


class Served(models.Model):
    """When a computer player last began to think for a person, which decides who is next."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"served person {self.person_id} at {self.at}"


class Heartbeat(models.Model):
    """The time when the portal last worked: one row, which measures downtime.

    `away`: downtimes, `[from, until]`, oldest first, by which not all clocks have been moved. The
    clocks from `moved_to` on have been moved by the first.
    """

    at = models.DateTimeField()
    away = models.JSONField(default=list)
    moved_to = models.UUIDField(null=True, blank=True)

    def __str__(self) -> str:
        return f"at work at {self.at}"
