"""`manage.py verify_record FILE`: was this match dealt and played as its record says?"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _, ngettext

from games.matches.record import portal_key
from games.matches.record.restore import NO_END
from games.plugin import RecordError
from games.protocol.record import Record, Signature
from games.protocol.record_file import MOST_BYTES, load_record, read_json
from games.protocol.verification import Verdict, verify_record

WRONG_USE = 2
UNPROVEN = 3  # the record is consistent, but no known key has signed it


def read_verified(path: Path) -> tuple[bytes, Record, Verdict]:
    """A file's content, record and verdict. Raises CommandError if it is wrong or has no end."""
    data = _read(path)
    try:
        record = load_record(data)
        verdict = verify_record(record)
        if not verdict.ended:
            raise RecordError(len(record.steps) - 1, NO_END)
    except RecordError as error:
        raise CommandError(f"{path}: {error}") from error
    return data, record, verdict


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--keys", type=Path, help=_("the keys of the portal that signed it, from its /api/keys/")
    )


def own_keys() -> set[str]:
    """This portal's keys; without a database, only the present one."""
    try:
        return set(portal_key.published())
    except DatabaseError:
        return {portal_key.current()}


def keys_in(path: Path | None) -> set[str]:
    """The keys in another portal's file of keys. Raises CommandError."""
    if path is None:
        return set()
    try:
        return {str(key["key"]) for key in read_json(_read(path))["keys"]}
    except (RecordError, TypeError, KeyError) as error:
        text = _("{path} holds no keys.").format(path=path)
        raise CommandError(text, returncode=WRONG_USE) from error


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"{path}: {reason}", returncode=WRONG_USE) from error


class Command(BaseCommand):
    help = _(
        "Checks a downloaded record: that the seed is the one promised before the first move, "
        "that every chance outcome follows from it, that every action was legal, the result, and "
        "who signed it. "
        "If a match was played by a version of the rules that is no longer installed, it checks "
        "everything except the moves and the result, and says so. "
        "It exits with 0 if all is right and signed by a key of this portal or of --keys, with 3 "
        "if all fits together and no known key has signed it, with 1 if something is wrong, and "
        "with 2 if a file can't be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, file: Path, keys: Path | None, **options: Any) -> None:
        given = keys_in(keys)
        _data, record, verdict = read_verified(file)
        own = own_keys()
        self.stdout.write(_signer_line(record, own, given, keys))
        count = len(record.steps)
        steps = ngettext("{count} step", "{count} steps", count).format(count=count)
        text = (
            _("{game}: {steps}, all of them correct.")
            if verdict.replayed
            else _(
                "{game}: {steps}. The promise, the hashes and all chance are correct. The moves "
                "weren't replayed and the result wasn't checked: version {version} of the rules "
                "is no longer installed."
            )
        )
        self.stdout.write(text.format(game=record.game, steps=steps, version=record.rules_version))
        if verdict.key not in own | given:
            sys.exit(UNPROVEN)


def _signer_line(record: Record, own: set[str], given: set[str], keys: Path | None) -> str:
    signature = record.signature
    if not isinstance(signature, Signature):
        return _("Not signed: this proves only that the file fits together.")
    if signature.key in own:
        text = _("Signed by this portal at {at} (key {key}).")
    elif signature.key in given:
        text = _("Signed by the portal of {keys} at {at} (key {key}).")
    else:
        text = _(
            "Signed by key {key}, which isn't known here: this proves only that the file fits "
            "together. Compare it with those that its portal publishes at /api/keys/ (see --keys)."
        )
    return text.format(at=signature.at, key=signature.key, keys=keys)
