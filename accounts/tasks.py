"""What Celery does for people: sending what waits in the outbox of notices."""

from celery import shared_task
from django.utils import timezone

from accounts import deliveries
from toolbox.task_queue import queue

SECONDS = 7  # that sending may hold up the sweeper, which shares the worker


@shared_task(soft_time_limit=SECONDS, time_limit=SECONDS + 2)
def send_due() -> None:
    """Send what is due. Early, late or twice does no harm."""
    deliveries.send_due()


@shared_task
def sweep_notices() -> None:
    """Have them sent every few seconds: whatever its own task was, it may have been lost."""
    if deliveries.any_due(timezone.now()):
        queue(deliveries.SEND)
