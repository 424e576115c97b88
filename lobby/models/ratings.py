"""The effects of rated matches on ratings."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match

NEW_FROM = 220  # points of doubt from which on a rating is new
FEWEST = 10  # matches that a place on a season's board needs


class RatedGame(models.Model):
    """How far the rated matches of a game are counted, in the order of their ends."""

    game = models.CharField(max_length=64, primary_key=True)
    ended_at = models.DateTimeField(null=True)  # of the last match counted; null: none is
    last_match = models.UUIDField(null=True)
    frozen_before = models.DateField(null=True)  # seasons that began before that day are frozen

    def __str__(self) -> str:
        return f"ratings of {self.game}"


class RatingChange(models.Model):
    """How a rated match changed the rating of a person or of the game (`lobby.ratings`).

    In cooperative games the game itself is rated, under a key for its options and number of seats.
    The last change of a game and pace is the present rating. Accounts with changes can't be
    deleted, only closed: others' ratings follow from them.
    """

    class Pace(models.TextChoices):
        LIVE = "live", _("live")
        DAYS = "days", _("over days")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="rating_changes"
    )
    against = models.CharField(max_length=64, blank=True, default="")  # the game's key
    game = models.CharField(max_length=64)
    pace = models.CharField(max_length=4, choices=Pace)
    number = models.PositiveIntegerField()  # of rated matches, this one included
    in_season = models.PositiveIntegerField(default=1, db_default=1)  # the same for the season
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


class SeasonStanding(models.Model):
    """A person's standing in a season of a game and pace: their last change of the season.

    Once the season is frozen, `rank` and `badge` are stored, and the row no longer changes. Before
    that, people who don't qualify have rows, too.
    """

    class Badge(models.TextChoices):
        FIRST = "1", _("first place")
        SECOND = "2", _("second place")
        THIRD = "3", _("third place")
        TENTH = "tenth", _("among the best tenth")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="season_standings"
    )
    game = models.CharField(max_length=64)
    pace = models.CharField(max_length=4, choices=RatingChange.Pace)
    season = models.DateField()  # its first day, in UTC
    matches = models.PositiveIntegerField()
    number = models.IntegerField()  # the rating, in points, like its doubt
    doubt = models.PositiveIntegerField()
    ended_at = models.DateTimeField()  # of the last match
    qualified = models.GeneratedField(
        expression=models.ExpressionWrapper(
            Q(matches__gte=FEWEST, doubt__lt=NEW_FROM), output_field=models.BooleanField()
        ),
        output_field=models.BooleanField(),
        db_persist=True,
    )
    rank = models.PositiveIntegerField(null=True)
    badge = models.CharField(max_length=5, choices=Badge, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "game", "pace", "season"], name="one_standing_a_season"
            )
        ]
        indexes = [
            models.Index(
                fields=["game", "pace", "season", "-number", "id"],
                condition=Q(qualified=True),
                name="standing_by_number",
            ),
            models.Index(
                fields=["game", "pace", "season", "-matches", "doubt", "id"],
                condition=Q(qualified=False),
                name="standing_below",
            ),
            models.Index(fields=["game", "ended_at"], name="standing_by_end"),
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.game}, {self.pace}, season of {self.season}"
