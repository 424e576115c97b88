#!/usr/bin/env python
"""Django's command line for the portal."""

import os
import sys
from pathlib import Path

import preflight

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    if sys.argv[1:2] == ["portal"]:
        root = os.path.dirname(os.path.abspath(__file__))
        preflight.before_portal(root)
        from portal.supervisor import entry

        sys.exit(entry.main(Path(root), sys.argv[2:]))
    if sys.argv[1:2] == ["doctor"]:
        from portal.environment import DATA_DIR, running

        for name, value in running(DATA_DIR).get("environment", {}).items():
            os.environ.setdefault(name, value)
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, ProgrammingError

    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads any further
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (OperationalError, ProgrammingError) as error:
        if "--traceback" in sys.argv:
            raise
        told = " ".join(str(error).split())
        sys.exit(f"The database can't be used: {told}. `manage.py migrate` makes its tables.")
