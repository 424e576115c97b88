"""The rules for people's names."""

import re
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.official_names import LISU, sounds_like_guest, sounds_official
from toolbox.request_json import is_invisible

KEY_LENGTH = 150
_OF_GUEST = re.compile(r"Guest [0-9]+")
# Alphabets whose letters look alike: a name may use only one of them.
_ALIKE = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
# Letters and digits that look like small Latin letters or, as capitals, like Latin capitals.
_DRAWN_ALIKE = (
    LISU
    | str.maketrans("I1ǀ0ıɩɑɡ", "llloiiag")
    | str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορυ", "abezhlkmnoptyxayikvopu")
    | str.maketrans("АВЕЅІЈКМНОРСТУХӀԚԜаеѕіјорсухһӏԁԛԝү", "abesljkmhopctyxlqwaesijopcyxhldqwy")
    | str.maketrans("օսոհ", "ounh")
    | str.maketrans("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "abcdeghjklmprstvwz")
    | str.maketrans("ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲓⲕⲟⲣⲥⲩⲭ", "abehlkmnopctyxikopcyx")
)
_PAIRS_ALIKE = [("rn", "m"), ("vv", "w")]


def check_normalized(name: str) -> None:
    """Refuse spellings that only look like another name (the NFKC form must be equal)."""
    if unicodedata.normalize("NFKC", name) != name:
        raise ValidationError(_("Please use ordinary letters in this name."), code="spelling")


def check_visible(name: str) -> None:
    """Refuse invisible letters, like Hangul's fillers: two names would look the same."""
    if any(map(is_invisible, name)):
        raise ValidationError(_("Please use ordinary letters in this name."), code="spelling")


def check_one_alphabet(name: str) -> None:
    """Refuse mixed alphabets: a Cyrillic letter among Latin ones imitates a name."""
    alphabets = {unicodedata.name(sign, "").partition(" ")[0] for sign in name if sign.isalpha()}
    if len(alphabets & _ALIKE) > 1:
        raise ValidationError(_("Please use a single alphabet in this name."), code="alphabets")


def key_of(name: str) -> str:
    """Return the form that all spellings of a name share."""
    return name.casefold()[:KEY_LENGTH]


def look_of(name: str) -> str:
    """Return the skeleton of a name, equal for look-alikes: "limes", "Iimes", "li-rnes.".

    A «skeleton» in the sense of Unicode's UTS #39, by a small table: shapes that are the same in
    most fonts, without periods, hyphens and underscores. An i that begins a word may be a capital.
    Accents and merely similar letters ("cl" and "d", "5" and "s") make another name.
    """
    words = (word.translate(_DRAWN_ALIKE).lower() for word in re.split(r"[\W_]+", name))
    look = "".join("l" + word[1:] if word.startswith("i") else word for word in words)
    for pair, letter in _PAIRS_ALIKE:
        look = look.replace(pair, letter)
    return look[:KEY_LENGTH] or key_of(name)


def digests_of(name: str) -> list[str]:
    """Return keyed hashes of the name and its look, kept when its account is closed."""
    return [
        salted_hmac("accounts.names", form, algorithm="sha256").hexdigest()
        for form in {key_of(name), look_of(name)}
    ]


def check_free(name: str, *, but: Any = None) -> None:
    """Refuse a name that anyone but the user `but` logs in with or is shown by.

    Also refuse look-alikes, and names like those of recently closed accounts.
    """
    names, looks, closed = map(partial(apps.get_model, "accounts"), ("Name", "Look", "ClosedName"))
    owner = but and but.pk
    if (
        names.objects.filter(key=key_of(name)).exclude(user=owner).exists()
        or looks.objects.filter(key=look_of(name)).exclude(user=owner).exists()
        or closed.objects.filter(digest__in=digests_of(name)).exists()  # last: it may appear now
    ):
        raise ValidationError(_("This name is taken."), code="taken")


def check_not_official(name: str) -> None:
    """Refuse a name that sounds like the portal's staff or like a guest."""
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
    """Return a guest's name; its two words can't be a username."""
    return f"Guest {number}"


def is_of_guest(name: str) -> bool:
    """Whether only a guest can have that name."""
    return _OF_GUEST.fullmatch(name) is not None
