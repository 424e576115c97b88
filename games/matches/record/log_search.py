"""Finding finished matches by the public text of their logs.

`games.matches.play.actions.log_texts` stores the texts when matches end: in the portal's language,
as spectators read them. Callers check that the reader may see the matches found.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.conf import settings
from django.utils import translation

from games.matches.models import BY_WORD, LogText, Match
from games.matches.record import gate, logbook, states
from games.plugin import SPECTATOR

NEWEST = 2**62  # later than any match has ended
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Hit:
    """A match whose log has all the words.

    `ended`: microseconds since 1970. `says`: one line has them in a row.
    """

    match: UUID
    ended: int
    says: bool


def text_of(match: Match, rows: list[logbook.Row], names: list[str]) -> str:
    """The log to store: what spectators read in the portal's language. Raises `Unreadable`."""
    with translation.override(settings.LANGUAGE_CODE), states.reading(match):
        newer = not match.has_rules
        entries = logbook.entries(match.known_rules, rows, SPECTATOR, names, newer=newer)
        return "\n".join(" ".join(words_of(entry.text)) for entry in entries)


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without punctuation."""
    return _WORD.findall(text.casefold())


def says(kept: str, words: list[str]) -> bool:
    """Whether a line of the log has these words in a row; the last may be a beginning."""
    sought = " " + " ".join(words)
    return any(sought in f" {line}" for line in kept.splitlines())


def newest(words: list[str], *, before: int = NEWEST, at_most: int) -> list[Hit]:
    """The newest hits before `before`; none behind the gate: even their number would tell."""
    if not words:
        return []
    hidden = set(LogText.objects.filter(match__in=gate.shut()).values_list("pk", flat=True))
    keys = BY_WORD.newest(LogText, words, before=before, at_most=at_most + len(hidden))
    keys = [key for key in keys if key not in hidden][:at_most]
    found = LogText.objects.filter(pk__in=keys).order_by("-pk")
    return [Hit(one.match_id, one.pk, says(one.words, words)) for one in found]


def ended_at(hit: Hit) -> datetime:
    return datetime.fromtimestamp(hit.ended / 1e6, UTC)
