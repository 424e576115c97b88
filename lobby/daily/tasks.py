"""Celery tasks about challenges."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.matches.play.parts import followups
from lobby.daily import services
from lobby.leaderboards.spans import day_of


@shared_task
def keep_challenges() -> None:
    """Score tries still running as their challenge opens, tell places, prepare the next days."""
    services.score_overdue()
    services.tell_places(timezone.now())
    services.prepare(day_of(timezone.now()))


@shared_task
@followups.acknowledging
def note_try(match_id: str) -> None:
    """A follow-up of every match: store the score of a try. Idempotent."""
    services.note_end(UUID(match_id))
