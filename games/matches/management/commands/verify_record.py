"""`manage.py verify_record FILE`: was this match dealt and played as its record says?"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.plugin import Record, RecordError, load_record, verify_record


def read_verified(path: Path) -> Record:
    """The record in a file. Raises CommandError if it can't be read or doesn't verify."""
    try:
        record = load_record(path.read_bytes())
        verify_record(record)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except RecordError as error:
        raise CommandError(f"{path}: {error}") from error
    return record


class Command(BaseCommand):
    help = _(
        "Checks a downloaded record: that the seed is the one promised before the first move, that "
        "every chance outcome follows from it, that every action was legal, and the result."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        record = read_verified(file)
        self.stdout.write(
            _("{game}: {count} steps, every one as it should be.").format(
                game=record.game, count=len(record.steps)
            )
        )
