"""Celery tasks about ratings."""

from uuid import UUID

from celery import shared_task

from games.matches.play.parts import followups
from lobby.ratings import counting, season_keeping


@shared_task
@followups.acknowledging
def rate_match(match_id: str) -> None:
    """A follow-up of every match: count it for ratings, if it is rated. Idempotent."""
    counting.count(UUID(match_id))


@shared_task
def freeze_seasons() -> None:
    """Freeze the seasons that have ended. Safe to run late, twice or at once."""
    season_keeping.freeze_ended()
