"""The Celery application: AI turns on queues `ai` and `ai-slow`, the rest on `default`.

Workers give signs of life, and kill processes of their pools that give none: no time limit applies
to a process that hangs before it begins its task. Celery starts another, which repeats the task.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import celery
import kombu
from celery import Celery, bootsteps, platforms
from celery.app.amqp import AMQP
from celery.signals import (
    beat_init,
    before_task_publish,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_init,
    worker_ready,
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

from django import db
from django.conf import settings

from accounts.checks import check_site
from portal import pulse
from toolbox import tracing

log = logging.getLogger(__name__)
LONGEST_RETRY_SECONDS = 5


class Connection(kombu.Connection):
    """A connection to the broker; workers and beat that lost it try again every five seconds.

    Celery would wait up to thirty, and offers no setting. A waiting process counts as alive.
    """

    def ensure_connection(self, *arguments: Any, **named: Any) -> Any:
        theirs: Callable[[], object] | None = named.pop("callback", None)

        def go_on() -> None:
            pulse.tell_outside()
            if theirs is not None:
                theirs()

        ours: dict[str, Any] = {"interval_max": LONGEST_RETRY_SECONDS, "callback": go_on}
        return super().ensure_connection(*arguments, **ours | named)

    def maybe_close_channel(self, channel: Any) -> None:
        """Close it even if the broker ended in the middle of a task.

        Kombu then closes it twice, the second time without a transport: the worker would end.
        """
        with suppress(AttributeError):
            super().maybe_close_channel(channel)


class Messages(AMQP):
    """Celery's messages, over our connections."""

    Connection = Connection


class Task(celery.Task):
    """Logs a failure once, here, and hands its worker a short exception.

    A worker that has lost its broker doesn't read from its pool for half a minute. A long traceback
    would fill the pipe; a time limit would then interrupt the writer, and the worker would crash or
    hang on the torn message.
    """

    throws = (Exception,)  # then Celery logs it at INFO

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        try:
            return super().__call__(*arguments, **named)
        except Exception as error:
            if self.request.called_directly:
                raise
            log.exception("%s failed", self.name)
            if self.request.is_eager:
                raise
            raise error.with_traceback(None) from None


app = Celery("portal", amqp=Messages, task_cls=Task)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
ROOMS = ("daily", "leaderboards", "quick", "ratings")  # folders of the lobby that are no apps
app.autodiscover_tasks(["portal", *(f"lobby.{room}" for room in ROOMS)])


@task_prerun.connect
@task_postrun.connect
def close_old_connections(task: Any, **_sender: Any) -> None:
    """Close broken and old connections, as Django does; Celery would close all of them."""
    if not task.request.is_eager:
        db.close_old_connections()


@setup_logging.connect
def keep_logging(**_sender: Any) -> None:
    """Keep the settings' log level and format: with a receiver here, Celery sets up none."""


@before_task_publish.connect
def pass_on_trace(headers: dict[str, Any], **_sender: Any) -> None:
    headers["request_id"] = tracing.current().id


@task_prerun.connect
def take_on_trace(task: Any, **_sender: Any) -> None:
    """Work under the id of the request that queued the task, else under the task's own."""
    if not task.request.is_eager:
        tracing.begin("task", task.request.get("request_id") or task.request.id)


@worker_ready.connect
def serve_figures(sender: Any, **_named: Any) -> None:
    """Serve the metrics of this worker's processes: each queue has its own port."""
    if settings.METRICS_PORT:
        from portal import metrics  # after the settings, which name the folder to count in

        ours = sender.app.amqp.queues.consume_from
        number = next((n for n, queue in enumerate(pulse.QUEUES) if queue in ours), 0)
        metrics.serve(settings.METRICS_PORT + number)


@worker_init.connect
@beat_init.connect
def refuse_without_site(**_sender: Any) -> None:
    """Exit if the site isn't set up: mails have links. Celery would only log other exceptions."""
    for problem in check_site(None):
        raise SystemExit(f"{problem.msg} {problem.hint}")


_worker = 0  # the worker's process id


@worker_init.connect
def note_worker(**_sender: Any) -> None:
    global _worker
    _worker = os.getpid()


@worker_process_init.connect
def die_with_the_worker(**_sender: Any) -> None:
    """Have a pool process end with its worker, even if that was killed before."""
    platforms.set_pdeathsig("SIGKILL")  # type: ignore[attr-defined]  # not in the stubs
    if os.getpid() != _worker and os.getppid() != _worker:
        os._exit(1)


class WorkerPulse(bootsteps.StartStopStep):
    """A worker's signs of life and its checks of its pool, on the worker's own timer."""

    requires = ("celery.worker.components:Timer", "celery.worker.components:Pool")

    def create(self, worker: Any) -> None:
        """Make the pipe before the pool is forked and inherits it."""
        worker.pool_pulses = pulse.Pulses()

        def give_for_ever(**_sender: Any) -> None:
            def go_on() -> None:
                while True:
                    pulse.write(worker.pool_pulses.writer, os.getpid())
                    time.sleep(pulse.SECONDS)

            # A separate thread runs even while a computer player thinks.
            threading.Thread(target=go_on, daemon=True, name="pulse").start()

        worker_process_init.connect(give_for_ever, weak=False)

    def start(self, worker: Any) -> None:
        self.entry = worker.timer.call_repeatedly(pulse.SECONDS, self.beat, (worker,))
        self.beat(worker)

    def stop(self, worker: Any) -> None:
        self.entry.cancel()

    def beat(self, worker: Any) -> None:
        pulse.give(*(f"worker-{queue}" for queue in worker.app.amqp.queues.consume_from))
        for pid in worker.pool_pulses.look(worker.pool.info["processes"]):
            log.error("the pool process %s hangs: ended", pid)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


app.steps["worker"].add(WorkerPulse)
