"""Celery tasks that send the outbox of notices."""

from celery import shared_task
from django.utils import timezone

from accounts import deliveries
from toolbox.task_queue import queue

SECONDS = 7  # how long sending may delay the sweeper, which shares the worker


@shared_task(soft_time_limit=SECONDS, time_limit=SECONDS + 2)
def send_due() -> None:
    """Send due deliveries. Early, late or repeated runs do no harm."""
    deliveries.send_due()


@shared_task
def sweep_notices() -> None:
    """Queue the sending of due deliveries whose own task was lost."""
    if deliveries.any_due(timezone.now()):
        queue(deliveries.SEND)
