"""Record when players had a match open, for administrators.

A visit is stored when its socket ends and every few minutes before, so that killing a process loses
little. Visits less than a minute apart count as one.
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
    """The time from the opening of a seat's socket to its end."""

    public_id: str
    seat: int
    began_at: datetime
    ended_at: datetime


def note(ended: Sequence[Ended]) -> None:
    """Store these visits; the number of queries doesn't depend on the number of visits."""
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
    """Merge visits that overlap, or nearly, into one row; rows that ended before `since` stay."""
    matches = {match for match, _seat in spans}
    rows: dict[Place, dict[Span, int]] = defaultdict(dict)
    for row in SeatVisit.objects.filter(match__in=matches, ended_at__gte=since):
        rows[row.match_id, row.seat][row.began_at, row.ended_at] = row.pk
    joined = {place: _joined([*fresh, *rows[place]]) for place, fresh in spans.items()}
    gone = [pk for place in spans for span, pk in rows[place].items() if span not in joined[place]]
    SeatVisit.objects.filter(pk__in=gone).delete()
    SeatVisit.objects.bulk_create(
        SeatVisit(match_id=match, seat=seat, began_at=began, ended_at=end)
        for (match, seat), kept in joined.items()
        for began, end in kept
        if (began, end) not in rows[match, seat]
    )


def _joined(spans: list[Span]) -> list[Span]:
    """These spans, with those that overlap or nearly do merged."""
    merged: list[Span] = []
    for began, ended in sorted(spans):
        if merged and began <= merged[-1][1] + JOINED:
            merged[-1] = (merged[-1][0], max(merged[-1][1], ended))
        else:
            merged.append((began, ended))
    return merged


def forget() -> None:
    """Delete visits older than `VISIT_DAYS`, `AT_ONCE` at a time; 0 keeps all."""
    if settings.VISIT_DAYS:
        before = timezone.now() - timedelta(days=settings.VISIT_DAYS)
        oldest = SeatVisit.objects.filter(ended_at__lt=before).order_by("ended_at")
        keys = list(oldest.values_list("pk", flat=True)[:AT_ONCE])
        SeatVisit.objects.filter(pk__in=keys).delete()
