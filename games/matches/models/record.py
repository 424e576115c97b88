"""A match as in its record: deal, seats, steps, and columns that follow from them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy as _

from games.matches.errors import Unreadable
from games.matches.identifiers import public_id, uuid7
from games.plugin import UnknownRules, registry
from toolbox.prefix_search import Folded

_GATE = ("paused", "game", "visibility", "embargo_until")  # included in the indexes of lists


class Deal(models.Model):
    """The secret seed of a match's chance, published only by its record, and its commitment."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    seed = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"deal {self.id}"


class Match(models.Model):
    class Status(models.TextChoices):
        ACTIVE = "active", _("running")
        FINISHED = "finished", _("finished")
        VOIDED = "voided", _("voided")

    class Paused(models.TextChoices):
        SUSPENDED = "suspended", _("suspended")
        FLAGGED = "flagged", _("waiting for an administrator")
        CONSENT = "consent", _("waiting for everybody’s consent")
        RESTING = "resting", _("resting")

    class Unranked(models.TextChoices):
        UNDO = "undo", _("a step was taken back")
        TOKEN = "token", _("a program took part")
        COMPUTER = "computer", _("a computer player made a move")
        CLOCK = "clock", _("time ran out, and a move was made for you")
        GUEST = "guest", _("you began it as a guest")
        PRACTICE = "practice", _("it is practice")
        FORK = "fork", _("it goes on from another match")
        STAFF = "staff", _("an administrator ended it")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        PRIVATE = "private", _("private")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="matches")
    game = models.CharField(max_length=64)
    rules_version = models.PositiveIntegerField()
    state_schema = models.PositiveIntegerField()
    options = models.JSONField(default=dict)
    seating = models.JSONField()  # games.plugin.Seating
    # The match that it was forked from, if that is here, and the step (games.protocol.forks).
    origin = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="forks",
        db_index=False,
    )
    origin_step = models.PositiveIntegerField(null=True, blank=True)
    opening_seats = models.JSONField()  # as the record's header names them
    clock = models.JSONField(null=True, blank=True)
    absence = models.JSONField(null=True, blank=True)  # `parts.absence`; null: default actions only
    # In a match played alone, the first reason that keeps the run from the leaderboards.
    unranked = models.CharField(max_length=8, choices=Unranked, blank=True, default="")
    rated = models.BooleanField(default=False, db_default=False)  # counts for ratings
    # Its weight in ratings, from 0 to 1, once it has been counted (`lobby.ratings`).
    weight = models.FloatField(null=True, blank=True)
    # The mean rating of its people when it began (`lobby.ratings`): of all people in rated matches;
    # of those who had a rating in others, or if all were new; 0 if nobody had one.
    strength = models.IntegerField(default=0, db_default=0)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    embargo_until = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.ACTIVE)
    settled = models.PositiveIntegerField(null=True, blank=True)  # the step, if as it stood
    decided = models.PositiveIntegerField(null=True, blank=True)  # an administrator's step
    paused = models.CharField(max_length=10, choices=Paused, blank=True, default="")
    version = models.PositiveIntegerField(default=0)  # the index of the newest step
    state = models.BinaryField()
    last_hash = models.CharField(max_length=64)
    chance_counters = models.JSONField(default=dict)  # outcomes given so far, by stream
    undo = models.JSONField(default=dict)  # games.protocol.take_backs.Reach
    request = models.JSONField(null=True, blank=True)  # games.protocol.requests.Request, if open
    # When the sweeper should look at the request, the pause, or whether people still play.
    look_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)  # by consent
    pause_ends = models.DateTimeField(null=True, blank=True)  # when such a pause ends by itself
    wake_at = models.DateTimeField(null=True, blank=True)  # when the sweeper should look
    # The person who acted last, for whom computer players think, and when that was.
    acted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    acted_at = models.DateTimeField(null=True, blank=True)
    # A computer's turn that waits (`parts.waiting_turns`): its urgency, and since or from when.
    turn_urgency = models.PositiveSmallIntegerField(null=True, blank=True)
    turn_slow = models.BooleanField(default=False, db_default=False)  # for `settings.AI_SLOW`
    turn_due_at = models.DateTimeField(null=True, blank=True)
    turn_served_at = models.DateTimeField(null=True, blank=True)  # when one was last taken
    ai_lease_until = models.DateTimeField(null=True, blank=True)
    ai_lease_by = models.CharField(max_length=96, blank=True, default="")  # the process
    started_at = models.DateTimeField()
    stepped_at = models.DateTimeField(null=True, blank=True)  # of the newest step; null: the first
    finished_at = models.DateTimeField(null=True, blank=True)
    imported_at = models.DateTimeField(null=True, blank=True)  # null: it was played here
    result = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            # Lists, newest first: all matches, or those of a game or state. The columns that decide
            # who sees a match are included, so that counts and distant pages read the index alone.
            models.Index(fields=["-started_at", "-id", "status", *_GATE], name="match_newest"),
            models.Index(
                fields=["game", "-started_at", "-id", "status", "visibility", "embargo_until"],
                name="match_newest_of_game",
            ),
            models.Index(
                fields=["status", "-started_at", "-id", *_GATE], name="match_newest_in_state"
            ),
            models.Index(
                fields=["game", "finished_at", "id"],
                condition=Q(rated=True),
                name="match_rated",
            ),
            # The columns that decide which of a person's matches count, and in what order: reading
            # the rows themselves, which hold the states, takes three times as long.
            models.Index(
                fields=[
                    "id",
                    "status",
                    "game",
                    "visibility",
                    "embargo_until",
                    "origin_step",
                    "started_at",
                    "finished_at",
                ],
                name="match_of_person",
            ),
            # Running matches. It leaves out the last step's time: each move would write here, too.
            models.Index(
                fields=["-strength", "-started_at", "-id", *_GATE],
                condition=Q(finished_at__isnull=True),
                name="match_to_watch",
            ),
            models.Index(
                fields=["game", "-strength", "-started_at", "-id", "visibility", "embargo_until"],
                condition=Q(finished_at__isnull=True),
                name="match_to_watch_of_game",
            ),
            models.Index(
                fields=["embargo_until"],
                condition=Q(embargo_until__isnull=False),
                name="match_by_opening",
            ),
            models.Index(
                fields=["origin", "-started_at", "-id"],
                condition=Q(origin__isnull=False),
                name="match_forks",
            ),
            # For the sweeper. A match that is over has neither time; a query that also named the
            # state would make SQLite use another index, and read all running matches.
            models.Index(fields=["wake_at"], condition=Q(wake_at__isnull=False), name="match_wake"),
            models.Index(fields=["look_at"], condition=Q(look_at__isnull=False), name="match_look"),
            models.Index(
                fields=["-id"],
                condition=Q(wake_at__isnull=False, clock__isnull=False),
                name="match_clocked",
            ),
            models.Index(
                fields=["status", "paused", "turn_urgency", "turn_due_at"],
                condition=Q(turn_due_at__isnull=False),
                name="match_turn_waiting",
            ),
            models.Index(
                fields=["ai_lease_until"],
                condition=Q(ai_lease_until__isnull=False),
                name="match_turn_taken",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"

    @property
    def ruleset(self) -> registry.AnyGame:
        """The version of the rules by which this match is played. Raises `Unreadable`."""
        try:
            return registry.get(self.game, self.rules_version)
        except UnknownRules as unknown:
            raise Unreadable from unknown

    @property
    def has_rules(self) -> bool:
        """Whether the match's version of the rules is installed."""
        try:
            registry.get(self.game, self.rules_version)
        except UnknownRules:
            return False
        return True

    @property
    def presentation(self) -> registry.AnyGame:
        """The rules that show this match. Raises `Unreadable`.

        Its own rules, or the newest for a match that is over: these show the stored data and decide
        nothing.
        """
        if self.running or self.has_rules:
            return self.ruleset
        try:
            return registry.get(self.game)
        except UnknownRules as unknown:
            raise Unreadable from unknown

    @property
    def known_rules(self) -> registry.AnyGame | None:
        """`presentation`; None if this portal has no rules for it."""
        try:
            return self.presentation
        except Unreadable:
            return None

    @property
    def number(self) -> str:
        """The number by which people tell their matches apart: the beginning of `public_id`."""
        return self.public_id[:4]

    @property
    def game_title(self) -> str:
        """The game's title in the reader's language; its slug if it isn't installed."""
        return gettext(registry.title_of(self.game))

    @property
    def running(self) -> bool:
        return self.status == self.Status.ACTIVE


class Seat(models.Model):
    """One seat of a match and its player: a person, or a computer player of some level."""

    # The constraint below has an index that begins with the match.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="match_seats",
        db_index=False,  # `seat_of_person` begins with it
    )
    ai_level = models.CharField(max_length=8, blank=True, default="")
    name = models.CharField(max_length=64)
    role = models.CharField(max_length=32, blank=True, default="")
    caretaker = models.BooleanField(default=False)  # a computer player stands in
    missed = models.PositiveSmallIntegerField(default=0)  # deadlines in a row
    resigned = models.PositiveIntegerField(null=True, blank=True)  # the step that did it
    forfeited = models.BooleanField(default=False)  # the clock resigned for them
    replaced = models.PositiveIntegerField(null=True, blank=True)  # the step; see `abandoned`
    order = models.JSONField(null=True, blank=True)  # the standing order, secret until the end
    epoch = models.PositiveIntegerField(default=0)  # raised when someone else takes the seat
    owes = models.BooleanField(default=False)  # a decision
    owes_since = models.DateTimeField(null=True, blank=True)  # or since its person's last step
    nudged_at = models.DateTimeField(null=True, blank=True)
    decision_version = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True)
    bank = models.DurationField(null=True, blank=True)
    # How the deadline was computed (`parts.reckoning`), unless by simply adding the bank.
    reckoned = models.JSONField(null=True, blank=True)
    # The decision that its person was notified of, and when the next notice is due.
    notified_version = models.PositiveIntegerField(null=True, blank=True)
    tell_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=8, blank=True, default="")
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    statistics = models.JSONField(default=dict)  # the ruleset's at the end, for profiles
    erased = models.BooleanField(default=False)  # hides the name in the record
    # Whether its person stayed to the end; null if that doesn't count (`record.reliability`).
    stayed = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="one_seat_per_index"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_per_user"),
        ]
        indexes = [
            # Finds seats without an outcome yet (""), and holds the columns that count results.
            models.Index(
                fields=["user", "outcome", "match", "rank", "score"], name="seat_of_person"
            ),
            models.Index(fields=["user"], condition=Q(owes=True), name="seat_waiting"),
            models.Index(
                fields=["user", "-id"], condition=Q(stayed__isnull=False), name="seat_counted"
            ),
            models.Index(
                fields=["tell_at"], condition=Q(tell_at__isnull=False), name="seat_to_be_told"
            ),
            models.Index(
                "user",
                "ai_level",
                Folded("name"),
                condition=Q(user=None, ai_level=""),
                name="seat_of_the_deleted",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} ({self.name})"

    @property
    def is_ai(self) -> bool:
        """Whether the seat is a computer player's for good."""
        return bool(self.ai_level)

    @property
    def abandoned(self) -> bool:
        """Whether its person gave it up because the match couldn't be read."""
        return self.replaced is not None and self.caretaker

    @property
    def looked_after(self) -> bool:
        """Whether a computer player stands in for someone who is away and may return."""
        return self.caretaker and self.resigned is None and self.replaced is None

    @property
    def plays_itself(self) -> bool:
        """Whether a computer player decides here, its own or as a caretaker."""
        return self.is_ai or self.caretaker

    @property
    def waits_for_person(self) -> bool:
        return self.owes and not self.plays_itself


class Step(models.Model):
    """One step of a record: never changed, never deleted.

    Outcomes and events hold hidden things too; they are published only by the record of a finished
    match and by `games.plugin.project`. So is the action of a standing order.
    """

    class Kind(models.TextChoices):
        SETUP = "setup", _("setup")
        ACTION = "action", _("action")
        UNDO = "undo", _("taken back")
        TIME_OUT = "time-out", _("time ran out")
        ORDER = "order", _("standing order")
        CONTROL = "control", _("control")
        ADMIN = "admin", _("administration")

    # The constraint below has an index that begins with the match.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="steps", db_index=False)
    index = models.PositiveIntegerField()
    base = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=8, choices=Kind)
    seat = models.PositiveSmallIntegerField(null=True)
    actor = models.CharField(max_length=16)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    action = models.JSONField(null=True)
    outcomes = models.JSONField(default=list)
    events = models.JSONField(default=list)
    state_hash = models.CharField(max_length=64)
    state_schema = models.PositiveIntegerField()  # of the hashed state
    hash = models.CharField(max_length=64)
    banks = models.JSONField(null=True)
    client_id = models.CharField(max_length=64, null=True)  # noqa: DJ001 - unique where given
    payload_hash = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="one_step_per_index"),
            models.UniqueConstraint(
                fields=["match", "seat", "client_id"], name="one_step_per_client_id"
            ),
        ]
        indexes = [models.Index(fields=["kind", "id"], name="step_by_kind")]

    def __str__(self) -> str:
        return f"step {self.index} of {self.match_id}"


class Checkpoint(models.Model):
    """A state stored every 32 steps, so that later ones need only a short replay."""

    EVERY = 32

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="checkpoints")
    index = models.PositiveIntegerField()
    state_schema = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="one_checkpoint_per_index"),
        ]

    def __str__(self) -> str:
        return f"checkpoint {self.index} of {self.match_id}"


class SigningKey(models.Model):
    """The public half of a key that this portal has signed records with; never deleted."""

    key = models.CharField(max_length=64, primary_key=True)
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key


class RecordSignature(models.Model):
    """A record's signature (`record.signatures`). `told`: an imported record's own result."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, primary_key=True, related_name="record_signature"
    )
    version = models.PositiveIntegerField()  # the step it was signed at; a new step needs a new one
    signature = models.JSONField(null=True)  # games.protocol.record.Signature
    told = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"signature of {self.match_id}"
