"""What Celery does for tables: starts that are due, and the sweep of what was forgotten."""

from celery import shared_task

from accounts import retention
from games.matches.live import visits
from lobby.own_data import services as own_data
from lobby.people import guest_sweep
from lobby.tables import services


@shared_task
def start_when_due(table_pk: int) -> None:
    """Start the table if its countdown has ended. Early, late or twice does no harm."""
    services.start_due(table_pk=table_pk)


@shared_task
def leave_tables_of(user_id: int) -> None:
    """Have someone who was just banned get up from every table that waits."""
    services.leave_of_the_shut_out(user_id=user_id)


@shared_task
def withdraw_between(one: int, other: int) -> None:
    """Neither of two people who no longer meet stays invited to a table of the other's."""
    services.withdraw_between(one, other)


@shared_task
def sweep_tables() -> None:
    """Free the seats of those who can't come back, start what is due and wasn't started, and close
    the tables that nobody came back to."""
    services.leave_of_the_shut_out()
    services.start_overdue()
    services.close_stale()


@shared_task
def sweep_guests() -> None:
    """Remove the guests who stayed away for a month."""
    guest_sweep.sweep()


@shared_task
def gather_own_data(own_pk: int) -> None:
    """Gather a person's own data for a moment. Late or twice does no harm."""
    own_data.gather(own_pk=own_pk)


@shared_task
def sweep_own_data() -> None:
    """Forget old files of people's own data; go on with those whose task was lost."""
    own_data.sweep()


@shared_task
def forget() -> None:
    """Forget what has been kept for as long as the settings say."""
    retention.sweep()
    visits.forget()
