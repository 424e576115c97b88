"""`manage.py backup`."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal.backups import services
from toolbox.errors import Refusal


def add_passphrase(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--passphrase-file",
        type=Path,
        help="the file with the passphrase for the record key; without it, BACKUP_PASSPHRASE",
    )


def passphrase_from(options: dict[str, Any]) -> str:
    """The passphrase from its file or the environment; "" without one."""
    file = options["passphrase_file"]
    try:
        given = file.read_text().strip() if file else os.environ.get("BACKUP_PASSPHRASE", "")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The passphrase can’t be read: {error}") from error
    if file and not given:
        raise CommandError(f"{file} is empty.")
    return str(given)


class Command(BaseCommand):
    help = "Writes the database and, sealed by a passphrase, the record key to one file."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file, or a folder to name it by the time")
        parser.add_argument(
            "--keep", type=int, default=0, help="remove all but that many of the folder's backups"
        )
        add_passphrase(parser)

    def handle(self, *arguments: Any, **options: Any) -> None:
        passphrase = passphrase_from(options)
        try:
            file = services.back_up(
                options["file"], passphrase=passphrase, keep=max(0, options["keep"])
            )
        except Refusal as refusal:
            raise CommandError(refusal.detail) from refusal
        self.stdout.write(str(file))
        if not passphrase:
            self.stdout.write("Without a passphrase the record key isn’t in it: keep a copy.")
