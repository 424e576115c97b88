"""The kept data folder, migrated by the present code: a fresh copy for each test."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.test import override_settings

from accounts import memory
from games.matches.play import announcements
from tests.legacy.folder import Folder, in_use, unpack


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """The kept database after `manage.py migrate`."""
    file = unpack(tmp_path_factory.mktemp("legacy") / "portal.sqlite3")
    real = override_settings(MIGRATION_MODULES={})  # which `--no-migrations` would have none run
    with django_db_blocker.unblock(), in_use(file), real:
        call_command("migrate", verbosity=0)
    return file


@pytest.fixture
def folder(migrated: Path, tmp_path: Path, django_db_blocker: Any) -> Iterator[Folder]:
    """The old folder five seconds after the old portal stopped: no downtime, a quick restart.

    Transactions are real and what follows a commit is done.
    """
    file = tmp_path / "portal.sqlite3"
    shutil.copy(migrated, file)
    with (
        django_db_blocker.unblock(),
        in_use(file),
        time_machine.travel(0, tick=False) as traveller,
    ):
        found = Folder(traveller)
        found.pass_time(seconds=5)
        yield found
    for match in found.kept["matches"].values():  # the next test plays another one of that name
        announcements.recent.forget(match["id"])
    memory.forget_words()
