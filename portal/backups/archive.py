"""A backup: one zip archive with a manifest, the database and maybe the sealed record key.

Members are read by these names alone, so that no archive decides where anything is written. Its
checksums show damage, not who made the file.
"""

import base64
import errno
import os
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from toolbox.errors import Refusal

FORMAT = 1
MANIFEST, DATABASE, KEY = "manifest.json", "database", "record_key.sealed"
SMALL = 1024 * 1024  # the most bytes of a manifest or a key
SALT = 16  # bytes
SAFE = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # other methods unpack more than is read


class Manifest(msgspec.Struct, frozen=True):
    """The part of a backup that can be read without its database. Nothing in it is secret."""

    format: int
    version: str  # of the portal
    database: str  # "sqlite" or "postgresql"
    made_at: datetime
    migrations: list[tuple[str, str]]


def write(file: Path, dump: Path, *, sealed: bytes = b"", **facts: Any) -> None:
    """Write the archive; it is on the disk when this returns. `facts` go into the manifest."""
    file.touch(mode=0o600, exist_ok=False)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(dump, DATABASE)
        manifest = Manifest(format=FORMAT, made_at=datetime.now(UTC), **facts)
        archive.writestr(MANIFEST, msgspec.json.encode(manifest))
        if sealed:
            archive.writestr(KEY, sealed)
    with file.open("rb") as written:
        os.fsync(written.fileno())


def manifest_of(file: Path) -> Manifest:
    """Raises a Refusal unless the file is a backup in a format that this code knows."""
    with _opened(file) as archive:
        manifest = msgspec.json.decode(_small(archive, MANIFEST), type=Manifest)
    if manifest.format > FORMAT:
        raise Refusal(f"{file} was made by a newer portal ({manifest.version}).", code="newer")
    return manifest


def extract(file: Path, to: Path) -> None:
    """Write the database to that path. Raises a Refusal if it is damaged."""
    with _opened(file) as archive, archive.open(DATABASE) as member, to.open("xb") as target:
        shutil.copyfileobj(member, target)


def key_in(file: Path, passphrase: str) -> str | None:
    """The record key; None if there is none, "" without a passphrase. Raises a Refusal."""
    with _opened(file) as archive:
        if KEY not in archive.namelist():
            return None
        sealed = _small(archive, KEY)
    try:
        return passphrase and _cipher(passphrase, sealed[:SALT]).decrypt(sealed[SALT:]).decode()
    except InvalidToken:
        raise Refusal("The passphrase is wrong.", code="wrong_passphrase") from None


def seal(key: str, passphrase: str) -> bytes:
    """The key, readable only with the passphrase."""
    salt = os.urandom(SALT)
    return salt + _cipher(passphrase, salt).encrypt(key.encode())


def _cipher(passphrase: str, salt: bytes) -> Fernet:
    derived = Scrypt(salt=salt, length=32, n=2**17, r=8, p=1).derive(passphrase.encode())
    return Fernet(base64.urlsafe_b64encode(derived))


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    """Open the archive; turn errors due to its damage, but not those of writing, into a Refusal."""
    try:
        opened = file.open("rb")
    except OSError as error:
        raise Refusal(f"{file} can’t be read: {error.strerror}.", code="not_found") from None
    try:
        with opened, zipfile.ZipFile(opened) as archive:
            if {member.compress_type for member in archive.infolist()} - SAFE:
                raise zipfile.BadZipFile
            yield archive
    except Exception as error:
        # EINVAL: an offset that no file has
        if isinstance(error, Refusal) or getattr(error, "errno", None) not in (None, errno.EINVAL):
            raise
        text = f"{file} is damaged, or no backup of this portal."
        raise Refusal(text, code="damaged") from error


def _small(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as member:
        return member.read(SMALL)
