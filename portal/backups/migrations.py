"""Runs migrations, and says which one failed."""

import io

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from toolbox.errors import Refusal

APPLYING = "  Applying "


def applied() -> list[tuple[str, str]]:
    """App and name of each migration that the database has had."""
    return sorted(MigrationRecorder(connection).applied_migrations())


def missing() -> bool:
    """Whether this code has some that the database hasn't had."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def run() -> None:
    """Run those that are missing. Raises a Refusal that names the one that failed."""
    said = io.StringIO()
    try:
        call_command("migrate", interactive=False, no_color=True, stdout=said)
    except Exception as error:
        last = said.getvalue().splitlines()[-1:]
        if not last or not last[0].startswith(APPLYING):
            raise  # none has begun
        name = last[0].removeprefix(APPLYING).split("...")[0]
        reason = " ".join(str(error).split()) or type(error).__name__
        text = f"The database can’t be migrated: {name} failed ({reason})."
        raise Refusal(text, code="bad_migration") from error
