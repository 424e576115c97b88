"""What Celery does for quick match."""

from celery import shared_task

from lobby.quick import queueing, seating


@shared_task
def match_waiting() -> None:
    """Seat everybody who fits together, at most `seating.AT_ONCE` tables before the next task."""
    queueing.matching_begins()
    if seating.seat_all() == seating.AT_ONCE:
        queueing.queue_matching()


@shared_task
def sweep_quick() -> None:
    """Drop the tickets of people who went away, and look at the queue once more."""
    seating.drop_absent()
    seating.seat_all()
