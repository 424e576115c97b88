"""Commands that run a program of `tools/`, which needs the developers' packages."""

import os
import subprocess
import sys
from importlib.util import find_spec

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

SERVERS = {"DATABASE_URL", "REDIS_URL"}  # these programs don't need them


def check(*modules: str) -> None:
    """Raise CommandError unless these modules of requirements-dev.txt are installed."""
    if not all(find_spec(module) for module in modules):
        text = _("The developers' tools aren't installed: run `make setup`, then this again.")
        raise CommandError(text)


def run(program: str, *arguments: str) -> None:
    """Run that module of `tools/` with an empty database of its own, and exit as it does."""
    done = subprocess.run(  # noqa: S603 - a program of ours
        [sys.executable, "-m", f"tools.{program}", *arguments],
        cwd=settings.BASE_DIR,
        env={name: value for name, value in os.environ.items() if name not in SERVERS},
        check=False,
    )
    sys.exit(done.returncode)
