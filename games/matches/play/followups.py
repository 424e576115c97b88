"""What must follow the end of a match, in whatever layer: the tasks that MATCH_FOLLOWUPS names.

Each is called with the match's id (a text) after the end of every match: finished, resigned or
voided. It is sent until it acknowledges, so it may run twice and must do no harm then. A match that
ends once more (voided after it was finished) calls them again.

    @shared_task
    @acknowledging
    def rate(match_id: str) -> None: ...
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import wraps
from uuid import UUID

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from accounts.commits import after_commit
from accounts.prepared_queries import Due
from accounts.task_queue import queue
from games.matches.models import FollowUp, Match

PATIENCE = timedelta(seconds=30)  # before a task is sent again, twice as long each time
LONGEST = timedelta(hours=1)
AT_MOST = 100  # sent by one sweep
_due = Due(lambda now: FollowUp.objects.filter(due_at__lte=now).order_by("due_at"))


def begin(match: Match) -> None:
    """The match has just ended: have its follow-ups sent. To be called in that transaction."""
    due = timezone.now() + PATIENCE
    FollowUp.objects.bulk_create(
        [FollowUp(match=match, task=name, due_at=due) for name in settings.MATCH_FOLLOWUPS],
        update_conflicts=True,
        unique_fields=["match", "task"],
        update_fields=["due_at"],
    )
    for name in settings.MATCH_FOLLOWUPS:
        after_commit(queue, name, str(match.pk))


def begin_again(name: str, matches: Collection[UUID], due: datetime) -> None:
    """Have the sweeper run a task once more, at `due`, for these matches that are over."""
    FollowUp.objects.bulk_create(
        [FollowUp(match_id=match, task=name, due_at=due) for match in matches],
        update_conflicts=True,
        unique_fields=["match", "task"],
        update_fields=["due_at"],
    )


def acknowledging(task: Callable[[str], None]) -> Callable[[str], None]:
    """Makes a function a follow-up: once it has returned it isn't called again for that match.

    Unless it was asked for anew, or sent again, while it ran.
    """
    name = f"{task.__module__}.{task.__name__}"

    @wraps(task)
    def run(match_id: str) -> None:
        mine = FollowUp.objects.filter(match=UUID(match_id), task=name)
        due = list(mine.values_list("due_at", flat=True))
        task(match_id)
        mine.filter(due_at__in=due).delete()

    return run


def send_due(now: datetime) -> None:
    """Send what nobody has acknowledged in time. For the sweeper."""
    for due in _due(now, AT_MOST):
        wait = min(LONGEST, PATIENCE * 2 ** min(due.sent, 10))
        mine = FollowUp.objects.filter(pk=due.pk, due_at=due.due_at)
        if mine.update(due_at=now + wait, sent=F("sent") + 1):
            queue(due.task, str(due.match_id))
