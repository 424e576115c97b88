"""`manage.py portal` in Django's list of commands; it is done by `portal.supervisor.entry`."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from portal.supervisor import entry


class Command(BaseCommand):
    """Begins anew, for settings are read from an environment that is only made there."""

    help = entry.WHAT
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        entry.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        flags = ["--reload"] if options["reload"] else []
        program = [sys.executable, str(settings.BASE_DIR / "manage.py"), "portal", *flags]
        os.execv(program[0], program)  # noqa: S606 - our own command line
