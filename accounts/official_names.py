"""Names that sound like the portal's staff or like a guest, which nobody can take.

A name is folded to the letters that readers see: look-alikes of Latin letters, signs for letters
("m0d"), accents and small capitals become the plain letter; barely visible signs become a gap. Then
whole words are compared, with common additions: "staffan" is fine, "the.staff", "Support24",
"superadmin" and a Cyrillic "ѕуѕтем" are not.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from django.conf import settings

from toolbox.request_json import is_invisible

_WORDS = (
    *("admin", "administration", "administrator", "helpdesk", "mod", "moderation", "moderator"),
    *("official", "portal", "staff", "support", "sysadmin", "sysop", "system", "webmaster"),
    *("administrateur", "administrador", "modérateur", "moderador", "moderatorin"),
    *("админ", "администратор", "администрация", "мод", "модер", "модератор", "поддержка"),
)
_GUEST = ("guest", "guests")  # folded
# Words that combine with official ones: "superadmin", "modteam", "theofficialsupport".
_BESIDE = ("chief", "game", "head", "official", "site", "super", "team", "the")
# Look-alikes of Latin letters: Cyrillic, Greek, Armenian; then signs.
_ALIKE = str.maketrans(
    "авгеёикіїјлмнопԥрсѕтуүхԁһӏԛԝьяғѵ" + "αβγδεηικμνορστυχω" + "աեհոսօցյզ" + "013457289@$!|",
    "abreeukiijnmhonnpcstyyxdhlqwbrfv" + "abydenikmvopstuxw" + "uehnuogjq" + "oieastzbgasii",
)
# Phonetic and click letters, whose Unicode names don't show what they look like.
_PHONETIC = str.maketrans("ɑɒəɣɩɷʃʊŋƨꞵꞷꭓǀǃß", "aaeyiwsunsbwxiib")
# Capitals that look like another letter than their small forms.
_CAPITALS = str.maketrans("ΗΝΥ", "hny")
LISU = str.maketrans("ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpddtgkjczfmnlsrvhwxyaeiou")
_SIDEWAYS_I = "ꟷ"  # a letter that looks like a hyphen
# Latin letters that look alike.
_DOUBLES = [("rn", "m"), ("vv", "w"), ("l", "i")]
_LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:[A-Z]+ )*?([A-Z])(?: WITH .*)?\Z")


def sounds_official(name: str) -> bool:
    """Whether readers could take a person of that name for the portal's staff."""
    name = _spaced(name)
    if any(map(_official().fullmatch, _readings(name))):
        return True
    whole = _joined(name)
    sites = {_joined(settings.SITE_NAME), _joined(settings.SITE_NAME.replace("&", "and"))} - {""}
    if len(settings.SITE_NAME.split()) == 1:  # "Go" is part of many names
        return whole in sites
    return any(site in whole for site in sites)


def sounds_like_guest(name: str) -> bool:
    """Whether readers could take a person of that name for a guest."""
    name = _spaced(name)
    beside_digits = (_folded(part) for part in re.split(r"[\W\d_]+", name))  # "Guest4821x"
    return any(word in _GUEST for word in (*_readings(name), *beside_digits))


def _spaced(name: str) -> str:
    """The name with gaps for invisible signs: "mod\u02bcs" is "mod s"."""
    plain = unicodedata.normalize("NFKC", name)
    return "".join(" " if _is_gap(sign) else sign for sign in plain)


def _is_gap(sign: str) -> bool:
    return unicodedata.category(sign) == "Lm" or sign == _SIDEWAYS_I or is_invisible(sign)


def _joined(name: str) -> str:
    return _folded(re.sub(r"[\W_]", "", name))


def _readings(name: str) -> Iterator[str]:
    """The folded words of the name, and the whole name without separators."""
    words = re.split(r"[\W_]+", name)
    humps = [part for word in words for part in re.split(r"(?<=[^\W\d_A-Z])(?=[A-Z])", word)]
    for word in {*words, *humps, "".join(words)}:
        for text in (word, word.strip("0123456789")):
            yield _folded(text)
            yield _folded(text.replace("ß", "s"))


def _folded(text: str) -> str:
    capitals = unicodedata.normalize("NFKD", text).translate(_CAPITALS)
    letters = capitals.replace("ẞ", "ß").translate(_PHONETIC).casefold().translate(_PHONETIC)
    plain = "".join(_plain(letter) for letter in letters)
    for pair, letter in _DOUBLES:
        plain = plain.replace(pair, letter)
    return plain


@cache
def _plain(letter: str) -> str:
    """The Latin letter that this letter looks like; "" for an accent."""
    if unicodedata.combining(letter):
        return ""
    if letter.isdigit():
        letter = str(unicodedata.digit(letter))
    latin = _LATIN.match(unicodedata.name(letter, ""))
    return latin[1].lower() if latin else letter.translate(_ALIKE).translate(LISU)


@cache
def _official() -> re.Pattern[str]:
    """Matches folded official words, alone or combined with others."""
    words = "|".join(map(_folded, _WORDS))
    beside = f"(?:(?:{words}|{'|'.join(map(_folded, _BESIDE))})s?)*"
    return re.compile(f"{beside}(?:{words})s?{beside}")
