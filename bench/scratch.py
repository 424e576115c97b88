"""A portal of its own in this process."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def scratch_portal(folder: str | None = None) -> Iterator[None]:
    """Django is set up and its tables are made, in that folder or a temporary one.

    Once in a process; models are imported within.
    """
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as temporary:
        kept = Path(folder or temporary)
        kept.mkdir(parents=True, exist_ok=True)
        os.environ |= {"DATA_DIR": str(kept), "LOG_LEVEL": "ERROR"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield
