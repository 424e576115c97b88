"""Backups of a database in PostgreSQL; what is the same for all is in test_backups.py."""

import os
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from games.matches.models import Match
from portal.backups import postgresql, services
from tests.games.matches.conftest import play_on, verified
from tests.support.matches import BURN, started
from tests.support.patience import PATIENCE_SECONDS
from toolbox.errors import Refusal

FAILING = {"toolbox": "tests.support.failing_upgrade.migrations"}
SERVER = os.environ["DATABASE_URL"].rsplit("/", 1)[0]


PLAYED, OWN = (f"{name}_{os.getpid()}" for name in ("played", "backups"))


@contextmanager
def using(name: str, template: str) -> Iterator[None]:
    """Django uses a new database, a copy of that one, which is dropped afterwards."""
    said = connection.settings_dict
    name_before, options_before = said["NAME"], said["OPTIONS"]
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        leave()
        said["NAME"], said["OPTIONS"] = name, {**options_before}
        try:
            yield
        finally:
            leave()
            said["NAME"], said["OPTIONS"] = name_before, options_before
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def leave() -> None:
    connection.close()
    connection.close_pool()


@pytest.fixture(scope="module")
def played(django_db_blocker) -> Iterator[str]:
    """The name of a database with two matches, of which one is over, and the other's id."""
    with django_db_blocker.unblock(), using(PLAYED, os.environ["TEST_TEMPLATE"]):
        people = [User.objects.create_user(name) for name in ("amber", "birch")]
        play_on(started(*people, game=BURN))
        begun = started(*people, game=BURN)
        play_on(begun, 4)
        leave()
        yield begun.public_id


@pytest.fixture
def match(played, settings, tmp_path, django_db_blocker, monkeypatch) -> Iterator[Match]:
    """The one that goes on, in a database of this test's own, which may be slow to let go."""
    monkeypatch.setattr(postgresql, "OTHERS_SECONDS", PATIENCE_SECONDS)
    settings.MIGRATION_MODULES, settings.DATA_DIR = {}, tmp_path
    with django_db_blocker.unblock(), using(OWN, PLAYED):
        yield Match.objects.get(public_id=played)


@pytest.fixture
def backup(match, tmp_path) -> Path:
    return services.back_up(tmp_path / "kept.backup")


def rows() -> tuple[list[str], list[str], int]:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_'")
        schemas = sorted(name for (name,) in cursor.fetchall())
    return sorted(tables), schemas, User.objects.count()


def refused(code: str, file: Path) -> str:
    with pytest.raises(Refusal) as refusal:
        services.restore(file, replace=True)
    assert refusal.value.code == code
    assert "\n" not in refusal.value.detail
    return refusal.value.detail


def test_into_an_empty_database_and_play_goes_on(backup, match):
    before = rows()
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    services.restore(backup)
    assert rows() == before
    call_command("check_matches", "--all", "--jobs=1")
    play_on(Match.objects.get(pk=match.pk))
    verified(Match.objects.get(pk=match.pk))
    User.objects.create_user("cedar")  # sequences go on


def test_a_newer_and_fuller_database_is_replaced_whole(backup):
    before = rows()
    User.objects.create_user("cedar")
    with connection.cursor() as cursor:  # of a newer portal
        cursor.execute("CREATE TABLE newer (who bigint REFERENCES accounts_user)")
    with pytest.raises(Refusal, match="--replace"):
        services.restore(backup)
    services.restore(backup, replace=True)
    assert rows() == before


def test_never_while_others_are_connected(backup, monkeypatch):
    with monkeypatch.context() as patch, psycopg.connect(f"{SERVER}/{OWN}"):
        patch.setattr(postgresql, "OTHERS_SECONDS", 0.3)
        assert "in use by this machine" in refused("running", backup)
    services.restore(backup, replace=True)


def damaged(file: Path, *, within: bytes, by: bytes) -> None:
    """Another dump under a right digest, as of somebody who doesn't wish us well."""
    with zipfile.ZipFile(file) as archive:
        dump = archive.read("database")
    assert within in dump
    other = file.with_name("dump")
    other.write_bytes(dump.replace(within, by, 1))
    manifest = services.archive.manifest_of(file)
    file.unlink()
    named = {"version": "1", "database": "postgresql", "migrations": manifest.migrations}
    services.archive.write(file, other, **named)
    other.unlink()


def test_what_can_not_be_restored_leaves_the_tables_as_they_were(backup, settings):
    User.objects.create_user("cedar")
    before = rows()
    settings.MIGRATION_MODULES = FAILING
    assert "toolbox.0003_fails failed (half of it is done)" in refused("bad_migration", backup)
    assert rows() == before
    damaged(backup, within=b"CREATE INDEX", by=b"CREATE INDEY")
    assert "pg_restore failed" in refused("failed", backup)
    assert rows() == before
    assert User.objects.filter(username="cedar").exists()


def test_a_restore_that_was_killed_is_put_right_by_the_next(backup):
    before = rows()
    with connection.cursor() as cursor:  # before any new table was in
        cursor.execute("CREATE SCHEMA before_restore")
        for table in before[0]:
            cursor.execute(f'ALTER TABLE "{table}" SET SCHEMA before_restore')
    services.restore(backup, replace=True)
    assert rows() == before
    with connection.cursor() as cursor:  # when all were in
        cursor.execute("CREATE SCHEMA before_restore CREATE TABLE people ()")
    assert "before_restore holds tables" in refused("unfinished", backup)
    assert rows()[0] == before[0]


def test_no_password_on_a_command_line_and_a_missing_program_is_named(backup, monkeypatch):
    ran = []

    def run(command, *, env, **_options):
        ran.append((command, env))
        raise FileNotFoundError

    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "moss & lantern")
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(Refusal, match="pg_dump isn’t installed"):
        services.back_up(backup)
    [(command, env)] = ran
    assert "moss" not in " ".join(command)
    assert env["PGPASSWORD"] == "moss & lantern"


def test_a_migration_that_fails_takes_itself_back(match, settings):
    people = User.objects.count()
    settings.MIGRATION_MODULES = FAILING
    with pytest.raises(Refusal, match=r"toolbox\.0003_fails failed"):
        services.upgrade()
    assert "upgrade_fails" not in rows()[0]
    assert User.objects.exclude(username__startswith="nobody").count() == people
    play_on(match)
    verified(Match.objects.get(pk=match.pk))
