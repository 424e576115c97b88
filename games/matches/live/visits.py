"""When the people of a match had it open, as it is kept for administrators.

A visit is noted when its socket ends; of a process that is killed the visits that were going on are
lost. Who comes back within a minute was never away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.matches.models import Match, SeatVisit

JOINED = timedelta(minutes=1)
AT_ONCE = 500


@dataclass(frozen=True)
class Ended:
    """A socket of a seat, from its beginning to its end."""

    public_id: str
    seat: int
    began_at: datetime
    ended_at: datetime


def note(ended: Sequence[Ended]) -> None:
    """Keep these visits."""
    ids = {visit.public_id for visit in ended}
    keys = dict(Match.objects.filter(public_id__in=ids).values_list("public_id", "pk"))
    with transaction.atomic():
        for visit in ended:
            if visit.public_id in keys:
                _keep(SeatVisit(match_id=keys[visit.public_id], seat=visit.seat), visit)


def _keep(row: SeatVisit, visit: Ended) -> None:
    """One row for all that overlap, or nearly so."""
    joined = SeatVisit.objects.filter(
        match=row.match_id,
        seat=row.seat,
        ended_at__gte=visit.began_at - JOINED,
        began_at__lte=visit.ended_at + JOINED,
    )
    spans = [*joined.values_list("began_at", "ended_at"), (visit.began_at, visit.ended_at)]
    row.began_at, row.ended_at = min(span[0] for span in spans), max(span[1] for span in spans)
    joined.delete()
    row.save()


def forget() -> None:
    """Forget visits that were kept for `VISIT_DAYS`, a few at a time; 0: none."""
    if settings.VISIT_DAYS:
        before = timezone.now() - timedelta(days=settings.VISIT_DAYS)
        oldest = SeatVisit.objects.filter(ended_at__lt=before).order_by("ended_at")
        found = list(oldest.values_list("pk", flat=True)[:AT_ONCE])
        SeatVisit.objects.filter(pk__in=found).delete()
