"""`manage.py portal`: the whole portal with one command."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from portal.supervisor import configuration
from portal.supervisor.errors import AlreadyRunning, CannotRun, disk_problem
from portal.supervisor.run import Supervisor


class Command(BaseCommand):
    help = "Run the whole portal: broker, workers and web server. PORT, HOST and DATA_DIR apply."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--reload", action="store_true", help="for developers: restart when a source changes"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            asked = configuration.read(
                settings.BASE_DIR, settings.DATA_DIR, reload=options["reload"]
            )
            Supervisor(asked, self.say).run()
        except AlreadyRunning as reason:
            self.say(str(reason))
        except CannotRun as reason:
            self.give_up(reason)
        except OSError as error:
            full = disk_problem(error, settings.DATA_DIR)
            if full is None:
                raise
            self.give_up(full)

    def give_up(self, reason: CannotRun) -> None:
        self.stderr.write(str(reason))
        sys.exit(1)

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
