"""When the people of a match had it open, as it is kept for administrators.

A visit is noted when its socket ends and, so that a process that is killed takes little along,
every few minutes while it goes on. Who comes back within a minute was never away.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.matches.models import Match, SeatVisit

JOINED = timedelta(minutes=1)
AT_ONCE = 500

Span = tuple[datetime, datetime]
Place = tuple[UUID, int]  # a match's key and a seat


@dataclass(frozen=True)
class Ended:
    """A socket of a seat, from its beginning to its end."""

    public_id: str
    seat: int
    began_at: datetime
    ended_at: datetime


def note(ended: Sequence[Ended]) -> None:
    """Keep these visits; as many statements for one as for hundreds."""
    ids = {visit.public_id for visit in ended}
    keys = dict(Match.objects.filter(public_id__in=ids).values_list("public_id", "pk"))
    spans: dict[Place, list[Span]] = defaultdict(list)
    for visit in ended:
        if visit.public_id in keys:
            spans[keys[visit.public_id], visit.seat].append((visit.began_at, visit.ended_at))
    if spans:
        with transaction.atomic():
            _keep(spans, since=min(visit.began_at for visit in ended) - JOINED)


def _keep(spans: dict[Place, list[Span]], since: datetime) -> None:
    """One row for all that overlap, or nearly so; what is kept already lies in rows since then."""
    matches = {match for match, _seat in spans}
    rows: dict[Place, dict[Span, int]] = defaultdict(dict)
    for row in SeatVisit.objects.filter(match__in=matches, ended_at__gte=since):
        rows[row.match_id, row.seat][row.began_at, row.ended_at] = row.pk
    joined = {place: _joined([*found, *rows[place]]) for place, found in spans.items()}
    gone = [pk for place in spans for span, pk in rows[place].items() if span not in joined[place]]
    SeatVisit.objects.filter(pk__in=gone).delete()
    SeatVisit.objects.bulk_create(
        SeatVisit(match_id=match, seat=seat, began_at=began, ended_at=end)
        for (match, seat), found in joined.items()
        for began, end in found
        if (began, end) not in rows[match, seat]
    )


def _joined(spans: list[Span]) -> list[Span]:
    """These stretches of time, with those that overlap or nearly do made one."""
    found: list[Span] = []
    for began, ended in sorted(spans):
        if found and began <= found[-1][1] + JOINED:
            found[-1] = (found[-1][0], max(found[-1][1], ended))
        else:
            found.append((began, ended))
    return found


def forget() -> None:
    """Forget visits that were kept for `VISIT_DAYS`, a few at a time; 0: none."""
    if settings.VISIT_DAYS:
        before = timezone.now() - timedelta(days=settings.VISIT_DAYS)
        oldest = SeatVisit.objects.filter(ended_at__lt=before).order_by("ended_at")
        found = list(oldest.values_list("pk", flat=True)[:AT_ONCE])
        SeatVisit.objects.filter(pk__in=found).delete()
