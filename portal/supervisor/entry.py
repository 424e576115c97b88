"""`manage.py portal`: the whole portal with one command.

No command of Django's: the settings are read from an environment that is only made here.
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import django

from portal.supervisor import configuration
from portal.supervisor.children import loading
from portal.supervisor.errors import AlreadyRunning, CannotRun, disk_problem
from portal.supervisor.lock import DataFolder
from portal.supervisor.port import open_socket

WHAT = "Run the whole portal: broker, workers and web server. PORT, HOST and DATA_DIR apply."


def main(root: Path, arguments: Sequence[str]) -> None:
    """Run it until somebody stops it. Exits with 1 and one line where it can't run."""
    data = Path(os.environ.get("DATA_DIR") or root / "var").resolve()
    try:
        asked = configuration.read(root, data, reload=_watches(arguments))
        with DataFolder(data) as folder, open_socket(asked.host, asked.port) as listening:
            asked = asked.at(listening)
            os.environ.update(asked.environment)
            with loading():
                django.setup()
                from portal.supervisor.parent import Supervisor  # models can be loaded only now

            Supervisor(asked, say).run(folder, listening)
    except AlreadyRunning as reason:
        say(str(reason))
    except CannotRun as reason:
        sys.exit(str(reason))
    except OSError as error:
        full = disk_problem(error, data)
        if full is None:
            raise
        sys.exit(str(full))


def add_arguments(parser: ArgumentParser) -> None:
    """What `manage.py portal` can be told."""
    told = "for developers: restart when a source changes"
    parser.add_argument("--reload", action="store_true", help=told)


def _watches(arguments: Sequence[str]) -> bool:
    """Whether sources are watched."""
    parser = ArgumentParser(prog="manage.py portal", description=WHAT)
    add_arguments(parser)
    return bool(parser.parse_args(arguments).reload)


def say(line: str) -> None:
    """One line for the operator, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
