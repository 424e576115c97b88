"""A portal of its own in a temporary folder, in this process."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def scratch_portal() -> Iterator[None]:
    """Django is set up and its tables are made. Once in a process; models are imported within."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "LOG_LEVEL": "ERROR"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield
