"""`manage.py verify_record FILE`: was this match dealt and played as its record says?"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.matches.record import portal_key
from games.plugin import Record, RecordError, Verdict, load_record, verify_record
from games.plugin.signature import Signature


def read_verified(path: Path, keys: Path | None = None) -> tuple[Record, Verdict]:
    """The record in a file, and what was checked of it.

    `keys`: a file with the keys of another portal, as `/api/keys/` tells them. Raises CommandError
    if it can't be read, doesn't verify, or is signed by a key that nobody knows.
    """
    try:
        record = load_record(path.read_bytes())
        verdict = verify_record(record)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except RecordError as error:
        raise CommandError(f"{path}: {error}") from error
    if verdict.key is not None and verdict.key not in _known(keys):
        told = _("{path}: the key {key} that signed it isn't one of this portal's (see --keys).")
        raise CommandError(told.format(path=path, key=verdict.key))
    return record, verdict


def add_arguments(parser: ArgumentParser) -> None:
    """What both commands about records take."""
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--keys", type=Path, help=_("the keys of the portal that signed it, from its /api/keys/")
    )


def _known(keys: Path | None) -> set[str]:
    own = set(portal_key.published())
    if keys is None:
        return own
    try:
        return own | {str(key["key"]) for key in json.loads(keys.read_bytes())["keys"]}
    except OSError as error:
        raise CommandError(f"{keys}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise CommandError(f"{keys}: {error}") from error


class Command(BaseCommand):
    help = _(
        "Checks a downloaded record: that the seed is the one promised before the first move, "
        "that every chance outcome follows from it, that every action was legal, the result, and "
        "who signed it. "
        "If a match was played by a version of the rules that is no longer installed, it checks "
        "everything except the moves and the result, and says so."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, file: Path, keys: Path | None, **options: Any) -> None:
        record, verdict = read_verified(file, keys)
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
        self.stdout.write(_signed(record))


def _signed(record: Record) -> str:
    signature = record.signature
    if not isinstance(signature, Signature):
        return _(
            "It isn't signed, so someone who invented the match could have invented its hashes too."
        )
    told = _("Signed at {at} with the key {key}.").format(at=signature.at, key=signature.key)
    if signature.note is None:
        return told
    again = _("It was resealed then because an account was closed.")
    return f"{told} {again}"
