"""`manage.py verify_record FILE`: was this match dealt and played as its record says?"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.plugin import Record, RecordError, Verdict, load_record, verify_record


def read_verified(path: Path) -> tuple[Record, Verdict]:
    """The record in a file, and what was checked of it.

    Raises CommandError if it can't be read or doesn't verify.
    """
    try:
        record = load_record(path.read_bytes())
        verdict = verify_record(record)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except RecordError as error:
        raise CommandError(f"{path}: {error}") from error
    return record, verdict


class Command(BaseCommand):
    help = _(
        "Checks a downloaded record: that the seed is the one promised before the first move, "
        "that every chance outcome follows from it, that every action was legal, and the result. "
        "If a match was played by a version of the rules that is no longer installed, it checks "
        "everything except the moves and the result, and says so."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        record, verdict = read_verified(file)
        count = len(record.steps)
        steps = ngettext("{count} step", "{count} steps", count).format(count=count)
        told = (
            _("{game}: {steps}, all of them correct.")
            if verdict.replayed
            else _(
                "{game}: {steps}. The promise, the hashes and all chance are correct. The moves "
                "weren't replayed and the result wasn't checked: version {version} of the rules "
                "is no longer installed."
            )
        )
        self.stdout.write(told.format(game=record.game, steps=steps, version=record.rules_version))
