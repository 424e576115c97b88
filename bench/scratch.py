"""A portal of its own in a temporary folder, in this process."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def scratch_portal() -> Iterator[None]:
    """Django is set up and its tables are made. Once in a process; models are imported within."""
    with portal_in(None):
        yield


@contextmanager
def portal_in(folder: str | None) -> Iterator[None]:
    """The same in a folder that is kept; None: in a temporary one."""
    with tempfile.TemporaryDirectory() as temporary:
        kept = Path(folder or temporary)
        kept.mkdir(parents=True, exist_ok=True)
        os.environ |= {"DATA_DIR": str(kept), "LOG_LEVEL": "ERROR"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield
