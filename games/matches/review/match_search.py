"""Finding matches for review: by who played, what, when, in which state, and what the log says."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.matches.errors import Unreadable
from games.matches.models import Match, Step
from games.matches.record import gate, log_search, logbook, players, selectors
from toolbox.errors import NotFound

CANDIDATES = 100  # matches with the words in their logs that are looked at at once
RUNNING = 10  # running matches whose logs are read; the page says so

STATES = {
    "active": Q(status=Match.Status.ACTIVE, paused=""),
    "flagged": Q(status=Match.Status.ACTIVE, paused=Match.Paused.FLAGGED),
    "paused": Q(status=Match.Status.ACTIVE) & ~Q(paused=""),
    "finished": Q(status=Match.Status.FINISHED),
    "voided": Q(status=Match.Status.VOIDED),
}


@dataclass(frozen=True)
class Filters:
    """What is looked for; what is empty doesn't matter. Times are when the match began."""

    player: str = ""
    game: str = ""
    state: str = ""
    since: datetime | None = None
    until: datetime | None = None
    match: str = ""


def matches_like(filters: Filters) -> QuerySet[Match]:
    """All matches, private ones too, that fit; newest first. Shows no position: for a list.

    But those behind the gate.
    """
    found = Match.objects.filter(gate.opened())
    if filters.player:
        found = found.filter(pk__in=players.seats_called(filters.player).values("match"))
    if filters.game:
        found = found.filter(game=filters.game)
    if filters.state:
        found = found.filter(STATES[filters.state])
    if filters.since:
        found = found.filter(started_at__gte=filters.since)
    if filters.until:
        found = found.filter(started_at__lte=filters.until)
    if filters.match:
        found = found.filter(public_id=filters.match)
    found = found.defer(*selectors.HEAVY).prefetch_related("seats")
    return found.order_by("-started_at", "-pk")


@dataclass(frozen=True)
class Searched:
    """What a look into `count` logs found. `since` is when the oldest of these matches ended,
    `further` from where the search can go on; "" where nothing older has the words."""

    matches: list[Match]
    count: int
    since: datetime | None
    further: str


def with_text(found: QuerySet[Match], text: str, *, before: str = "") -> Searched:
    """Those in whose log a spectator reads these words one after another; the last may go on.

    Of matches that are over the `CANDIDATES` that ended last of all whose logs have the words;
    `before`: of those that ended before that. And, at first, of the `RUNNING` ones that began last.
    Only what spectators are told is searched: a search must not find out what a hand holds.
    Raises NotFound for a `before` that makes no sense.
    """
    words, start = log_search.words_of(text), _moment(before)
    hits = log_search.newest(words, before=start, at_most=CANDIDATES + 1)
    more, hits = len(hits) > CANDIDATES, hits[:CANDIDATES]
    ended = found.filter(pk__in=[hit.match for hit in hits if hit.says])
    running = [] if before else list(found.filter(status=Match.Status.ACTIVE)[:RUNNING])
    return Searched(
        matches=[*_saying(running, words), *ended],
        count=len(hits) + len(running),
        since=log_search.ended_at(hits[-1]) if hits else None,
        further=str(hits[-1].ended) if more else "",
    )


def _moment(before: str) -> int:
    if not before:
        return log_search.NEWEST
    if not (before.isascii() and before.isdigit() and len(before) < 19):
        raise NotFound(_("There is no such page."))
    return int(before)


def _saying(matches: Sequence[Match], words: list[str]) -> list[Match]:
    """Those of the running matches whose logs say so. Reads the steps of all of them at once."""
    rows: dict[object, list[logbook.Row]] = defaultdict(list)
    steps = Step.objects.filter(match__in=[match.pk for match in matches])
    for key, row in logbook.rows_by_match(steps) if matches and words else ():
        rows[key].append(row)
    return [match for match in matches if _says(match, rows[match.pk], words)]


def _says(match: Match, rows: list[logbook.Row], words: list[str]) -> bool:
    names = [seat.name for seat in match.seats.all()]
    try:
        return log_search.says(log_search.text_of(match, rows, names), words)
    except Unreadable:
        return False
