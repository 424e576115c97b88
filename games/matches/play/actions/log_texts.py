"""The public logs of matches that are over, for `record.log_search`.

A follow-up of a match's end stores its log, with the seats' names. When a seat is renamed the log
is deleted at once, and the sweeper has it made anew.
"""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.matches.errors import Unreadable
from games.matches.models import BY_WORD, LogText, Match
from games.matches.play.parts import followups
from games.matches.record import logbook
from games.matches.record.log_search import text_of
from toolbox.task_queue import queue

KEEP = "games.matches.tasks.keep_log_text"
PURGE = "games.matches.tasks.purge_log_words"
STEPS = 20  # of the purge in one task
PAUSE = 0.5  # seconds between two tasks
LONGEST = 500_000  # characters stored of a log
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def keep(match: Match) -> None:
    """Store the match's log, with the present names of its seats, if it is over and readable.

    Raises IntegrityError if another match that ended at the same microsecond is being stored.
    """
    rows = logbook.rows(match.steps.all())
    names: list[str] = []
    while match.finished_at is not None:
        kept = _text(match, rows, names) if names else ""
        with transaction.atomic():
            seats = match.seats.select_for_update().order_by("index")  # nobody can rename them now
            before, names = names, list(seats.values_list("name", flat=True))
            if names == before:
                _store(match, match.finished_at, kept)
                return


def _text(match: Match, rows: list[logbook.Row], names: list[str]) -> str:
    try:
        return text_of(match, rows, names)[:LONGEST]
    except Unreadable:
        return ""


def _store(match: Match, ended: datetime, kept: str) -> None:
    LogText.objects.filter(match=match).delete()
    if not kept:
        return
    key = (ended - _BEGINNING) // _MICROSECOND
    while LogText.objects.filter(pk=key).exists():
        key += 1
    LogText.objects.create(pk=key, match=match, words=kept)


def forget(matches: QuerySet[Match]) -> None:
    """Delete these logs, in which a name changes; the sweeper has them made anew."""
    over: list[UUID] = list(matches.exclude(finished_at=None).values_list("pk", flat=True))
    LogText.objects.filter(match__in=over).delete()
    followups.begin_again(KEEP, over, timezone.now())


def purge_words(*, goes_on: bool) -> None:
    """Purge the words of deleted texts, in several tasks; a lost one starts over the next day."""
    if not BY_WORD.purge(LogText, STEPS, goes_on=goes_on):
        queue(PURGE, True, countdown=PAUSE)
