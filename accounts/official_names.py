"""Names that sound as if the portal itself were speaking, or a guest: nobody can take one.

A name is folded to what a reader takes it for: letters that look like Latin ones, signs for letters
("m0d"), accents and small capitals count as the plain letter, and what can hardly be seen counts as
a gap. Then its whole words are compared, with what is often written before and after them:
"staffan" is fine, "the.staff", "Support24", "superadmin" and a Cyrillic "ѕуѕтем" are not.
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
_GUEST = ("guest", "guests")  # as they are once folded
# What makes one word with those: "superadmin", "modteam", "theofficialsupport".
_BESIDE = ("chief", "game", "head", "official", "site", "super", "team", "the")
# What a reader takes for a Latin letter: Cyrillic, Greek, Armenian; then signs.
_ALIKE = str.maketrans(
    "авгеёикіїјлмнопԥрсѕтуүхԁһӏԛԝьяғѵ" + "αβγδεηικμνορστυχω" + "աեհոսօցյզ" + "013457289@$!|",
    "abreeukiijnmhonnpcstyyxdhlqwbrfv" + "abydenikmvopstuxw" + "uehnuogjq" + "oieastzbgasii",
)
# Latin letters, of phonetics and for clicks, whose names don't say which they are taken for.
_PHONETIC = str.maketrans("ɑɒəɣɩɷʃʊŋƨꞵꞷꭓǀǃß", "aaeyiwsunsbwxiib")
# Capitals that are taken for another letter than their small forms are.
_CAPITALS = str.maketrans("ΗΝΥ", "hny")
LISU = str.maketrans("ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpddtgkjczfmnlsrvhwxyaeiou")
_SIDEWAYS_I = "ꟷ"  # a letter that looks like a hyphen
# What looks alike among Latin letters themselves.
_DOUBLES = [("rn", "m"), ("vv", "w"), ("l", "i")]
_LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:[A-Z]+ )*?([A-Z])(?: WITH .*)?\Z")


def sounds_official(name: str) -> bool:
    """Whether someone of that name could be taken for the portal's own people."""
    name = _spaced(name)
    if any(map(_official().fullmatch, _readings(name))):
        return True
    whole = _joined(name)
    sites = {_joined(settings.SITE_NAME), _joined(settings.SITE_NAME.replace("&", "and"))} - {""}
    if len(settings.SITE_NAME.split()) == 1:  # "Go" is in many a name
        return whole in sites
    return any(site in whole for site in sites)


def sounds_like_guest(name: str) -> bool:
    """Whether someone of that name could be taken for a guest, whose names begin with that word."""
    name = _spaced(name)
    beside_digits = (_folded(part) for part in re.split(r"[\W\d_]+", name))  # "Guest4821x"
    return any(word in _GUEST for word in (*_readings(name), *beside_digits))


def _spaced(name: str) -> str:
    """The name with a gap where a reader sees none of its letters: "mod\u02bcs" is "mod s"."""
    plain = unicodedata.normalize("NFKC", name)
    return "".join(" " if _is_gap(sign) else sign for sign in plain)


def _is_gap(sign: str) -> bool:
    return unicodedata.category(sign) == "Lm" or sign == _SIDEWAYS_I or is_invisible(sign)


def _joined(name: str) -> str:
    return _folded(re.sub(r"[\W_]", "", name))


def _readings(name: str) -> Iterator[str]:
    """The words of the name, and the whole of it as if nothing stood between them; folded."""
    words = re.split(r"[\W_]+", name)
    humps = [part for word in words for part in re.split(r"(?<=[^\W\d_A-Z])(?=[A-Z])", word)]
    for word in {*words, *humps, "".join(words)}:
        for text in (word, word.strip("0123456789")):
            yield _folded(text)
            yield _folded(text.replace("ß", "s"))


def _folded(text: str) -> str:
    capitals = unicodedata.normalize("NFKD", text).translate(_CAPITALS)
    letters = capitals.replace("ẞ", "ß").translate(_PHONETIC).casefold().translate(_PHONETIC)
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
    return found[1].lower() if found else letter.translate(_ALIKE).translate(LISU)


@cache
def _official() -> re.Pattern[str]:
    """Folded words that are official, alone or beside others that make them sound grander."""
    words = "|".join(map(_folded, _WORDS))
    beside = f"(?:(?:{words}|{'|'.join(map(_folded, _BESIDE))})s?)*"
    return re.compile(f"{beside}(?:{words})s?{beside}")
