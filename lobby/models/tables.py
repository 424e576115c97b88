"""Tables with their seats and invitations, and the queue of quick match."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.identifiers import public_id
from games.matches.models import Deal, Match
from lobby.models.clubs import Club


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
    club = models.ForeignKey(  # only its members see and join the table if it is private
        Club,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="tables",
        db_index=False,
    )
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
    rating = models.IntegerField(null=True, blank=True)  # the mean, if rated and not all are new
    starts_at = models.DateTimeField(null=True, blank=True)  # when a full table starts by itself
    held = models.BooleanField(default=False)  # full, but its host will start it
    barred = models.ManyToManyField(  # sent away by the host
        settings.AUTH_USER_MODEL, related_name="+", blank=True
    )
    listed = models.GeneratedField(  # for strangers; no rematches, whose seats are kept
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
            models.Index(
                fields=["club", "status", "-created_at", "-id"],
                condition=Q(club__isnull=False),
                name="table_of_a_club",
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.public_id}"

    @property
    def members_only(self) -> bool:
        """Whether only members of its club, and people already seated, see the table."""
        return self.private and self.club_id is not None

    @property
    def takes_guests(self) -> bool:
        return self.private and not self.rated and self.club_id is None


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
    least = models.PositiveSmallIntegerField(default=2)  # players at the table, this one included
    most = models.PositiveSmallIntegerField(default=6)
    offer_ai_at = models.DateTimeField(null=True)  # when computer players are first offered
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
