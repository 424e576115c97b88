"""One run of the portal: database, static files, broker, workers, web, and watching them."""

import os
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import cycle
from pathlib import Path

from django.conf import settings
from django.db import OperationalError, connection, connections, transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import new_user
from portal.backups.services import upgrade
from portal.environment import note_of_run
from portal.garbage import loading
from portal.supervisor import broker, cores, parts, static
from portal.supervisor.children import Child, Family, become
from portal.supervisor.configuration import Configuration
from portal.supervisor.errors import CannotRun, disk_problem
from portal.supervisor.lock import DataFolder
from portal.supervisor.port import Listening
from portal.supervisor.signals import Signals, Starter
from toolbox.errors import Refusal

PLAYERS = ("amber", "birch", "cedar")
ADMINISTRATOR = "admin"
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without look-alikes
PASSWORD_LENGTH = 12  # about 59 bits
AGE = timedelta(days=2)  # of demo accounts, so that they aren't restricted as new ones
SUFFIXES = (".py", ".html")
IGNORED = {"var", "tests", "attack", "bench", "node_modules", "docs"}

BROKER_SECONDS = 10.0
READY_SECONDS = 90.0
GLANCE_SECONDS = 0.05  # between two checks whether something is ready
WATCH_SECONDS = 1.0  # between two checks of the children; signals interrupt it
RELOAD_SECONDS = 0.5
SAMPLE = 1_000  # rows read of an index, which takes milliseconds


class Supervisor:
    """One run from start to stop. `say` prints a line for the operator."""

    def __init__(self, configuration: Configuration, say: Callable[[str], None]) -> None:
        self.configuration = configuration
        self.say = say
        self.signals = Signals()
        self.starter = Starter()
        self.family = Family(self.signals, say, configuration.environment["REDIS_URL"])

    def run(self, data: DataFolder, listening: Listening) -> None:
        """Start, run until asked to stop, and clean up. Raises CannotRun."""
        self.data, self.listening = data, listening
        broker.sweep(note_of_run(data.folder).get("broker_folder"))
        empty_figures()
        if listening.remark:
            self.say(listening.remark)
        self.note()
        try:
            for stage in (self.prepare, self.start_broker, self.load, self.start_rest, self.watch):
                if not self.signals.asked_to_stop:
                    stage()
            self.say("Stopping …")
        finally:
            listening.close()  # so that browsers are refused instead of waiting
            self.family.stop()
            broker.sweep(self.configuration.broker_folder)

    def note(self) -> None:
        """Write address and process ids to the data folder, for a second start and for tests."""
        self.data.write(
            address=self.listening.address,
            children=self.family.pids(),
            broker_folder=str(self.configuration.broker_folder or ""),
            environment=self.configuration.told,
        )

    def prepare(self) -> None:
        """Migrate, make demo accounts, collect static files."""
        try:
            upgrade()
            renew_statistics()
            made = seed()
        except (OperationalError, Refusal) as error:
            if full := disk_problem(error, self.configuration.data):
                raise full from None
            if isinstance(error, Refusal):
                raise CannotRun(error.detail) from None
            raise CannotRun(f"The database does not answer: {str(error).splitlines()[0]}") from None
        if made:
            self.say("Accounts to try it out with (shown only once):")
            for name, password in made.items():
                self.say(f"  {name:<8} {password}")
        if "STATICFILES_BACKEND" in self.configuration.environment:
            static.collect(self.configuration.root, self.configuration.environment)

    def start_broker(self) -> None:
        """Start a broker unless REDIS_URL names one. A restarted broker has the same path."""
        folder = self.configuration.broker_folder
        if folder is None:
            return
        log = self.configuration.data / "broker.log"
        command = broker.command(broker.find_server(), folder, log)
        broker.make_folder(folder)
        self.family.add(Child("broker", partial(become, *command)))
        ready = partial(broker.answers, broker.address_in(folder))
        self.wait_until(ready, BROKER_SECONDS, f"the broker (see {log})")

    def load(self) -> None:
        """Load the code that forks share, and close the database, which they must not share.

        With `--reload` children load the sources themselves.
        """
        if not self.configuration.reload:
            with loading():
                parts.load()
            for connection in connections.all(initialized_only=True):
                connection.close()
                getattr(connection, "close_pool", bool)()  # PostgreSQL's, which has threads

    def start_rest(self) -> None:
        """Start web and, when it answers, workers and beat, which would slow its start.

        There are three workers, so that thinking never delays a notice or the sweeper, and long
        thinking never delays other players. Beat is a separate child, because a worker wouldn't
        notice its death. Several Daphnes have a listening socket each (on Linux).
        """
        sockets = cycle(self.listening.sockets)
        for number in range(1, self.configuration.web_processes + 1):
            listening = next(sockets).fileno()
            name = "web" if number == 1 else f"web-{number}"
            core = cores.of_web(number) if self.configuration.web_cores == cores.ONE else ""
            self.start(name, parts.web, str(listening), core, inherited=(listening,))
        self.note()
        self.wait_until(partial(self.family.have_begun, "web"), READY_SECONDS, "the web server")
        self.start("worker-default", parts.worker, "default", "1")
        self.start("worker-ai", parts.worker, "ai", str(self.configuration.ai_processes))
        self.start("worker-ai-slow", parts.worker, "ai-slow", "1")
        self.start("beat", parts.beat)
        self.note()
        if not self.signals.asked_to_stop:
            address = f"{self.listening.address.rstrip('/')}{settings.ROOT_PATH}/"
            self.say(f"The portal is ready: {address} (Ctrl-C stops it)")

    def start(
        self, name: str, part: Callable[..., None], *arguments: str, inherited: Sequence[int] = ()
    ) -> None:
        """Start a child that runs that part; with `--reload`, from the newest sources."""
        work = partial(part, *arguments)
        if self.configuration.reload:
            work = partial(become, *parts.command(part, *arguments))
        self.family.add(Child(name, work, inherited))

    def wait_until(self, ready: Callable[[], bool], seconds: float, what: str) -> None:
        """Return when `ready` or asked to stop. Raises CannotRun after that time."""
        deadline = time.monotonic() + seconds
        while not self.signals.asked_to_stop and not ready():
            if time.monotonic() > deadline:
                raise CannotRun(f"No answer from {what} within {seconds:.0f} seconds.")
            self.look_after()
            self.signals.wait(GLANCE_SECONDS)

    def watch(self) -> None:
        """Until asked to stop, revive dead children and, with `--reload`, restart after changes."""
        changes = Watch(self.configuration.root) if self.configuration.reload else None
        while not self.signals.asked_to_stop:
            self.look_after()
            if changes and changes.changed():
                self.say("Sources changed: restarting.")
                self.family.restart()
                self.note()
            self.signals.wait(RELOAD_SECONDS if changes else WATCH_SECONDS)

    def look_after(self) -> None:
        """Kill children that hang, restart dead ones, and stop if `make` was interrupted."""
        if self.starter.interrupted():
            self.signals.asked_to_stop += 1
            return
        self.family.end_stuck()
        if self.family.revive():
            self.note()


def empty_figures() -> None:
    """Empty the folder in which children count, if they share one.

    Children open its files after the fork, which closes inherited descriptors of them; so the
    supervisor itself mustn't count anything.
    """
    if name := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        for file in Path(name).glob("*.db"):
            file.unlink()


def renew_statistics() -> None:
    """Renew SQLite's statistics for its query planner. No effect on other databases."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA analysis_limit = {SAMPLE}")
            cursor.execute("ANALYZE")


def new_password() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(PASSWORD_LENGTH))


def seed() -> dict[str, str]:
    """Make demo accounts if there is no account, and return their passwords by user name.

    Only hashes are stored, so the passwords must be shown now.
    """
    if User.objects.exists():
        return {}
    made = {name: new_password() for name in (*PLAYERS, ADMINISTRATOR)}
    users = [new_user(username=name, password=password) for name, password in made.items()]
    with transaction.atomic():
        if User.objects.exists():
            return {}
        for user in users:
            user.date_joined = timezone.now() - AGE
            user.is_staff = user.is_superuser = user.username == ADMINISTRATOR
            user.save()
    return made


class Watch:
    """Notices changed sources below a folder, outside hidden and ignored ones."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known = self._times()

    def _times(self) -> dict[str, int]:
        times = {}
        for folder, below, names in os.walk(self.root):
            below[:] = [name for name in below if name[0] != "." and name not in IGNORED]
            for path in (os.path.join(folder, name) for name in names if name.endswith(SUFFIXES)):
                with suppress(FileNotFoundError):  # the file has just disappeared
                    times[path] = os.stat(path).st_mtime_ns
        return times

    def changed(self) -> bool:
        """Whether anything is new, gone or different since the last call."""
        before, self._known = self._known, self._times()
        return before != self._known
