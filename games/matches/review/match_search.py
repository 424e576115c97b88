"""Finding matches for review: by player, game, time, state and words in the log."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from games.matches.errors import Unreadable
from games.matches.models import Match, Seat, Step
from games.matches.record import gate, log_search, logbook, players
from toolbox.errors import NotFound
from toolbox.request_json import whole_number

# The fields that the list shows of a match, and that its log needs.
SHOWN = (
    *("public_id", "game", "rules_version", "version", "status", "paused", "visibility"),
    *("started_at", "imported_at"),
)
CANDIDATES = 100  # matches with the words in their logs on one page of the search
RUNNING = 10  # running matches whose logs are searched; the page says so

STATES = {
    "active": Q(status=Match.Status.ACTIVE, paused=""),
    "flagged": Q(status=Match.Status.ACTIVE, paused=Match.Paused.FLAGGED),
    "paused": Q(status=Match.Status.ACTIVE) & ~Q(paused=""),
    "finished": Q(status=Match.Status.FINISHED),
    "voided": Q(status=Match.Status.VOIDED),
}


@dataclass(frozen=True)
class Filters:
    """Filters; empty ones don't count. Times are those of the match's start."""

    player: str = ""
    game: str = ""
    state: str = ""
    since: datetime | None = None
    until: datetime | None = None
    match: str = ""


def matches_like(filters: Filters) -> QuerySet[Match]:
    """All fitting matches outside the gate, even private ones, newest first; only shown fields."""
    found = Match.objects.filter(gate.opened())
    if filters.player:
        found = found.filter(pk__in=players.seats_called(filters.player).values("match"))
    if filters.state:
        found = found.filter(STATES[filters.state])
    fields = {
        "game": filters.game,
        "started_at__gte": filters.since,
        "started_at__lte": filters.until,
        "public_id": filters.match,
    }
    found = found.filter(**{name: value for name, value in fields.items() if value})
    return found.only(*SHOWN).order_by("-started_at", "-pk")


@dataclass(frozen=True)
class Searched:
    matches: list[UUID]  # their keys
    count: int  # logs searched
    since: datetime | None  # when the oldest of these matches ended
    further: str  # where the search can continue; "" if no older match has the words


def with_text(found: QuerySet[Match], text: str, *, before: str = "") -> Searched:
    """The matches whose spectators' log has these words in a row; the last may be a beginning.

    Looks at the `CANDIDATES` finished matches with the words that ended last (`before`: before
    that) and, on the first page, at the `RUNNING` ones that began last. Searches only spectators'
    logs, so that no hand is revealed. Raises `NotFound` for a malformed `before`.
    """
    words = log_search.words_of(text)
    start = whole_number(before, 18) if before else log_search.NEWEST
    if start is None:
        raise NotFound(_("There is no such page."))
    hits = log_search.newest(words, before=start, at_most=CANDIDATES + 1)
    more, hits = len(hits) > CANDIDATES, hits[:CANDIDATES]
    ended = found.filter(pk__in=[hit.match for hit in hits if hit.says])
    running = [] if before else list(found.filter(status=Match.Status.ACTIVE)[:RUNNING])
    return Searched(
        matches=[*_saying(running, words), *ended.values_list("pk", flat=True)],
        count=len(hits) + len(running),
        since=log_search.ended_at(hits[-1]) if hits else None,
        further=str(hits[-1].ended) if more else "",
    )


def bring_names(matches: Sequence[Match]) -> None:
    """Prefetch the seats of these matches, with no more than their names. One query."""
    prefetch_related_objects(matches, Prefetch("seats", Seat.objects.only("match", "name")))


def _saying(matches: Sequence[Match], words: list[str]) -> list[UUID]:
    """The keys of the matches whose logs have the words. Reads the steps of all at once."""
    rows: dict[object, list[logbook.Row]] = defaultdict(list)
    steps = Step.objects.filter(match__in=[match.pk for match in matches])
    for key, row in logbook.rows_by_match(steps) if matches and words else ():
        rows[key].append(row)
    bring_names(matches)
    return [match.pk for match in matches if _says(match, rows[match.pk], words)]


def _says(match: Match, rows: list[logbook.Row], words: list[str]) -> bool:
    names = [seat.name for seat in match.seats.all()]
    try:
        return log_search.says(log_search.text_of(match, rows, names), words)
    except Unreadable:
        return False
