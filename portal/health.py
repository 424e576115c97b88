"""The checks behind `/readyz`: whether the portal can do its work.

Each finding has the age of its evidence. A report is made at most every few seconds, however often
it is requested.
"""

import logging
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock

import redis
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from games.matches.models import Heartbeat
from games.matches.play.parts import thinking_time, waiting_turns
from portal import draining, pulse
from portal.backups import migrations
from toolbox import database_errors

log = logging.getLogger(__name__)
KEPT_SECONDS = 2.0
SILENT_SECONDS = 30.0  # without a sign; then a worker, beat or the sweeper counts as gone
SET_SECONDS = 5.0  # smaller changes of the clock are corrections
PATIENCE_SECONDS = 2.0  # how long to wait for the database or the broker


@dataclass(frozen=True)
class Finding:
    """The result of a check."""

    ok: bool
    said: str
    age: float | None = 0.0  # of the evidence, in seconds; None without evidence
    known: bool = True  # False: it depends on something that another finding reports missing


@dataclass(frozen=True)
class Report:
    """All findings by name, made at a time of `time.monotonic`."""

    findings: dict[str, Finding]
    made_at: float

    @property
    def ready(self) -> bool:
        return all(finding.ok for finding in self.findings.values())

    def as_data(self) -> dict[str, object]:
        since = time.monotonic() - self.made_at
        return {
            name: {
                "ok": finding.ok,
                "said": finding.said,
                "age": None if finding.age is None else round(finding.age + since, 1),
            }
            for name, finding in self.findings.items()
        }


def report() -> Report:
    """The newest report, at most `KEPT_SECONDS` old."""
    global _newest
    with _making:
        if _newest is None or time.monotonic() - _newest.made_at > KEPT_SECONDS:
            _newest = Report(_findings(), time.monotonic())
        if draining.under_way():
            ends = {"draining": Finding(False, "this web process is about to end")}
            return replace(_newest, findings=ends | _newest.findings)
        return _newest


def log_changes(report: Report) -> None:
    """Log when readiness ends, with what is wrong, and when it returns."""
    global _was_ready
    wrong = [
        f"{name}: {one.said}" for name, one in report.findings.items() if one.known and not one.ok
    ]
    if _was_ready and not report.ready:
        log.error("not ready: %s", "; ".join(wrong))
    elif report.ready and not _was_ready:
        log.warning("ready again")
    _was_ready = report.ready


def forget() -> None:
    """Forget the report (between tests)."""
    global _newest, _migrated_at, _was_ready
    _newest = _migrated_at = None
    _was_ready = True


_newest: Report | None = None
_was_ready = True
_making = Lock()


def _checks() -> dict[str, Callable[[], Finding]]:
    always = {"database": _database, "migrations": _migrations, "disk": _disk, "clock": _clock}
    if settings.CELERY_TASK_ALWAYS_EAGER:  # there are no other processes
        return always
    return {
        **always,
        "broker": _broker,
        **{name: partial(_pulse, name) for name in pulse.NAMES},
        "computer-turns": _computer_turns,
        "sweeper": _sweeper,
    }


def _findings() -> dict[str, Finding]:
    findings: dict[str, Finding] = {}
    for name, check in _checks().items():
        needed = _NEEDS.get(name)
        if needed in findings and not findings[needed].ok:  # else each would wait in vain, too
            findings[name] = Finding(False, f"not known without the {needed}", None, known=False)
        else:
            findings[name] = _finding(check)
    return findings


_NEEDS = {
    **dict.fromkeys(("migrations", "computer-turns", "sweeper"), "database"),
    **dict.fromkeys(pulse.NAMES, "broker"),
}


def _finding(check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except Exception as error:
        return Finding(False, first_line(error), None)


def first_line(error: Exception) -> str:
    """The first line of the error's message, for use within a sentence."""
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")


def _database() -> Finding:
    """Write and roll back, waiting for locks for less time than a move would."""
    postgresql = connection.vendor == "postgresql"
    database_errors.reach(PATIENCE_SECONDS)
    with connection.cursor() as cursor:
        milliseconds = int(PATIENCE_SECONDS * 1000)
        if not postgresql:
            before = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
            cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")
        try:
            with transaction.atomic():
                if postgresql:
                    cursor.execute(f"SET LOCAL lock_timeout = {milliseconds}")
                Heartbeat.objects.create(pk=_OTHER_ROW, at=timezone.now())
                transaction.set_rollback(True)
        finally:
            if not postgresql:
                cursor.execute(f"PRAGMA busy_timeout = {before}")
    return Finding(True, "takes writes")


_OTHER_ROW = 2  # never stored


def _migrations() -> Finding:
    """Check this code's migrations; once none is missing, none can go missing."""
    global _migrated_at
    if _migrated_at is not None:
        return Finding(True, "none missing", time.monotonic() - _migrated_at)
    if missing := migrations.missing():
        return Finding(False, f"{len(missing)} missing")
    _migrated_at = time.monotonic()
    return Finding(True, "none missing")


_migrated_at: float | None = None


def _disk() -> Finding:
    free = shutil.disk_usage(settings.DATA_DIR).free // 2**20
    return Finding(free >= settings.DISK_RESERVE, f"{free} MB free")


def _clock() -> Finding:
    """Report by how much the system clock was set. Always ok, since play goes on."""
    by = pulse.set_by()
    change = f"was set by {by:+.0f} s" if abs(by) >= SET_SECONDS else "wasn't set"
    return Finding(True, f"{change} since the portal started")


def _broker() -> Finding:
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
    ) as broker:
        broker.ping()
    return Finding(True, "answers")


def _pulse(name: str) -> Finding:
    return _sign(pulse.age(name))


def _sign(age: float | None) -> Finding:
    if age is None:
        return Finding(False, "no sign of life", None)
    return Finding(age < SILENT_SECONDS, "last sign of life", age)


def _computer_turns() -> Finding:
    """Check whether computer players answer people who are there, and count waiting turns."""
    longest, parts = 0.0, list[str]()
    for queue, slow in waiting_turns.QUEUES.items():
        load = waiting_turns.load(slow)
        may = thinking_time.allowed(waiting_turns.Urgency.ALONE, slow=slow)
        longest = max(longest, load.waited)
        parts.append(
            f"{queue}: {load.people} wait for people, the first for {load.waited:.1f} s, "
            f"{load.nobody} for nobody; a player may take {may:.1f} s"
        )
    return Finding(longest < SILENT_SECONDS, ". ".join(parts))


def _sweeper() -> Finding:
    last = Heartbeat.objects.order_by("-at").values_list("at", flat=True).first()
    age = None if last is None else (timezone.now() - last).total_seconds()
    return _sign(age and max(0.0, age))
