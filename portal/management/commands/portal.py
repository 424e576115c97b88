"""`manage.py portal` in Django's list of commands; `portal.supervisor.entry` runs it."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from portal.supervisor import entry


class Command(BaseCommand):
    """Runs manage.py again, since `entry` must set the environment before settings load."""

    help = entry.WHAT
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        entry.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        flags = ["--reload"] if options["reload"] else []
        program = [sys.executable, str(settings.BASE_DIR / "manage.py"), "portal", *flags]
        os.execv(program[0], program)  # noqa: S606 - our own command line
