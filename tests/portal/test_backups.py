"""Backups of SQLite's database and their restoration, whatever is wrong with them.

Those of PostgreSQL are in test_backups_on_postgresql.py, those of older portals in tests/upgrades/.
"""

import json
import resource
import shutil
import signal
import sqlite3
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import User
from portal.backups import services
from portal.supervisor.lock import DataFolder
from tests.support.running_portal import DATABASE
from toolbox.errors import Refusal

KEY, OTHER_KEY = "ab" * 32, "cd" * 32


# Migrations of the toolbox alone, so that a database is made and migrated at once. That it has had
# those that fail is only noted.
ONE_APP = dict.fromkeys((app.label for app in apps.get_app_configs()), None) | {
    "toolbox": "tests.support.failing_upgrade.migrations"
}
FAILING = ("0002_begins", "0003_fails")


@pytest.fixture
def at(settings, monkeypatch, django_db_blocker, tmp_path) -> Iterator[Callable[[str], Path]]:
    """Goes to the data folder of that name, which is empty at first."""
    settings.MIGRATION_MODULES = ONE_APP

    def go(name: str) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        connection.close()
        monkeypatch.setitem(connection.settings_dict, "NAME", str(folder / DATABASE))
        settings.DATA_DIR = folder
        return folder

    with django_db_blocker.unblock():
        yield go
        connection.close()


@pytest.fixture(scope="session")
def tables(tmp_path_factory) -> Path:
    """A database that is made once."""
    return tmp_path_factory.mktemp("tables") / DATABASE


@pytest.fixture
def old(at, tables, settings) -> Path:
    """A portal with amber, who is there."""
    if not tables.exists():
        made = at("made")
        call_command("migrate", run_syncdb=True, fake=True, verbosity=0)
        User.objects.create_user("amber")
        connection.close()
        shutil.move(made / DATABASE, tables)
        made.rmdir()
    folder: Path = at("old")
    shutil.copy(tables, folder / DATABASE)
    settings.RECORD_KEY = KEY
    return folder


@pytest.fixture
def upgradable(old) -> Path:
    """There are migrations that it hasn't had."""
    for name in FAILING:
        MigrationRecorder(connection).record_unapplied("toolbox", name)
    return old


@pytest.fixture
def backup(old, tmp_path) -> Path:
    return services.back_up(tmp_path / "kept.backup")


def contents(folder: Path) -> dict[str, Any]:
    """Files of a data folder and what they hold, the database's rows as statements."""
    connection.close()
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        found: dict[str, Any] = {DATABASE: list(database.iterdump())}
    ours = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", "lock")
    return found | {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name not in ours
    }


def people() -> list[str]:
    return list(User.objects.order_by("pk").values_list("username", flat=True))


def refused(code: str, file: Path, **said: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        services.restore(file, **said)
    assert refusal.value.code == code
    assert "\n" not in refusal.value.detail
    return refusal.value.detail


def said_by(capsys: pytest.CaptureFixture[str], *command: Any, **options: Any) -> str:
    call_command(*map(str, command), **options)
    return capsys.readouterr().out


def test_what_is_committed_comes_back_in_another_place(old, at, tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("BACKUP_PASSPHRASE", raising=False)
    file = tmp_path / "some.backup"
    with closing(sqlite3.connect(old / DATABASE, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")  # somebody moves at the moment
        writer.execute("UPDATE accounts_user SET username = 'never'")
        said = said_by(capsys, "backup", file)
        writer.execute("ROLLBACK")
    assert said.splitlines()[0] == str(file)
    assert "record key isn’t in it" in said
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old", "some.backup"]
    assert KEY.encode() not in file.read_bytes()
    new = at("new")
    assert said_by(capsys, "restore", file).startswith("Restored. The backup has no record key")
    assert people() == ["amber"]
    assert stat.S_IMODE((new / DATABASE).stat().st_mode) == 0o600
    assert {path.name for path in new.iterdir()} <= {
        DATABASE,
        f"{DATABASE}-wal",
        f"{DATABASE}-shm",
        "lock",
    }
    User.objects.create_user("birch")


def test_the_record_key_is_sealed_by_the_passphrase(
    old, at, settings, tmp_path, monkeypatch, capsys
):
    backup = services.back_up(tmp_path / "kept.backup", passphrase="a long phrase")
    with zipfile.ZipFile(backup) as archive:
        assert KEY.encode() not in b"".join(map(archive.read, archive.namelist()))
        assert KEY not in archive.read("manifest.json").decode()
    new = at("new")
    settings.RECORD_KEY = OTHER_KEY
    refused("wrong_passphrase", backup, passphrase="a long phrasE")
    assert not (new / DATABASE).exists()
    assert "needs its passphrase" in services.restore(backup)
    assert not (new / "record_key").exists()
    phrase = tmp_path / "phrase"
    phrase.write_text("a long phrase\n")
    monkeypatch.delenv("RECORD_KEY", raising=False)
    said_by(capsys, "restore", backup, "--replace", "--passphrase-file", phrase)
    assert (new / "record_key").read_text() == KEY
    assert stat.S_IMODE((new / "record_key").stat().st_mode) == 0o600
    monkeypatch.setenv("RECORD_KEY", OTHER_KEY)
    monkeypatch.setenv("BACKUP_PASSPHRASE", "a long phrase")
    assert "RECORD_KEY isn’t the backup’s" in said_by(capsys, "restore", backup, "--replace")
    settings.RECORD_KEY = KEY
    assert "The record key is the backup’s" in said_by(capsys, "restore", backup, "--replace")


def test_a_passphrase_that_is_missing_is_no_empty_one(old, tmp_path):
    (tmp_path / "empty").touch()
    for phrase in ("empty", "missing"):
        with pytest.raises(CommandError, match=phrase):
            call_command("backup", str(tmp_path / "x"), "--passphrase-file", str(tmp_path / phrase))
    assert not (tmp_path / "x").exists()


def test_only_an_empty_database_is_replaced_unasked(backup, old):
    User.objects.create_user("birch")
    before = contents(old)
    assert "--replace" in refused("not_empty", backup)
    assert contents(old) == before
    services.restore(backup, replace=True)
    assert people() == ["amber"]


def rewritten(file: Path, **changed: Any) -> None:
    """The same backup with other members: `database`, `manifest` (fields), `named` (others)."""
    with zipfile.ZipFile(file) as archive:
        manifest, database = json.loads(archive.read("manifest.json")), archive.read("database")
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("database", changed.get("database", database))
        archive.writestr("manifest.json", json.dumps(manifest | changed.get("manifest", {})))
        for name in changed.get("named", ()):
            archive.writestr(name, "planted")


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1000])


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 3] ^= 1
    file.write_bytes(data)


FAULTS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "truncated": ("damaged", cut),
    "one bit": ("damaged", flip),
    "empty": ("damaged", lambda file: file.write_bytes(b"")),
    "text": ("damaged", lambda file: file.write_text("some other file\n" * 99)),
    "missing": ("not_found", Path.unlink),
    "a folder": ("not_found", lambda file: (file.unlink(), file.mkdir())),
    "another database in it": (
        "damaged",
        lambda file: rewritten(file, database=b"SQLite format 3"),
    ),
    "no manifest of ours": ("damaged", lambda file: rewritten(file, manifest={"format": "one"})),
    "a newer format": ("newer", lambda file: rewritten(file, manifest={"format": 2})),
    "a newer portal": (
        "newer",
        lambda file: rewritten(file, manifest={"migrations": [["accounts", "0999_new"]]}),
    ),
    "another kind": (
        "other_database",
        lambda file: rewritten(file, manifest={"database": "postgresql"}),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_that_does_not_fit_changes_nothing(backup, old, fault):
    code, spoil = FAULTS[fault]
    spoil(backup)
    before = contents(old)
    said = refused(code, backup, replace=True)
    assert str(backup) in said or said.startswith("The database is damaged")
    assert contents(old) == before


def test_a_damaged_database_is_refused_whatever_its_digest(backup, old, tmp_path, at):
    with zipfile.ZipFile(backup) as archive:
        data = bytearray(archive.read("database"))
    data[4096 * 3 : 4096 * 9] = bytes(4096 * 6)
    (old / DATABASE).unlink()
    (old / DATABASE).write_bytes(data)
    connection.close()
    with pytest.raises(Refusal) as refusal:
        services.back_up(tmp_path / "other.backup")
    assert refusal.value.code in ("damaged", "failed")
    assert not (tmp_path / "other.backup").exists()
    services.restore(backup, replace=True)  # what a backup is for
    assert people() == ["amber"]


def test_no_name_in_an_archive_leads_outside(backup, at, tmp_path):
    names = ("../../evil", "/tmp/hearth-evil", "record_key", "../new/record_key")
    rewritten(backup, named=names)
    with zipfile.ZipFile(backup, "a") as archive:
        link = zipfile.ZipInfo("database-wal")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, str(tmp_path / "old"))
    before = set(tmp_path.iterdir())
    new = at("new")
    services.restore(backup)
    assert set(tmp_path.iterdir()) == before | {new}
    assert not Path("/tmp/hearth-evil").exists()
    connection.close()
    assert {path.name for path in new.iterdir()} == {DATABASE, "lock"}


def test_never_over_a_portal_that_runs(backup, old):
    connection.close()
    with DataFolder(old) as held:
        held.write(address="http://127.0.0.1:8007/")
        assert "http://127.0.0.1:8007/" in refused("running", backup, replace=True)
    with closing(sqlite3.connect(old / DATABASE)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("SELECT 1 FROM accounts_user").fetchall()
        refused("running", backup, replace=True)
    services.restore(backup, replace=True)


@contextmanager
def no_room(size: int) -> Iterator[None]:
    """No file grows larger than that, as on a full disk."""
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize("share", [0.02, 0.5])
def test_a_full_disk_leaves_the_last_backup_and_the_database(backup, old, share):
    User.objects.create_user("birch")
    before, kept = contents(old), backup.read_bytes()
    size = int((old / DATABASE).stat().st_size * share)
    with no_room(size), pytest.raises(Refusal) as refusal:
        services.back_up(backup)
    assert refusal.value.code == "failed"
    with no_room(size):
        refused("failed", backup, replace=True)
    assert contents(old) == before
    assert backup.read_bytes() == kept
    assert {path.name for path in backup.parent.iterdir()} == {"old", backup.name}


def test_a_folder_keeps_the_newest(old, tmp_path, time_machine):
    kept = tmp_path / "backups"
    kept.mkdir()
    (kept / "mine.backup").touch()
    made = []
    for day in (1, 2, 3):
        time_machine.move_to(f"2026-05-0{day}T03:00:00Z")
        made.append(services.back_up(kept, keep=2).name)
    assert made[0] == "hearth-2026-05-01T030000Z.backup"
    assert {path.name for path in kept.iterdir()} == {"mine.backup", *made[1:]}


def test_nothing_is_no_backup(at, tmp_path):
    at("new")
    with pytest.raises(Refusal) as refusal:
        services.back_up(tmp_path / "x.backup")
    assert refusal.value.code == "empty"


@pytest.mark.parametrize("how", ["upgrade", "restore"])
def test_a_migration_that_fails_leaves_the_database_as_it_was(upgradable, backup, how):
    before = contents(upgradable)
    with pytest.raises(Refusal) as refusal:
        services.upgrade() if how == "upgrade" else services.restore(backup, replace=True)
    assert refusal.value.code == "bad_migration"
    assert "toolbox.0003_fails failed (half of it is done)" in refusal.value.detail
    assert contents(upgradable) == before
    assert people() == ["amber"]


def test_an_upgrade_keeps_the_older_file_beside_it(upgradable, at, monkeypatch):
    before = contents(upgradable)
    failing = import_module(f"{ONE_APP['toolbox']}.{FAILING[-1]}")
    monkeypatch.setattr(failing.Migration, "operations", [])
    services.upgrade()
    assert "upgrade_begins" in connection.introspection.table_names()
    assert people() == ["amber"]
    shutil.copy(upgradable / f"{DATABASE}.before-upgrade", at("older") / DATABASE)
    assert contents(at("older")) == before
