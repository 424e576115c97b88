"""Tasks that follow the end of a match, in any layer: MATCH_FOLLOWUPS names them.

Each takes the match's id (as text), is decorated with `acknowledging`, and is called after every
end: finished, resigned or voided, even if an ended match is voided. It may run twice and must do no
harm then. At first one task calls all of them, since sending six messages costs more than a move;
the sweeper resends those that remain one by one, so that none delays the others.
"""

import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import reduce, wraps
from operator import or_
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import close_old_connections, connection
from django.db.models import F, Q
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.prepared_queries import Due
from games.matches.models import FollowUp, Match
from toolbox.commits import after_commit
from toolbox.task_queue import queue

log = logging.getLogger(__name__)

CALL_ALL = "games.matches.tasks.call_follow_ups"
PATIENCE = timedelta(seconds=30)  # before a task is sent again, twice as long each time
LONGEST = timedelta(hours=1)
AT_MOST = 100  # sent by one sweep
_due = Due(lambda now: FollowUp.objects.filter(due_at__lte=now).order_by("due_at"))
_functions: dict[str, Callable[[str], None]] = {}  # by the names of the tasks


def begin(match: Match) -> None:
    """Schedule the follow-ups of a match that ends in the present transaction."""
    _store(settings.MATCH_FOLLOWUPS, [match.pk], timezone.now() + PATIENCE)
    after_commit(queue, CALL_ALL, str(match.pk))


def begin_again(name: str, matches: Collection[UUID], due: datetime) -> None:
    """Schedule a task again, at `due`, for these finished matches."""
    _store([name], matches, due)


def _store(names: Collection[str], matches: Collection[UUID], due: datetime) -> None:
    FollowUp.objects.bulk_create(
        [FollowUp(match_id=pk, task=name, due_at=due) for pk in matches for name in names],
        update_conflicts=True,
        unique_fields=["match", "task"],
        update_fields=["due_at"],
    )


def acknowledging(task: Callable[[str], None]) -> Callable[[str], None]:
    """Make a function a follow-up: once it has returned it isn't called again for that match.

    Unless it was scheduled or sent again while it ran.
    """
    name = f"{task.__module__}.{task.__name__}"
    _functions[name] = task

    @wraps(task)
    def run(match_id: str) -> None:
        due = list(FollowUp.objects.filter(match=UUID(match_id), task=name))
        task(match_id)
        _acknowledge(due)

    return run


def call_all(match_id: str) -> None:
    """Call every follow-up that remains for the match, in the order of the settings.

    Logs their exceptions. Raises SoftTimeLimitExceeded after acknowledging those that were done.
    """
    asked = {due.task: due for due in FollowUp.objects.filter(match=UUID(match_id))}
    done = []
    try:
        for name in settings.MATCH_FOLLOWUPS:
            if name in asked and _succeeds(name, match_id):
                done.append(asked[name])
    finally:
        _acknowledge(done)


def _succeeds(name: str, match_id: str) -> bool:
    try:
        import_string(name)  # importing its module registers it
        _functions[name](match_id)
    except SoftTimeLimitExceeded:  # there is no time for the others, either
        raise
    except Exception:  # the sweeper sends it again
        log.exception("%s failed for match %s", name, match_id)
        if connection.errors_occurred:
            close_old_connections()  # a lost one must not fail the others
        return False
    return True


def _acknowledge(asked: Collection[FollowUp]) -> None:
    """Delete these, unless they were scheduled or sent again in the meantime."""
    if asked:
        as_they_were = [Q(pk=due.pk, due_at=due.due_at) for due in asked]
        FollowUp.objects.filter(reduce(or_, as_they_were)).delete()


def send_due(now: datetime) -> None:
    """Send the tasks that weren't acknowledged in time. For the sweeper."""
    for due in _due(now, AT_MOST):
        wait = min(LONGEST, PATIENCE * 2 ** min(due.sent, 10))
        mine = FollowUp.objects.filter(pk=due.pk, due_at=due.due_at)
        if mine.update(due_at=now + wait, sent=F("sent") + 1):
            queue(due.task, str(due.match_id))
