"""A ZIP archive that grows piece by piece, so that each piece can be made by another process.

An archive is its entries and, behind them, its directory. Whoever adds entries needs the directory
alone: it is overwritten by the new entries and written anew behind them.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from zipfile import ZIP_DEFLATED, ZipFile


@dataclass(frozen=True)
class Grown:
    """What was added: the bytes of the new entries, and the directory that follows them now."""

    piece: bytes
    directory: bytes


def grow(entries: int, directory: bytes, files: Mapping[str, bytes]) -> Grown:
    """Add files, by their names, to an archive whose entries are that many bytes long.

    The archive is all the pieces in their order, and the last directory.
    """
    behind = _Behind(entries, directory)
    with ZipFile(behind, "a", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        added = archive.start_dir - entries
    written = behind.getvalue()
    return Grown(written[:added], written[added:])


class _Behind(io.BytesIO):
    """A file of which only what stands from `start` on is here."""

    def __init__(self, start: int, content: bytes) -> None:
        self._start = start
        super().__init__(content)

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        if whence == io.SEEK_SET:
            return super().seek(offset - self._start) + self._start
        return super().seek(offset, whence) + self._start

    def tell(self) -> int:
        return super().tell() + self._start

    def truncate(self, size: int | None = None, /) -> int:
        return super().truncate(None if size is None else size - self._start) + self._start
