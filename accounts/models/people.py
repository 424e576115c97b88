"""People, the keys of their programs, and their blocks."""

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
    """A keyed hash of an address that guests come from, for limits (`accounts.guests.addresses`).

    `made` lists the creation times of its guests of the last day, in seconds since 1970.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    made = models.JSONField(default=list)
    used_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["used_at"], name="guest_address_by_use")]

    def __str__(self) -> str:
        return "an address of guests"  # never the address itself


class User(AbstractUser):
    """A person, registered or a guest (`accounts.guests`).

    Others see the shown name; only the owner sees the email address.
    """

    class Theme(models.TextChoices):
        SYSTEM = "", _("as the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    class Readers(models.TextChoices):
        EVERYBODY = "everybody", _("everybody")
        FOLLOWED = "followed", _("people I follow")
        NOBODY = "nobody", _("nobody but me")

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
        _("speed of others’ moves"), max_length=7, choices=TellingSpeed, default=TellingSpeed.NORMAL
    )
    sounds = models.BooleanField(_("sounds"), default=True)
    blink = models.BooleanField(_("blinking title"), default=True)
    show_presence = models.BooleanField(_("others see that I am here"), default=True)
    results_for = models.CharField(
        _("who sees my results"),
        max_length=9,
        choices=Readers,
        default=Readers.EVERYBODY,
        db_default=Readers.EVERYBODY,
    )
    # Decided by `accounts.sanctions`, and kept here because every request reads it.
    banned_until = models.DateTimeField(null=True, editable=False)
    warned = models.BooleanField(default=False, editable=False)  # not yet acknowledged
    # The percentage of their last matches with people in which they stayed; null: too few.
    reliability = models.PositiveSmallIntegerField(null=True, editable=False)
    is_guest = models.BooleanField(default=False, editable=False)
    # Guests only: their last request, to the hour, and its address.
    seen_at = models.DateTimeField(null=True, editable=False)
    guest_address = models.ForeignKey(
        GuestAddress, null=True, on_delete=models.SET_NULL, editable=False, related_name="guests"
    )
    by_token = False  # not stored: whether the request came with one of their API keys

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
        """The name that others read: the shown name, else the username."""
        return self.shown_name or self.username

    @cached_property
    def role_names(self) -> set[str]:
        """The names of the person's groups."""
        return {group.name for group in self.groups.all()}

    @property
    def zone(self) -> str:
        """The person's time zone, else the portal's."""
        return self.time_zone or settings.TIME_ZONE

    @property
    def works_here(self) -> bool:
        """Whether the person is staff, which others see in conversations."""
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
        """Raises IntegrityError if one of the names equals or looks like another person's."""
        changed = named.get("update_fields")
        if changed is not None and {"username", "shown_name"}.isdisjoint(changed):
            super().save(*arguments, **named)
            return
        with transaction.atomic():
            stored = User.objects.select_for_update(no_key=True).filter(pk=self.pk)
            before = stored.values_list("username", "shown_name").first() if self.pk else None
            super().save(*arguments, **named)
            self._claim_names(set(before or ()))

    def _claim_names(self, before: set[str]) -> None:
        """Claim the new names; unchanged ones stay, even if they look like an older one."""
        now = {self.username, self.shown_name}
        claims: list[tuple[Any, Callable[[str], str]]]
        claims = [(Name, names.key_of), (Look, names.look_of)]
        for claim, key_for in claims:
            had, wanted = ({key_for(name) for name in some if name} for some in (before, now))
            if had - wanted:
                claim.objects.filter(user=self, key__in=had - wanted).delete()
            if wanted - had:
                claim.objects.bulk_create(claim(key=key, user=self) for key in wanted - had)

    def get_absolute_url(self) -> str:
        """The person's profile, which a higher layer shows."""
        return reverse("people:profile", args=[self.username])

    @property
    def warnings(self) -> list[str]:
        """The reasons of warnings that the person hasn't acknowledged, oldest first."""
        unseen = self.sanctions.filter(kind="warning", seen_at=None, lifted_at=None)
        return list(unseen.order_by("pk").values_list("reason", flat=True)) if self.warned else []


class Name(models.Model):
    """A person's username or shown name, in its unique form.

    The database ensures that no two people share a name. `User.save` maintains these rows;
    `User.objects.update` and `bulk_create` don't.
    """

    key = models.CharField(max_length=150, primary_key=True)  # `accounts.names.key_of`
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="names")

    class Meta:
        indexes = [models.Index(Folded("key"), name="name_by_beginning")]

    def __str__(self) -> str:
        return self.key


class Look(models.Model):
    """The look of a person's name: nobody else can take a name that reads like it.

    Kept like `Name`; a look that another person has stays theirs.
    """

    key = models.CharField(max_length=150, primary_key=True)  # `accounts.names.look_of`
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="looks")

    def __str__(self) -> str:
        return self.key


class ClosedName(models.Model):
    """A keyed hash of a closed account's name, which stays reserved for a year."""

    digest = models.CharField(max_length=64, primary_key=True)  # `accounts.names.digests_of`
    closed_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return "a name that was somebody's"  # never the name itself


class Token(models.Model):
    """An API key, stored as its SHA-256 digest; the key itself is shown once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"a token of {self.user}"


class Block(models.Model):
    """One person blocks another; neither sees the other."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
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


class Follow(models.Model):
    """One person follows another; nobody but the follower learns of it."""

    follower = models.ForeignKey(User, on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey(User, on_delete=models.CASCADE, related_name="followers")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["follower", "followed"], name="one_follow_of_each_person"
            ),
            models.CheckConstraint(
                condition=~Q(follower=F("followed")), name="nobody_follows_themselves"
            ),
        ]

    def __str__(self) -> str:
        return "somebody followed"  # the administration lists it when it deletes an account


class Availability(models.Model):
    """A person's nights, free weekdays and vacations; without a row all time counts.

    `night` is `[begins, ends]` in minutes after midnight, `free_days` are weekdays (Monday 0),
    `vacations` are `accounts.vacations.Vacation` in order.
    """

    user = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="availability"
    )
    night = models.JSONField(null=True, blank=True)
    free_days = models.JSONField(default=list)
    vacations = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "availabilities"

    def __str__(self) -> str:
        return f"hours of {self.user_id}"
