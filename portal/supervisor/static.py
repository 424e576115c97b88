"""Collects static files under hashed names if a source has changed."""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders

from portal.supervisor.errors import CannotRun

HASHED_AND_COMPRESSED = "portal.static_storage.HashedStaticFiles"
OURS = Path(__file__).parent.parent  # the code that makes static files


def fingerprint(backend: str) -> str:
    """A digest of the storage, our own code, and each source's path, size and time of change."""
    patterns = apps.get_app_config("staticfiles").ignore_patterns  # type: ignore[attr-defined]
    digest = hashlib.sha256(backend.encode())
    files = [(name, s.path(name)) for finder in get_finders() for name, s in finder.list(patterns)]
    makers = [*sorted(OURS.glob("*.py")), settings.BASE_DIR / "constraints.txt"]
    files += [(path.name, str(path)) for path in makers]
    for name, path in files:
        status = os.stat(path)
        digest.update(f"{name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect(root: Path, environment: Mapping[str, str]) -> bool:
    """Fill STATIC_ROOT if its stamp isn't the sources' fingerprint; return whether it did.

    Runs a separate process, because the children's environment chooses the storage. Raises
    CannotRun with the command's error.
    """
    stamp = Path(settings.STATIC_ROOT) / ".fingerprint"
    wanted = fingerprint(environment["STATICFILES_BACKEND"])
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    done = subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "--clear", "-v", "0"],
        cwd=root,
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotRun(f"Static files could not be collected: {reason_in(done.stderr)}")
    stamp.write_text(wanted)
    return True


def reason_in(stderr: str) -> str:
    """The line of a traceback that names the error, else the last one."""
    lines = stderr.strip().splitlines() or ["no reason given"]
    errors = [line for line in lines if re.match(r"[\w.]+(Error|Exception): ", line)]
    return (errors or lines)[-1]
