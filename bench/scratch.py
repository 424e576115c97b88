"""A portal of its own in a temporary folder, in this process."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path


@contextmanager
def scratch_portal() -> Iterator[None]:
    """Django is set up and its tables are made. Once in a process; models are imported within."""
    with portal_in(None):
        yield


@contextmanager
def portal_in(folder: str | None, *, postgres: bool = False) -> Iterator[Path]:
    """The same in a folder that is kept; None: in a temporary one. Gives that folder.

    `postgres`: with a PostgreSQL of its own, unless DATABASE_URL names a database already.
    """
    with ExitStack() as stack:
        temporary = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hearth-bench-")))
        if postgres and "DATABASE_URL" not in os.environ:
            from tests.support.services import postgresql

            temporary.chmod(0o711)  # the server may run as another user
            os.environ["DATABASE_URL"] = stack.enter_context(postgresql(temporary))
        kept = Path(folder) if folder else temporary / "data"
        kept.mkdir(parents=True, exist_ok=True)
        os.environ |= {"DATA_DIR": str(kept), "LOG_LEVEL": "ERROR"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield kept
