"""What names people may have, at the sign-up page, in the settings and in the API alike."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from accounts.official_names import is_invisible, sounds_like_guest, sounds_official

KEY_LENGTH = 150
_OF_GUEST = re.compile(r"Guest [0-9]+")
# Alphabets whose letters look alike: a name is written in one of them.
_ALIKE = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}


def check_normalized(name: str) -> None:
    """Refuse spellings that only look like another name (Unicode's NFKC form must be the same)."""
    if unicodedata.normalize("NFKC", name) != name:
        raise ValidationError(_("Please use ordinary letters in this name."), code="spelling")


def check_visible(name: str) -> None:
    """Refuse letters that nobody sees, like Hangul's fillers: two names would look the same."""
    if any(map(is_invisible, name)):
        raise ValidationError(_("Please use ordinary letters in this name."), code="spelling")


def check_one_alphabet(name: str) -> None:
    """Refuse a single Cyrillic letter among Latin ones: it is there to look like another name."""
    alphabets = {unicodedata.name(sign, "").partition(" ")[0] for sign in name if sign.isalpha()}
    if len(alphabets & _ALIKE) > 1:
        raise ValidationError(_("Please use a single alphabet in this name."), code="alphabets")


def key_of(name: str) -> str:
    """What two spellings of one name have in common."""
    return name.casefold()[:KEY_LENGTH]


def check_free(name: str, *, but: Any = None) -> None:
    """Refuse a name that someone, other than the user `but`, logs in with or is shown by."""
    taken = apps.get_model("accounts", "Name").objects.filter(key=key_of(name))
    if taken.exclude(user=but and but.pk).exists():
        raise ValidationError(_("This name is taken."), code="taken")


def check_not_official(name: str) -> None:
    """Refuse a name that sounds like the portal's own, or like a guest's."""
    if sounds_like_guest(name):
        text = _("Only guests, who have no account, are called that. Please choose another name.")
        raise ValidationError(text, code="guest")
    if sounds_official(name):
        text = _("This name sounds as if you worked for this site. Please choose another.")
        raise ValidationError(text, code="official")


VALIDATORS: list[Callable[[str], None]] = [
    RegexValidator(
        r"\A\w[\w.-]{1,31}\Z",
        _("2 to 32 letters, digits, periods, hyphens or underscores; a letter or digit first."),
    ),
    check_normalized,
    check_visible,
    check_one_alphabet,
]


def of_guest(number: int) -> str:
    """What a guest of that number is called: two words, so that nobody's username can be one."""
    return f"Guest {number}"


def is_of_guest(name: str) -> bool:
    """Whether only a guest can have that name, which says so of a seat without asking for more."""
    return _OF_GUEST.fullmatch(name) is not None


RECORDED_LENGTH = 255


def name_tried(request: Any, credentials: Mapping[str, Any] | None) -> str | None:
    """The name of a log-in as failed attempts are counted by, cut to what their table can hold."""
    tried = credentials or {}
    name = tried.get("username") or tried.get("email")
    return str(name).replace("\0", "")[:RECORDED_LENGTH] if name else None
