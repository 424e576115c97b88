"""Makes and restores backups, and migrates the embedded portal."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from portal.backups import archive, migrations, postgresql, sqlite
from portal.supervisor.errors import AlreadyRunning
from portal.supervisor.lock import DataFolder
from toolbox.errors import Conflict, Refusal

PREFIX, SUFFIX = "hearth-", ".backup"  # of files named by their time


def back_up(file: Path, *, passphrase: str = "", keep: int = 0) -> Path:
    """Write a backup to that file, replacing it, or to a new file in that folder; return its path.

    With a passphrase it contains the sealed record key. `keep`: how many of the folder's newest
    backups to keep; 0: all. The portal may be running.
    """
    folder = file if file.is_dir() else file.parent
    if folder == file:
        file /= f"{PREFIX}{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}{SUFFIX}"
    with _refusing_errors(), tempfile.TemporaryDirectory(dir=folder, prefix=".backup-") as work:
        applied = migrations.applied()
        if not applied:
            raise Refusal("There is nothing to back up: the database is empty.", code="empty")
        dump, whole = Path(work, "database"), Path(work, "backup")
        _database().dump(dump)
        archive.write(
            whole,
            dump,
            version=str(settings.SPECTACULAR_SETTINGS["VERSION"]),
            database=connection.vendor,
            migrations=applied,
            sealed=archive.seal(settings.RECORD_KEY, passphrase) if passphrase else b"",
        )
        whole.replace(file)
    if keep and file.name.startswith(PREFIX):
        for old in sorted(folder.glob(f"{PREFIX}*{SUFFIX}"))[:-keep]:
            old.unlink()
    return file


def restore(file: Path, *, replace: bool = False, passphrase: str = "") -> str:
    """Put a backup in the place of the database, which must be empty unless `replace`; migrate it.

    Returns a remark on the record key. Raises a Refusal, with everything as it was, for an
    unsuitable file, a running portal, and any other failure.
    """
    manifest = archive.manifest_of(file)
    _refuse_foreign(file, manifest)
    key = archive.key_in(file, passphrase)
    with _refusing_errors(), _alone():
        database = _database()
        database.refuse_others()
        if not replace and not database.is_empty():
            text = "The database isn’t empty: --replace puts the backup in its place."
            raise Conflict(text, code="not_empty")
        folder = sqlite.path().parent if database is sqlite else settings.DATA_DIR
        with tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as work:
            fresh = Path(work, "database")
            archive.extract(file, fresh)
            database.replace(fresh)
    if key:
        return _take_key(key)
    if key is not None:
        return "The record key stays as it is: the backup’s needs its passphrase."
    return "The backup has no record key: put your copy of it back, or records get a new one."


def upgrade() -> None:
    """Run missing migrations. Raises a Refusal if one fails.

    SQLite's run on a copy that then takes the database's place, so that all or none apply; the old
    file is kept beside it, as `….before-upgrade`, until the next upgrade.
    """
    if connection.vendor != "sqlite" or sqlite.is_empty() or not migrations.missing():
        migrations.run()
        return
    path = sqlite.path()
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".upgrade-") as work:
        fresh = Path(work, "database")
        sqlite.refuse_others()
        sqlite.dump(fresh)
        sqlite.replace(fresh, keep=path.with_name(f"{path.name}.before-upgrade"))


def _database() -> ModuleType:
    return sqlite if connection.vendor == "sqlite" else postgresql


def _refuse_foreign(file: Path, manifest: archive.Manifest) -> None:
    if manifest.database != connection.vendor:
        text = (
            f"{file} is of a database of {manifest.database}, and this portal’s is one of "
            f"{connection.vendor}: set DATABASE_URL."
        )
        raise Refusal(text, code="other_database")
    known = MigrationLoader(None).disk_migrations
    unknown = [".".join(name) for name in manifest.migrations if tuple(name) not in known]
    if unknown:
        text = f"{file} was made by a newer portal ({manifest.version}): it has {unknown[-1]}."
        raise Refusal(text, code="newer")


@contextmanager
def _alone() -> Iterator[None]:
    """Keep the embedded run from starting. Raises a Refusal if it is running."""
    try:
        with DataFolder(settings.DATA_DIR):
            yield
    except AlreadyRunning as reason:
        raise Conflict(f"Stop the portal first. {reason}.", code="running") from None


def _take_key(key: str) -> str:
    """Make it the record key unless the environment has one; return a remark."""
    file = settings.DATA_DIR / "record_key"
    if key == settings.RECORD_KEY:
        return "The record key is the backup’s."
    fresh = file.with_name("record_key.new")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    fresh.write_text(key)
    owner = settings.DATA_DIR.stat()
    with suppress(PermissionError):
        os.chown(fresh, owner.st_uid, owner.st_gid)
    fresh.replace(file)
    if os.environ.get("RECORD_KEY"):
        return f"RECORD_KEY isn’t the backup’s record key: set it to what {file} holds."
    return f"The backup’s record key is in {file}."


@contextmanager
def _refusing_errors() -> Iterator[None]:
    """Turn errors of disks and databases into refusals."""
    try:
        yield
    except (OSError, sqlite3.Error, DatabaseError) as error:
        reason = " ".join(str(error).split())
        raise Refusal(f"Nothing was changed: {reason}", code="failed") from error
