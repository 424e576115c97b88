"""`manage.py portal`: the whole portal with one command.

It isn't a Django command, because it sets up the environment from which settings are read.
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import django

from portal.garbage import loading
from portal.supervisor import configuration
from portal.supervisor.errors import AlreadyRunning, CannotRun, disk_problem
from portal.supervisor.lock import DataFolder
from portal.supervisor.port import open_sockets

WHAT = "Run the whole portal: broker, workers and web server. PORT, HOST and DATA_DIR apply."


def main(root: Path, arguments: Sequence[str]) -> None:
    """Run the portal until it is stopped. Exits with 1 and one line if it can't run."""
    parser = ArgumentParser(prog="manage.py portal", description=WHAT)
    add_arguments(parser)
    data = Path(os.environ.get("DATA_DIR") or root / "var").resolve()
    os.umask(0o077)  # the database is nobody else's on this machine
    try:
        chosen = configuration.read(root, data, reload=parser.parse_args(arguments).reload)
        with (
            DataFolder(data) as folder,
            open_sockets(chosen.host, chosen.port, chosen.web_processes) as listening,
        ):
            chosen = chosen.at(listening)
            os.environ.update(chosen.environment)
            with loading():
                django.setup()
                from portal.supervisor.parent import Supervisor  # models can't load earlier

            Supervisor(chosen, say).run(folder, listening)
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
    """Add the options of `manage.py portal`."""
    text = "for developers: restart when a source changes"
    parser.add_argument("--reload", action="store_true", help=text)


def say(line: str) -> None:
    """Print a line for the operator at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
