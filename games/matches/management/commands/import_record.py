"""`manage.py import_record FILE`: take a finished match back from its record."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.errors import Refusal
from games.matches.importing import import_record
from games.matches.management.commands.verify_record import read_verified


class Command(BaseCommand):
    help = _("Verifies a record and stores it as a finished match that everybody can look at.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            match = import_record(read_verified(file))
        except Refusal as refusal:
            raise CommandError(refusal.detail) from refusal
        self.stdout.write(_("Stored as /matches/{id}/").format(id=match.public_id))
