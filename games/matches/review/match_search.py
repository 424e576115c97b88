"""Finding matches for review: by who played, what, when, in which state, and what the log says."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from games.matches.errors import Unreadable
from games.matches.models import Match, Seat, Step
from games.matches.record import gate, logbook, states
from games.plugin import SPECTATOR

CANDIDATES = 200  # matches whose log is read for a text at once; the page says so

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
        named = Q(name__icontains=filters.player) | Q(user__username__icontains=filters.player)
        found = found.filter(pk__in=Seat.objects.filter(named).values("match"))
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
    return found.defer("state").prefetch_related("seats").order_by("-started_at", "-pk")


@dataclass(frozen=True)
class Searched:
    """What a look into `count` logs found. `since` is when the oldest of these matches began,
    `further` its id, from which the search can go on; "" where nothing older fits."""

    matches: list[Match]
    count: int
    since: datetime | None
    further: str


def with_text(found: QuerySet[Match], text: str, *, before: str = "") -> Searched:
    """Those in whose log a spectator reads the text, in any case, of the newest `CANDIDATES`.

    `before`: of those that began before the match of that id; raises NotFound if there is none.
    Only what spectators are told is searched, in the reader's language: a search must not find
    out what a hand holds. Reads the steps of all candidates, in one query.
    """
    candidates = list((_older(found, before) if before else found)[: CANDIDATES + 1])
    more, candidates = len(candidates) > CANDIDATES, candidates[:CANDIDATES]
    rows: dict[object, list[logbook.Row]] = defaultdict(list)
    steps = Step.objects.filter(match__in=[match.pk for match in candidates])
    for key, row in logbook.rows_by_match(steps):
        rows[key].append(row)
    sought = text.casefold()
    return Searched(
        matches=[match for match in candidates if _says(match, rows[match.pk], sought)],
        count=len(candidates),
        since=candidates[-1].started_at if candidates else None,
        further=candidates[-1].public_id if more else "",
    )


def _older(found: QuerySet[Match], before: str) -> QuerySet[Match]:
    last = Match.objects.filter(public_id=before).values_list("started_at", "pk").first()
    if last is None:
        raise NotFound(_("There is no such match."))
    started_at, pk = last
    return found.filter(Q(started_at__lt=started_at) | Q(started_at=started_at, pk__lt=pk))


def _says(match: Match, rows: list[logbook.Row], sought: str) -> bool:
    names = [seat.name for seat in match.seats.all()]
    try:
        with states.reading(match):
            rules, newer = match.known_rules, not match.has_rules
            told = logbook.entries(rules, rows, SPECTATOR, names, newer=newer)
    except Unreadable:
        return False
    return any(sought in line.text.casefold() for line in told)
