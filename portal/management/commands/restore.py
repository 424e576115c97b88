"""`manage.py restore`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal.backups import services
from portal.management.commands.backup import add_passphrase, passphrase_from
from toolbox.errors import Refusal


class Command(BaseCommand):
    help = "Puts a backup in the database’s place and migrates it. The portal must not run."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="replace a database that isn’t empty, for good"
        )
        add_passphrase(parser)

    def handle(self, *arguments: Any, **options: Any) -> None:
        try:
            remark = services.restore(
                options["file"],
                replace=options["replace"],
                passphrase=passphrase_from(options),
            )
        except Refusal as refusal:
            raise CommandError(refusal.detail) from refusal
        self.stdout.write(f"Restored. {remark}")
