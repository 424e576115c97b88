"""Tables, the queue of quick match, ranked runs, and the challenges of the day."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.identifiers import public_id
from games.matches.models import Deal, Match


class Table(models.Model):
    """A table that waits for players, then points to the match it became."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        STARTED = "started", _("playing")
        CLOSED = "closed", _("closed")

    class Pace(models.TextChoices):
        LIVE = "live", _("live")
        DAYS = "days", _("over days")
        NONE = "none", _("no clock")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hosted_tables"
    )
    game = models.CharField(max_length=64)
    options = models.JSONField(default=dict)
    clock = models.JSONField(null=True, blank=True)
    absence = models.JSONField(null=True, blank=True)  # `games.matches.play.parts.absence`
    reliable = models.PositiveSmallIntegerField(default=0)  # percent; new people may come anyway
    private = models.BooleanField(default=False)
    practice = models.BooleanField(default=False)  # a run that doesn't count for the leaderboards
    rated = models.BooleanField(default=False, db_default=False)  # the match counts for ratings
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    first = models.PositiveSmallIntegerField(null=True, blank=True)  # None: by the rules
    quick = models.BooleanField(default=False)  # made by quick match
    # Lists filter by these; `lobby.tables.changes` keeps them in step with clock and seats.
    pace = models.CharField(max_length=4, choices=Pace, default=Pace.NONE)
    size = models.PositiveSmallIntegerField(default=0)
    free = models.PositiveSmallIntegerField(default=0)
    ai_seats = models.PositiveSmallIntegerField(default=0)
    rating = models.IntegerField(null=True, blank=True)  # of a rated table's people on average
    starts_at = models.DateTimeField(null=True, blank=True)  # when a full table starts by itself
    held = models.BooleanField(default=False)  # full, but its host will start it
    barred = models.ManyToManyField(  # sent away by the host
        settings.AUTH_USER_MODEL, related_name="+", blank=True
    )
    listed = models.GeneratedField(  # for strangers; not a rematch, whose seats are kept
        expression=models.ExpressionWrapper(
            Q(private=False, rematch_of=None), output_field=models.BooleanField()
        ),
        output_field=models.BooleanField(),
        db_persist=True,
    )
    touched_at = models.DateTimeField(default=timezone.now)  # the last change or visit
    rematch_of = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="rematch"
    )
    # The match that a fork continues, after which step, and the seat whose knowledge it keeps.
    fork_of = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="fork_tables"
    )
    fork_step = models.PositiveIntegerField(null=True, blank=True)
    fork_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="table")
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="table"
    )
    # The client id and the digest of the call that opened it.
    client_id = models.CharField(max_length=64, blank=True, default="")
    asked = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["host", "client_id"], condition=~Q(client_id=""), name="table_opened_once"
            )
        ]
        indexes = [
            models.Index(
                fields=["-created_at", "-id", "listed", "status", "game"], name="table_newest"
            ),
            models.Index(fields=["status", "created_at"], name="table_by_status"),
            models.Index(
                fields=["touched_at"], condition=Q(status="open"), name="table_by_last_touch"
            ),
            models.Index(
                fields=["starts_at"], condition=Q(starts_at__isnull=False), name="table_by_start"
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.public_id}"

    @property
    def takes_guests(self) -> bool:
        return self.private and not self.rated


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
    role = models.CharField(max_length=32, blank=True, default="")  # "": any, or by chance
    wants = models.ForeignKey(  # the seat with whose player this one asks to swap
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="wanted_by"
    )

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


class Invitation(models.Model):
    """A person invited to a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    declined = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="one_invitation_per_person")
        ]

    def __str__(self) -> str:
        return f"{self.user} is invited to {self.table}"


class QuickTicket(models.Model):
    """A person's place in the queue of quick match; one at a time."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SEATED = "seated", _("seated")
        LEFT = "left", _("left")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="quick_tickets"
    )
    games = models.JSONField()  # slugs of the games they accept
    paces = models.JSONField()  # names of `lobby.tables.paces` they accept
    least = models.PositiveSmallIntegerField(default=2)  # players at the table, with this one
    most = models.PositiveSmallIntegerField(default=6)
    offer_ai_at = models.DateTimeField(null=True)  # from when on computer players are offered
    wants_ai = models.BooleanField(default=False)  # accepts them in empty seats
    rated = models.BooleanField(default=False, db_default=False)  # wants a rated match
    seen_at = models.DateTimeField(default=timezone.now)  # when the waiting page last asked
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    table = models.ForeignKey(
        Table, null=True, on_delete=models.SET_NULL, related_name="quick_tickets"
    )
    game = models.CharField(max_length=64, blank=True, default="")  # once they are seated
    pace = models.CharField(max_length=16, blank=True, default="")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(status="waiting"), name="one_waiting_ticket_a_person"
            )
        ]
        indexes = [
            models.Index(
                fields=["created_at"], condition=Q(status="waiting"), name="ticket_by_age"
            ),
            models.Index(
                fields=["-ended_at"], condition=Q(ended_at__isnull=False), name="ticket_by_end"
            ),
        ]

    def __str__(self) -> str:
        return f"quick ticket {self.pk}"


class Run(models.Model):
    """A finished run that counts for the leaderboards (`games.matches.record.ranking`).

    `board` is the value of the option by which the game has boards, such as the difficulty; less
    `ties` is better between equal scores. `lobby.leaderboards.services` marks a person's best run
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


class Challenge(models.Model):
    """The challenge of a day in a game: one deal and the same options for everyone."""

    OPENS_AFTER = timedelta(hours=1)  # its end; tries that still run then are scored

    game = models.CharField(max_length=64)
    day = models.DateField()  # in UTC
    rules_version = models.PositiveIntegerField()  # by which everyone plays it
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
        """Until when a try can begin."""
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
    last_seat = models.BigIntegerField(default=0)  # the key of the last one included
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
