"""Celery tasks about tables, guests and people's own data."""

from uuid import UUID

from celery import shared_task

from accounts import retention
from games.matches.live import visits
from lobby.clubs import services as clubs
from lobby.own_data import services as own_data
from lobby.people import guest_sweep
from lobby.tables import following, services


@shared_task
def start_when_due(table_pk: int) -> None:
    """Start the table if its countdown has ended. Safe to run early, late or twice."""
    services.start_due(table_pk=table_pk)


@shared_task
def renew_ratings(match_id: str) -> None:
    """Store the mean ratings of tables anew after a rated match was counted. Idempotent."""
    services.renew_ratings(match_id=UUID(match_id))


@shared_task
def tell_followers(table_pk: int) -> None:
    """Tell people that somebody whom they follow has opened a table. Idempotent."""
    following.tell(table_pk=table_pk)


@shared_task
def leave_tables_of(user_id: int) -> None:
    """Free the seats of a person who was just banned, at all open tables."""
    services.leave_of_the_shut_out(user_id=user_id)


@shared_task
def withdraw_between(one: int, other: int) -> None:
    """Withdraw invitations between two people, one of whom has blocked the other."""
    services.withdraw_between(one, other)


@shared_task
def sweep_tables() -> None:
    """Free the seats of people who are shut out, start overdue tables and close stale ones."""
    services.leave_of_the_shut_out()
    services.start_overdue()
    services.close_stale()


@shared_task
def hand_on_clubs() -> None:
    """Hand on the clubs of people who are banned for good."""
    clubs.hand_on_of_the_banned()


@shared_task
def sweep_guests() -> None:
    """Remove the guests who stayed away for `GUEST_DAYS`."""
    guest_sweep.sweep()


@shared_task
def gather_own_data(own_pk: int) -> None:
    """Gather a person's own data for a moment. Safe to run late or twice."""
    own_data.gather(own_pk=own_pk)


@shared_task
def sweep_own_data() -> None:
    """Delete old files of people's own data; continue those whose task was lost."""
    own_data.sweep()


@shared_task
def forget() -> None:
    """Delete data that is older than the settings allow."""
    retention.sweep()
    visits.forget()
