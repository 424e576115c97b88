#!/usr/bin/env python
"""Django's command line for the portal."""

import os
import sys

import preflight

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    if sys.argv[1:2] == ["portal"]:
        preflight.before_portal(os.path.dirname(os.path.abspath(__file__)))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
