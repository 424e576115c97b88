"""`manage.py import_record FILE`: import a finished match from its record."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.matches.management.commands.verify_record import (
    add_arguments,
    keys_in,
    own_keys,
    read_verified,
)
from games.matches.record.restore import import_record
from games.plugin import RecordError
from games.plugin.codec import canonical_json
from toolbox.errors import Refusal


class Command(BaseCommand):
    help = _("Verifies a record and stores it as a finished match that everyone can see.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, file: Path, keys: Path | None, **options: Any) -> None:
        given = keys_in(keys)
        data, record, verdict = read_verified(file)
        if verdict.key is not None and verdict.key not in own_keys() | given:
            text = _("{path}: the key {key} that signed it isn't known here (see --keys).")
            raise CommandError(text.format(path=file, key=verdict.key))
        try:
            if data.removesuffix(b"\n") != canonical_json(record):
                raise RecordError(None, "it isn't written as a portal writes it, byte for byte")
            match = import_record(record)
        except Refusal as refusal:
            raise CommandError(refusal.detail) from refusal
        except RecordError as error:
            raise CommandError(f"{file}: {error}") from error
        self.stdout.write(_("Stored as /matches/{id}/").format(id=match.public_id))
        if verdict.key is None:
            self.stdout.write(_("Nobody signed it; its page says so."))
