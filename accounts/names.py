"""What names people may have, at the sign-up page, in the settings and in the API alike."""

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
# Alphabets whose letters look alike: a name is written in one of them.
_ALIKE = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
# Letters and digits that are drawn like small Latin letters or, as capitals, like Latin capitals.
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


def look_of(name: str) -> str:
    """The skeleton of a name, equal for names that readers confuse: "limes", "Iimes", "li-rnes.".

    A «skeleton» as Unicode's UTS #39 has it, by a small table of what names here may contain:
    shapes that are the same in most fonts, without periods, hyphens and underscores. An i at the
    beginning of a word is one that may be a capital. Accents, and letters that are similar at most
    ("cl" and "d", "5" and "s"), make another name.
    """
    words = (word.translate(_DRAWN_ALIKE).lower() for word in re.split(r"[\W_]+", name))
    look = "".join("l" + word[1:] if word.startswith("i") else word for word in words)
    for pair, letter in _PAIRS_ALIKE:
        look = look.replace(pair, letter)
    return look[:KEY_LENGTH] or key_of(name)


def digests_of(name: str) -> list[str]:
    """What is kept of the name of a closed account: keyed hashes of what else would be taken."""
    return [
        salted_hmac("accounts.names", form, algorithm="sha256").hexdigest()
        for form in {key_of(name), look_of(name)}
    ]


def check_free(name: str, *, but: Any = None) -> None:
    """Refuse a name that someone, other than the user `but`, logs in with or is shown by.

    And one that looks like it, or like the name of an account that was closed lately.
    """
    names, looks, closed = map(partial(apps.get_model, "accounts"), ("Name", "Look", "ClosedName"))
    owner = but and but.pk
    if (
        names.objects.filter(key=key_of(name)).exclude(user=owner).exists()
        or looks.objects.filter(key=look_of(name)).exclude(user=owner).exists()
        or closed.objects.filter(digest__in=digests_of(name)).exists()  # last: it may close now
    ):
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
