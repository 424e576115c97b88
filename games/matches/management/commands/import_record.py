"""`manage.py import_record FILE`: take a finished match back from its record."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from accounts.errors import Refusal
from games.matches.management.commands.verify_record import add_arguments, read_verified
from games.matches.record.restore import import_record
from games.plugin import RecordError


class Command(BaseCommand):
    help = _("Verifies a record and stores it as a finished match that everyone can see.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, file: Path, keys: Path | None, **options: Any) -> None:
        try:
            record, _verdict = read_verified(file, keys)
            match = import_record(record)
        except Refusal as refusal:
            raise CommandError(refusal.detail) from refusal
        except RecordError as error:
            raise CommandError(f"{file}: {error}") from error
        self.stdout.write(_("Stored as /matches/{id}/").format(id=match.public_id))
