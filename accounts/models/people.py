"""People, the keys their programs use, and whom they don't want to meet."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts import names
from toolbox.prefix_search import Folded


class GuestAddress(models.Model):
    """Where guests come from, as a keyed hash (`accounts.guests.addresses`), to limit them by.

    `made` holds when each guest of the last day was made from there, in seconds since 1970.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    made = models.JSONField(default=list)
    used_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["used_at"], name="guest_address_by_use")]

    def __str__(self) -> str:
        return "an address of guests"  # never which


class User(AbstractUser):
    """A person, registered or a guest (`accounts.guests`).

    Others see the name shown; the email address is for its owner alone.
    """

    class Theme(models.TextChoices):
        SYSTEM = "", _("as the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    class TellingSpeed(models.TextChoices):
        CAREFUL = "careful", _("careful")
        NORMAL = "normal", _("normal")
        FAST = "fast", _("fast")
        AT_ONCE = "at-once", _("all at once")

    shown_name = models.CharField(_("name shown"), max_length=32, blank=True, default="")
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, blank=True, default="")
    confirm_moves = models.BooleanField(_("confirm moves"), default=True)
    telling_speed = models.CharField(
        _("speed of others’ moves"),
        max_length=7,
        choices=TellingSpeed,
        default=TellingSpeed.NORMAL,
    )
    sounds = models.BooleanField(_("sounds"), default=True)
    blink = models.BooleanField(_("blinking title"), default=True)
    show_presence = models.BooleanField(_("others see that I am here"), default=True)
    # What `accounts.sanctions` decided, kept here too since every request asks for it.
    banned_until = models.DateTimeField(null=True, editable=False)
    warned = models.BooleanField(default=False, editable=False)  # and has not acknowledged it
    # Percent of their last matches with people that they stayed in; null: too few to tell.
    reliability = models.PositiveSmallIntegerField(null=True, editable=False)
    is_guest = models.BooleanField(default=False, editable=False)
    # Of guests alone: when they last asked for anything, to the hour, and from where.
    seen_at = models.DateTimeField(null=True, editable=False)
    guest_address = models.ForeignKey(
        GuestAddress,
        null=True,
        on_delete=models.SET_NULL,
        editable=False,
        related_name="guests",
    )
    by_token = False  # not stored: whether a program of theirs asks, with one of their keys

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="one_username_in_any_case",
                violation_error_message=_("This name is taken."),
            ),
            models.UniqueConstraint(
                Lower("shown_name"),
                condition=~Q(shown_name=""),
                name="one_shown_name_in_any_case",
                violation_error_message=_("This name is taken."),
            ),
            models.CheckConstraint(
                condition=Q(is_guest=False) | Q(is_staff=False, is_superuser=False),
                name="guests_have_no_rights",
                violation_error_message=_("A guest can’t have special rights."),
            ),
        ]
        indexes = [
            models.Index(
                fields=["seen_at"], condition=Q(is_guest=True), name="guest_by_last_visit"
            ),
            models.Index(Folded("username"), name="user_by_beginning"),
            models.Index(
                fields=["banned_until"],
                condition=Q(banned_until__isnull=False),
                name="user_by_end_of_ban",
            ),
        ]

    @property
    def name(self) -> str:
        """What others read: the name shown, or the username of someone who chose none."""
        return self.shown_name or self.username

    @cached_property
    def role_names(self) -> set[str]:
        """The names of their groups, asked for once."""
        return {group.name for group in self.groups.all()}

    @property
    def zone(self) -> str:
        """The time zone by which their days go: the portal's where they named none."""
        return self.time_zone or settings.TIME_ZONE

    @property
    def works_here(self) -> bool:
        """Whether the person is of the portal's own staff, which others see where they speak."""
        return self.is_active and (self.is_staff or self.is_superuser)

    def clean(self) -> None:
        super().clean()
        try:
            if self._is_renamed():
                names.check_free(self.username, but=self)
                if not self.works_here:
                    names.check_not_official(self.username)
        except ValidationError as error:
            raise ValidationError({"username": error}) from error

    def _is_renamed(self) -> bool:
        stored = User.objects.filter(pk=self.pk).values_list("username", flat=True).first()
        return stored != self.username

    def save(self, *arguments: Any, **named: Any) -> None:
        """Raises IntegrityError if someone else has the username or the name shown, or is called
        so that it looks like one of them."""
        changed = named.get("update_fields")
        if changed is not None and not {"username", "shown_name"} & set(changed):
            super().save(*arguments, **named)
            return
        with transaction.atomic():
            stored = User.objects.select_for_update(no_key=True).filter(pk=self.pk)
            before = stored.values_list("username", "shown_name").first() if self.pk else None
            super().save(*arguments, **named)
            self._claim_names(set(before or ()))

    def _claim_names(self, before: set[str]) -> None:
        """What hasn't changed stays, even if it looks like an older account's."""
        now = {self.username, self.shown_name}
        claims: list[tuple[Any, Callable[[str], str]]]
        claims = [(Name, names.key_of), (Look, names.look_of)]
        for claim, of in claims:
            had, wanted = ({of(name) for name in some if name} for some in (before, now))
            if had - wanted:
                claim.objects.filter(user=self, key__in=had - wanted).delete()
            if wanted - had:
                claim.objects.bulk_create(claim(key=key, user=self) for key in wanted - had)

    def get_absolute_url(self) -> str:
        """Their profile, which a higher layer shows."""
        return reverse("people:profile", args=[self.username])

    @property
    def warnings(self) -> list[str]:
        """What moderators warned this person of and they have not acknowledged, oldest first."""
        unseen = self.sanctions.filter(kind="warning", seen_at=None, lifted_at=None)
        return list(unseen.order_by("pk").values_list("reason", flat=True)) if self.warned else []


class Name(models.Model):
    """A name that is someone's: what they log in with, or what they are shown by.

    No two people can have one name, whichever of the two it is: the database sees to it. Kept by
    `User.save`; `User.objects.update` and `bulk_create` don't.
    """

    key = models.CharField(max_length=150, primary_key=True)  # `accounts.names.key_of`
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="names"
    )

    class Meta:
        indexes = [models.Index(Folded("key"), name="name_by_beginning")]

    def __str__(self) -> str:
        return self.key


class Look(models.Model):
    """What a person's name looks like: nobody else can take a name that is read as theirs.

    Kept as `Name` is. One that someone else has is left to them.
    """

    key = models.CharField(max_length=150, primary_key=True)  # `accounts.names.look_of`
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="looks"
    )

    def __str__(self) -> str:
        return self.key


class ClosedName(models.Model):
    """A name of an account that was closed, as a keyed hash: nobody can take it for a year."""

    digest = models.CharField(max_length=64, primary_key=True)  # `accounts.names.digests_of`
    closed_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return "a name that was somebody's"  # never which


class Token(models.Model):
    """A key for the API, stored as its SHA-256 digest: the key itself is told once."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"a token of {self.user}"


class Block(models.Model):
    """Someone who doesn't want to meet someone. The two vanish for each other."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_per_pair"),
            models.CheckConstraint(
                condition=~Q(blocker=F("blocked")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.blocker} blocks {self.blocked}"


class Availability(models.Model):
    """One's nights, free weekdays and vacations; without a row all time counts.

    `night` is `[begins, ends]` in minutes after midnight, `free_days` are weekdays (Monday 0),
    `vacations` what `accounts.vacations.Vacation` describes, in order.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="availability",
    )
    night = models.JSONField(null=True, blank=True)
    free_days = models.JSONField(default=list)
    vacations = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "availabilities"

    def __str__(self) -> str:
        return f"hours of {self.user_id}"
