"""A data folder of an earlier version, as the present code finds it after an update.

What that version stored or sent around by name is read from `data/`, never written out here: a
change that renames things in the code must not rename them in what is kept.
"""

import json
import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import time_machine
from celery import Task
from django.conf import settings
from django.db import connection
from django.test import Client

from accounts.models import User
from games.matches.models import Match
from games.matches.record import selectors
from games.plugin.codec import plain
from portal.celery import app

DATA = Path(__file__).parent / "data"


def kept(name: str) -> Any:
    """What `data/` holds under that name."""
    return json.loads((DATA / f"{name}.json").read_text())


def unpack(file: Path) -> Path:
    """Put the kept database there."""
    file.write_bytes(lzma.decompress((DATA / "portal.sqlite3.xz").read_bytes()))
    return file


def task(name: str) -> Task:
    """The task that a worker finds under that name. Raises KeyError as the worker would."""
    app.loader.import_default_modules()
    found: Task = app.tasks[name]
    return found


def run(message: dict[str, Any]) -> None:
    """Run a task as the worker does that is sent this message."""
    task(message["task"]).apply(args=message["args"], kwargs=message["kwargs"])


@contextmanager
def in_use(file: Path) -> Iterator[None]:
    """This thread's queries go to that SQLite file instead of the tests' own database."""
    connection.close()
    own = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = own


class Folder:
    """The people, matches and tables of the kept folder; time stands still soon after its end."""

    def __init__(self, traveller: time_machine.Traveller) -> None:
        self.kept = kept("folder")
        self.time = traveller

    @property
    def stopped_at(self) -> datetime:
        """When the old portal was last at work."""
        return datetime.fromisoformat(self.kept["stopped_at"])

    def pass_time(self, **gone: float) -> None:
        """Let that much time pass since the old portal stopped; nobody was at work meanwhile."""
        self.time.move_to(self.stopped_at + timedelta(**gone))

    def sweep(self) -> None:
        """Everything that beat has done in turn, by the names of the old schedule."""
        for name in kept("names")["beat"].values():
            task(name).apply()

    def match(self, scene: str) -> Match:
        found = Match.objects.select_related("deal")
        return found.get(public_id=self.kept["matches"][scene]["id"])

    def look(self, scene: str) -> selectors.Snapshot:
        return selectors.snapshot(self.match(scene))

    def user(self, name: str) -> User:
        return User.objects.get(username=name)

    def browser(self, name: str) -> Client:
        """The browser of that person, still logged in from before; "": of a stranger."""
        client = Client()
        if name:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.kept["sessions"][name]
        return client

    def asked(self, scene: str) -> User | None:
        """The person who owes a decision there, if one does."""
        people = (seat.user for seat in self.look(scene).seats if seat.waits_for_person)
        return next(people, None)

    def legal(self, scene: str, user: User) -> list[Any]:
        """That person's legal actions, as plain values."""
        shown = self.look(scene)
        return [plain(one) for one in shown.game.legal_actions(shown.state, shown.seat_of(user))]
