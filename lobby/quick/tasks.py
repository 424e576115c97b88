"""Celery tasks of quick match."""

from celery import shared_task

from lobby.quick import queue, table_maker


@shared_task
def match_waiting() -> None:
    """Seat everyone who fits; queue another task after `table_maker.AT_ONCE` tables."""
    queue.matching_begins()
    if table_maker.seat_all() == table_maker.AT_ONCE:
        queue.queue_matching()


@shared_task
def sweep_quick() -> None:
    """End the tickets of people who went away, and match the queue."""
    table_maker.drop_absent()
    table_maker.seat_all()
