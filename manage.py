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
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
