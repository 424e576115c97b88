"""When the sweeper should look at a match again."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

from games.matches.models import Seat

AI_LEASE = timedelta(seconds=settings.AI_SECONDS + 4)  # longer than a decision may take
AI_PATIENCE = timedelta(seconds=5)  # after which a turn that nobody took up is queued again


def next_wake(seats: Iterable[Seat], now: datetime) -> datetime | None:
    """The earliest moment at which one of the seats could need the sweeper; None if none can."""
    moments = [seat.deadline for seat in seats if seat.owes and seat.deadline]
    if any(seat.owes and seat.plays_itself for seat in seats):
        moments.append(now + AI_PATIENCE)
    return min(moments, default=None)
