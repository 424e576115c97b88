"""A database in PostgreSQL, dumped and restored by its own programs."""

import os
import subprocess
import time
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from portal.backups import migrations
from toolbox.errors import Conflict, Refusal

KEPT = "before_restore"  # the schema that holds the old tables while new ones are loaded
OTHERS_SECONDS = 2.0  # time for other connections to end
# Parameters of psycopg's connection that the programs get; they may be older than its libpq.
PASSED_ON = ("host", "port", "user", "dbname", "sslmode", "sslrootcert", "sslcert", "sslkey")


def dump(to: Path) -> None:
    """Write the contents of the database at this moment, whatever is written meanwhile."""
    _run("pg_dump", "--format=custom", "--compress=0", f"--schema={_schema()}", f"--file={to}")


def is_empty() -> bool:
    return not _tables(_schema())


def refuse_others() -> None:
    """Raises a Refusal if others stay connected. From now on this process has one connection."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    connection.settings_dict["OPTIONS"].pop("pool", None)  # it may open several
    ends_at = time.monotonic() + OTHERS_SECONDS
    while where := _others():
        if time.monotonic() > ends_at:
            text = f"The database is in use by {where}: stop the portal first."
            raise Conflict(text, code="running")
        time.sleep(0.1)


def _others() -> str:
    """Where others are connected from; "" if nobody is."""
    found = _sql(
        "SELECT DISTINCT coalesce(host(client_addr), 'this machine') FROM pg_stat_activity"
        " WHERE datname = current_database() AND backend_type = 'client backend'"
        " AND pid <> pg_backend_pid()"
    )
    return ", ".join(host for (host,) in found)


def replace(fresh: Path) -> None:
    """Put that migrated dump in the database's place.

    If this fails, the tables are as they were. If it is killed, the next call first puts them back.
    """
    schema = _schema()
    if _tables(KEPT):
        if _tables(schema):
            text = f"The schema {KEPT} holds tables of a broken restore: look at them, and drop it."
            raise Conflict(text, code="unfinished")
        _move(KEPT, schema)
    _move(schema, KEPT)
    try:
        _run(
            *("pg_restore", "--single-transaction", "--exit-on-error", "--no-owner"),
            *("--no-privileges", f"--schema={schema}", str(fresh)),
        )
        if "django_migrations" not in connection.introspection.table_names():
            raise Refusal(f"The backup has no tables of the schema {schema}.", code="damaged")
        migrations.run()
    except BaseException:
        with transaction.atomic():
            for table in _tables(schema):
                _sql(f"DROP TABLE {table} CASCADE")
            _move(KEPT, schema)
        raise
    _sql(f"DROP SCHEMA {KEPT} CASCADE")


def _schema() -> str:
    return str(_sql("SELECT current_schema()")[0][0])


def _tables(schema: str) -> list[str]:
    """The names of the schema's tables, quoted for statements."""
    text = "SELECT format('%%I.%%I', schemaname, tablename) FROM pg_tables WHERE schemaname = %s"
    return [name for (name,) in _sql(text, schema)]


def _move(before: str, after: str) -> None:
    """Move all tables, with their indexes and sequences, to another schema."""
    with transaction.atomic():
        if after == KEPT:
            _sql(f"DROP SCHEMA IF EXISTS {KEPT}")
            _sql(f"CREATE SCHEMA {KEPT}")
        for table in _tables(before):
            _sql(f"ALTER TABLE {table} SET SCHEMA {connection.ops.quote_name(after)}")
        if before == KEPT:
            _sql(f"DROP SCHEMA {KEPT}")


def _sql(text: str, *given: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(text, given or None)
        return cursor.fetchall() if cursor.description else []


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on the database, with the password in the environment."""
    from psycopg.conninfo import make_conninfo  # may be missing where SQLite is used

    with connection.cursor() as cursor:
        given = cursor.connection.info.get_parameters()
        where = make_conninfo("", **{name: given.get(name) for name in PASSED_ON})
    password = connection.settings_dict["PASSWORD"]
    secret = {"PGPASSWORD": password} if password else {}
    try:
        done = subprocess.run(  # noqa: S603 - our own command line
            [program, f"--dbname={where}", "--no-password", *arguments],
            env=os.environ | secret,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        text = f"{program} isn’t installed: install PostgreSQL’s client programs."
        raise Refusal(text, code="not_installed") from None
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[0]
        raise Refusal(f"{program} failed: {reason}", code="failed")
