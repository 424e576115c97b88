"""What a username may look like, at the sign-up page and in the API alike."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _


def check_normalised(name: str) -> None:
    """Refuse spellings that only look like another name (Unicode's NFKC form must be the same)."""
    if unicodedata.normalize("NFKC", name) != name:
        raise ValidationError(_("Please write this name with ordinary letters."), code="spelling")


VALIDATORS: list[Callable[[str], None]] = [
    RegexValidator(
        r"\A\w[\w.-]{1,31}\Z",
        _("2 to 32 letters, digits, points, hyphens or underscores; a letter or digit first."),
    ),
    check_normalised,
]


RECORDED_LENGTH = 255


def name_tried(request: Any, credentials: Mapping[str, Any] | None) -> str | None:
    """The name of a log-in as failed attempts are counted by, cut to what their table can hold."""
    tried = credentials or {}
    name = tried.get("username") or tried.get("email")
    return str(name).replace("\0", "")[:RECORDED_LENGTH] if name else None
