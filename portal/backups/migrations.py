"""Runs migrations, and says which one failed."""

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from toolbox.errors import Refusal


def applied() -> list[tuple[str, str]]:
    """App and name of each migration that the database has had."""
    return sorted(MigrationRecorder(connection).applied_migrations())


def missing() -> list[str]:
    """App and name of each that it hasn't had and this code has, in their order."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(migration) for migration, _backwards in plan]


def run() -> None:
    """Run those that are missing. Raises a Refusal that names the one that failed."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except Exception as error:
        if not (left := missing()):
            raise
        reason = " ".join(str(error).split()) or type(error).__name__
        text = f"The database can’t be migrated: {left[0]} failed ({reason})."
        raise Refusal(text, code="bad_migration") from error
