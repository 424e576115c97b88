"""Celery tasks about leaderboards."""

from uuid import UUID

from celery import shared_task

from games.matches.play.parts import followups
from lobby.leaderboards import services


@shared_task
@followups.acknowledging
def rank_run(match_id: str) -> None:
    """A follow-up of every match: enter its run into the leaderboards. Idempotent."""
    services.rank(UUID(match_id))
