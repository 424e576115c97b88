"""People and the keys their programs use."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A registered person. Others see the username; the e-mail address is for its owner alone."""

    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="one_username_in_any_case",
                violation_error_message=_("This name is taken."),
            ),
        ]


class Token(models.Model):
    """A key for the API, stored as its SHA-256 digest: the key itself is told once."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"a token of {self.user}"
