"""Celery tasks about ratings."""

from uuid import UUID

from celery import shared_task

from games.matches.play.parts import followups
from lobby.ratings import counting
from toolbox.task_queue import queue


@shared_task
@followups.acknowledging
def rate_match(match_id: str) -> None:
    """A follow-up of every match: count it for ratings, if it is rated. Idempotent."""
    counting.count(UUID(match_id))


@shared_task
def go_on(game: str) -> None:
    """Count the game's next matches, after a change of an old one. Idempotent."""
    if counting.go_on(game):
        queue("lobby.ratings.tasks.go_on", game)
