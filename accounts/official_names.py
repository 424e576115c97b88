"""Names that sound as if the portal itself were speaking: nobody can take one.

A name is folded to what a reader takes it for: letters that look like Latin ones, signs for letters
("m0d"), accents and small capitals count as the plain letter. Then its whole words are compared:
"staffan" is fine, "the.staff", "Support24" and a Cyrillic "ѕуѕтем" are not.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from django.conf import settings

_WORDS = (
    *("admin", "administration", "administrator", "helpdesk", "mod", "moderation", "moderator"),
    *("official", "portal", "staff", "support", "sysadmin", "sysop", "system", "webmaster"),
)
# What a reader takes for a Latin letter: Cyrillic, Greek, Armenian; then signs.
_ALIKE = str.maketrans(
    "авгеёикіїјлмнопԥрсѕтуүхԁһӏԛԝья" + "αβγδεηικμνορστυχω" + "աեհոսօցյզ" + "013457289@$!|",
    "abreeukiijnmhonnpcstyyxdhlqwbr" + "abydenikmvopstuxw" + "uehnuogjq" + "oieastzbgasii",
)
# What looks alike among Latin letters themselves.
_DOUBLES = [("rn", "m"), ("vv", "w"), ("l", "i")]
_LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:[A-Z]+ )*?([A-Z])(?: WITH .*)?\Z")


def sounds_official(name: str) -> bool:
    """Whether someone of that name could be taken for the portal's own people."""
    official = _official()
    if any(word in official for word in _readings(name)):
        return True
    whole = _joined(name)
    sites = {_joined(settings.SITE_NAME), _joined(settings.SITE_NAME.replace("&", "and"))} - {""}
    if len(settings.SITE_NAME.split()) == 1:  # "Go" is in many a name
        return whole in sites
    return any(site in whole for site in sites)


def _joined(name: str) -> str:
    return _folded(re.sub(r"[\W_]", "", name))


def _readings(name: str) -> Iterator[str]:
    """The words of the name, and the whole of it as if nothing stood between them; folded."""
    plain = unicodedata.normalize("NFKC", name)
    words = re.split(r"[\W_]+", plain)
    humps = [part for word in words for part in re.split(r"(?<=[^\W\d_A-Z])(?=[A-Z])", word)]
    for word in {*words, *humps, "".join(words)}:
        for text in (word, word.strip("0123456789")):
            folded = _folded(text)
            yield folded
            yield folded.removesuffix("s")


def _folded(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).casefold()
    seen = "".join(_plain(letter) for letter in letters)
    for pair, letter in _DOUBLES:
        seen = seen.replace(pair, letter)
    return seen


@cache
def _plain(letter: str) -> str:
    """The Latin letter that this one is taken for; "" for an accent."""
    if unicodedata.combining(letter):
        return ""
    if letter.isdigit():
        letter = str(unicodedata.digit(letter))
    found = _LATIN.match(unicodedata.name(letter, ""))
    return found[1].lower() if found else letter.translate(_ALIKE)


@cache
def _official() -> frozenset[str]:
    return frozenset(map(_folded, _WORDS))
