"""What rated matches did to ratings."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match


class RatedGame(models.Model):
    """How far the rated matches of a game are counted, in the order in which they ended."""

    game = models.CharField(max_length=64, primary_key=True)
    ended_at = models.DateTimeField(null=True)  # of the last match counted; null: none is
    last_match = models.UUIDField(null=True)

    def __str__(self) -> str:
        return f"ratings of {self.game}"


class RatingChange(models.Model):
    """How a rated match changed the rating of one who took part (`lobby.ratings`).

    That is a person, or in cooperative games the game itself, under a key for its options and
    number of seats. The last change of a game and pace is the present rating.
    """

    class Pace(models.TextChoices):
        LIVE = "live", _("live")
        DAYS = "days", _("over days")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="rating_changes"
    )
    against = models.CharField(max_length=64, blank=True, default="")  # the game's key
    game = models.CharField(max_length=64)
    pace = models.CharField(max_length=4, choices=Pace)
    number = models.PositiveIntegerField()  # of rated matches, with this one
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    ended_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_change_a_person"),
            models.UniqueConstraint(
                fields=["match", "against"],
                condition=Q(user__isnull=True),
                name="one_change_of_the_game",
            ),
        ]
        indexes = [
            models.Index(fields=["game", "ended_at", "match"], name="rating_by_end"),
            models.Index(
                fields=["user", "game", "pace", "-ended_at", "-match"],
                condition=Q(user__isnull=False),
                name="rating_of_a_person",
            ),
            models.Index(
                fields=["game", "against", "pace", "-ended_at", "-match"],
                condition=Q(user__isnull=True),
                name="rating_of_a_game",
            ),
        ]

    def __str__(self) -> str:
        return f"rating of {self.user or self.against} after {self.match_id}"
