"""People, the keys their programs use, and whom they don't want to meet."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A registered person. Others see the name shown; the e-mail address is for its owner alone."""

    class Theme(models.TextChoices):
        SYSTEM = "", _("as the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    shown_name = models.CharField(_("name shown"), max_length=32, blank=True, default="")
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, blank=True, default="")
    confirm_moves = models.BooleanField(_("confirm moves"), default=True)
    sounds = models.BooleanField(_("sounds"), default=True)
    blink = models.BooleanField(_("blinking title"), default=True)
    show_presence = models.BooleanField(_("others see that I am here"), default=True)
    # What `accounts.sanctions` decided, kept here too since every request asks for it.
    banned_until = models.DateTimeField(null=True, editable=False)
    warned = models.BooleanField(default=False, editable=False)  # and has not acknowledged it

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
        ]

    @property
    def name(self) -> str:
        """What others read: the name shown, or the username of somebody who chose none."""
        return self.shown_name or self.username

    def get_absolute_url(self) -> str:
        """Their profile, which a higher layer shows."""
        return reverse("people:profile", args=[self.username])

    @property
    def warnings(self) -> list[str]:
        """What moderators warned this person of and they have not acknowledged, oldest first."""
        unseen = self.sanctions.filter(kind="warning", seen_at=None, lifted_at=None)
        return list(unseen.order_by("pk").values_list("reason", flat=True)) if self.warned else []


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
    """Somebody who doesn't want to meet somebody. The two vanish for each other."""

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
