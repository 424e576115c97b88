"""Finding matches that are over by what their logs say to everybody.

`games.matches.play.actions.log_texts` makes the texts when matches end: in the portal's language,
as spectators read them. The caller makes sure that the reader may see the matches found.
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
    """A match whose log has all the words. `ended` is its place in time, `says`: one after another.

    `ended` counts microseconds since 1970.
    """

    match: UUID
    ended: int
    says: bool


def text_of(match: Match, rows: list[logbook.Row], names: list[str]) -> str:
    """The log as it is kept: what spectators read while a match runs, in the portal's language.

    Raises `Unreadable`.
    """
    with translation.override(settings.LANGUAGE_CODE), states.reading(match):
        newer = not match.has_rules
        told = logbook.entries(match.known_rules, rows, SPECTATOR, names, newer=newer)
        return "\n".join(" ".join(words_of(line.text)) for line in told)


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without marks."""
    return _WORD.findall(text.casefold())


def says(kept: str, words: list[str]) -> bool:
    """Whether a line of the log has these words one after another; the last one may go on."""
    sought = " " + " ".join(words)
    return any(sought in f" {line}" for line in kept.splitlines())


def newest(words: list[str], *, before: int = NEWEST, at_most: int) -> list[Hit]:
    """The matches that ended last before that moment whose logs have all these words.

    But those behind the gate: how many logs have a word says what a log says.
    """
    if not words:
        return []
    shut = LogText.objects.filter(match__in=gate.shut()).values_list("pk", flat=True)
    hidden = set(shut)
    keys = BY_WORD.newest(LogText, words, before=before, at_most=at_most + len(hidden))
    keys = [key for key in keys if key not in hidden][:at_most]
    found = LogText.objects.filter(pk__in=keys).order_by("-pk")
    return [Hit(one.match_id, one.pk, says(one.words, words)) for one in found]


def ended_at(hit: Hit) -> datetime:
    """When that match ended."""
    return datetime.fromtimestamp(hit.ended / 1e6, UTC)
