"""Runs that count for leaderboards, and the challenges of the day."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.matches.models import Deal, Match


class Run(models.Model):
    """A finished run that counts for the leaderboards (`games.matches.record.ranking`).

    `board` is the value of the option that tells boards apart, such as the difficulty; of equal
    scores, lower `ties` are better. `lobby.leaderboards.services` marks a person's best run
    of a day, a week and ever, so that one index serves a page of a board. `day` and `week` (its
    Monday) are in UTC, by the end of the run.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="run")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="runs"
    )
    game = models.CharField(max_length=64)
    board = models.CharField(max_length=64, blank=True, default="")
    score = models.IntegerField()
    ties = models.IntegerField(default=0)
    ended_at = models.DateTimeField()
    day = models.DateField()
    week = models.DateField()
    best_of_day = models.BooleanField(default=False)
    best_of_week = models.BooleanField(default=False)
    best_ever = models.BooleanField(default=False)

    class Meta:
        ordering = ["-score", "ties", "ended_at", "match_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "game", "board", "day"],
                condition=Q(best_of_day=True),
                name="one_best_run_a_day",
            ),
            models.UniqueConstraint(
                fields=["user", "game", "board", "week"],
                condition=Q(best_of_week=True),
                name="one_best_run_a_week",
            ),
            models.UniqueConstraint(
                fields=["user", "game", "board"],
                condition=Q(best_ever=True),
                name="one_best_run_ever",
            ),
        ]
        indexes = [
            models.Index(
                fields=["game", "board", "day", "-score", "ties", "ended_at", "match"],
                condition=Q(best_of_day=True),
                name="runs_of_a_day",
            ),
            models.Index(
                fields=["game", "board", "week", "-score", "ties", "ended_at", "match"],
                condition=Q(best_of_week=True),
                name="runs_of_a_week",
            ),
            models.Index(
                fields=["game", "board", "-score", "ties", "ended_at", "match"],
                condition=Q(best_ever=True),
                name="runs_of_all_time",
            ),
            models.Index(fields=["user", "game", "board", "-ended_at"], name="runs_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"run {self.match_id}: {self.score}"


class Challenge(models.Model):
    """The challenge of a day in a game: one deal and the same options for everyone."""

    OPENS_AFTER = timedelta(hours=1)  # after its end; tries still running then are scored

    game = models.CharField(max_length=64)
    day = models.DateField()  # in UTC
    rules_version = models.PositiveIntegerField()  # everyone plays by it
    options = models.JSONField(default=dict)
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="challenge")
    told_at = models.DateTimeField(null=True)  # when players were told their places
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "day"], name="one_challenge_a_day")]

    def __str__(self) -> str:
        return f"{self.game} on {self.day}"

    @property
    def begins_at(self) -> datetime:
        return datetime.combine(self.day, time(), UTC)

    @property
    def ends_at(self) -> datetime:
        """The moment until which a try can begin."""
        return self.begins_at + timedelta(days=1)

    @property
    def opens_at(self) -> datetime:
        """When its tries become visible."""
        return self.ends_at + self.OPENS_AFTER


class Try(models.Model):
    """A person's only try at a challenge."""

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="tries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tries"
    )
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="try_of")
    score = models.IntegerField(null=True)  # None until it has ended, and if it was voided
    ties = models.IntegerField(default=0)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-score", "ties", "ended_at", "match_id"]
        constraints = [
            models.UniqueConstraint(fields=["challenge", "user"], name="one_try_per_person")
        ]
        indexes = [
            models.Index(
                fields=["challenge", "-score", "ties", "ended_at", "match"],
                condition=Q(score__isnull=False),
                name="tries_by_score",
            )
        ]

    def __str__(self) -> str:
        return f"try of {self.user} at {self.challenge}"
