"""Celery tasks about ratings."""

from uuid import UUID

from celery import shared_task

from accounts import shared_addresses
from accounts.models import User
from games.matches.models import Match
from games.matches.play.parts import followups
from lobby.ratings import counting, season_keeping


@shared_task
@followups.acknowledging
def rate_match(match_id: str) -> None:
    """A follow-up of every match: count it for ratings, if it is rated. Idempotent.

    Also tells moderators which of its people share a network address.
    """
    counting.count(UUID(match_id))
    match = Match.objects.only("public_id", "rated").get(pk=match_id)
    if match.rated:
        people = list(User.objects.filter(match_seats__match=match))
        shared_addresses.report(people=people, place=f"match:{match.public_id}:players")


@shared_task
def freeze_seasons() -> None:
    """Freeze the seasons that have ended. Safe to run late, twice or at once."""
    season_keeping.freeze_ended()
