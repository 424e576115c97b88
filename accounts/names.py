"""What a username may look like."""

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

VALIDATORS = [
    RegexValidator(
        r"\A[\w.-]{2,24}\Z", _("2 to 24 letters, digits, points, hyphens or underscores.")
    )
]
