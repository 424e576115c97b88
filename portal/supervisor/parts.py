"""The work of the children: functions for forks of the supervisor.

A part run as a program (`python -m portal.supervisor.parts web 3`) loads the newest sources.
"""

import sys
import warnings
from collections.abc import Callable
from importlib import import_module

from django.core.asgi import get_asgi_application

from portal.supervisor import cores

# Modules that each child would otherwise load for itself. No reactor: it can't be shared.
_WEB = (
    *("portal.sockets", "portal.urls", "portal.static_storage", "channels_redis.pubsub"),
    *("twisted.internet.asyncioreactor", "twisted.internet.endpoints", "twisted.web.http"),
    *("autobahn.twisted.websocket", "portal.context"),
)
_CELERY = (
    *("celery.apps.worker", "celery.apps.beat", "celery.concurrency.prefork"),
    *("celery.app.control", "celery.app.events", "celery.app.log", "celery.contrib.django.task"),
    *(f"celery.worker.{name}" for name in ("components", "consumer", "loops", "strategy")),
    *("billiard.heap", "billiard.popen_fork", "billiard.synchronize", "dbm.dumb"),
    "kombu.transport.redis",
)


def web(descriptor: str, core: str = "") -> None:
    """Run Daphne on an open socket, and on a core of the processor ("": any)."""
    from daphne.cli import CommandLineInterface

    cores.keep_to(core)
    CommandLineInterface().run(["-v", "0", "--fd", descriptor, "portal.asgi:application"])


def worker(queue: str, processes: str) -> None:
    """Do the same as `celery -A portal worker`, without loading its command line."""
    # In a container everyone is root.
    warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")
    from portal.celery import app

    alone = {f"without_{what}": True for what in ("gossip", "mingle", "heartbeat")}
    process = app.Worker(
        hostname=f"{queue}@", queues=queue, concurrency=int(processes), quiet=True, **alone
    )
    process.start()
    sys.exit(process.exitcode)


def beat() -> None:
    """Do the same as `celery -A portal beat`. The data folder's lock makes it the only one."""
    from portal.celery import app

    app.Beat(quiet=True).run()


def load() -> None:
    """Load the code that all children need. Django must be set up."""
    from portal.celery import app

    for name in (*_WEB, *_CELERY):
        import_module(name)
    app.loader.import_default_modules()
    get_asgi_application()  # loads middleware


def command(part: Callable[..., None], *arguments: str) -> tuple[str, ...]:
    """The command line that runs a part by itself."""
    return (sys.executable, "-m", __name__, part.__name__, *arguments)


if __name__ == "__main__":
    PARTS: dict[str, Callable[..., None]] = {"web": web, "worker": worker, "beat": beat}
    PARTS[sys.argv[1]](*sys.argv[2:])
