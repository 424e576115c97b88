"""`manage.py doctor`: whether the portal is set up right, and if not, what to do."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from portal import doctor
from portal.environment import running


class Command(BaseCommand):
    help = (
        "Checks what operators get wrong, and says how to mend it. Run it with the environment and "
        "as the user of the portal's processes, while they run. Changes nothing."
    )
    requires_system_checks = ()  # they are among the checks

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mail", default="", metavar="ADDRESS", help="send a test mail there")
        parser.add_argument(
            "--url",
            default=settings.SITE_URL,
            help="ask the proxy here, such as https://proxy, if SITE_URL can't be reached",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        patient = doctor.Patient(url=options["url"], mail=options["mail"])
        run = running(settings.DATA_DIR)
        if run.get("environment"):
            self.stdout.write(f"This is the embedded run at {run['address']}, judged as such.")
        mistakes = 0
        for name, wrong in doctor.examine(patient):
            mistakes += len(wrong)
            for sentence in wrong:
                self.stdout.write(f"WRONG  {name}: {sentence}")
            if not wrong:
                self.stdout.write(f"ok     {name}")
        if mistakes:
            raise CommandError(f"Problems: {mistakes}. Fix them, and run the doctor again.")
