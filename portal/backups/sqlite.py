"""A database in SQLite's file, copied while it is in use."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from django.db import connection

from portal.backups import migrations
from toolbox.errors import Conflict, Refusal

OTHERS_SECONDS = 1.0  # time for other processes to close the database


def path() -> Path:
    return Path(connection.settings_dict["NAME"])


def dump(to: Path) -> None:
    """Write a copy of the database at this moment, whatever is written meanwhile."""
    with closing(sqlite3.connect(path())) as live, closing(sqlite3.connect(to)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file
    _check(to)


def is_empty() -> bool:
    """Whether nothing would be lost with the database. A damaged file may be worth a look."""
    try:
        with closing(sqlite3.connect(path())) as database:
            return not database.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError:
        return False


def refuse_others() -> None:
    """Fold the log into the file. Raises a Refusal if another process has the file open."""
    connection.close()
    try:
        with closing(sqlite3.connect(path(), timeout=OTHERS_SECONDS)) as database:
            database.execute("PRAGMA journal_mode = DELETE")  # needs the only connection
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            text = "Another program has the database open: stop it first."
            raise Conflict(text, code="running") from None
        for log in ("-wal", "-shm"):  # of a damaged file; SQLite would apply them to the new file
            path().with_name(path().name + log).unlink(missing_ok=True)


def replace(fresh: Path, *, keep: Path | None = None) -> None:
    """Migrate that file and put it in the database's place; keep the old one at `keep`.

    Until then, and if this fails, the database is as it was. Call `refuse_others` before.
    """
    _check(fresh)
    with _instead(fresh):
        migrations.run()
    with closing(sqlite3.connect(fresh)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    owner = (path() if path().exists() else path().parent).stat()
    fresh.chmod(0o600)  # a new file, and its log, might be readable for anybody
    with suppress(PermissionError):  # only root may do it, when the portal runs as another user
        os.chown(fresh, owner.st_uid, owner.st_gid)
    with fresh.open("rb") as written:
        os.fsync(written.fileno())
    if keep:
        keep.unlink(missing_ok=True)
        keep.hardlink_to(path())
    fresh.replace(path())


def _check(file: Path) -> None:
    try:
        with closing(sqlite3.connect(file)) as database:
            found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise
        found = str(error)
    if found != "ok":
        raise Refusal(f"The database is damaged: {found}", code="damaged")


@contextmanager
def _instead(file: Path) -> Iterator[None]:
    """Have Django use that file."""
    connection.close()
    name = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name
