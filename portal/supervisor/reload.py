"""For `make dev`: noticing that a source file changed."""

from collections.abc import Iterator
from pathlib import Path

SUFFIXES = {".py", ".html"}
IGNORED = {"var", "tests", "bench", "node_modules", "docs"}


def sources(root: Path) -> Iterator[Path]:
    """Every file whose change needs a restart, outside hidden and ignored folders."""
    for entry in root.iterdir():
        if entry.name.startswith(".") or entry.name in IGNORED:
            continue
        if entry.is_dir():
            yield from sources(entry)
        elif entry.suffix in SUFFIXES:
            yield entry


class Watch:
    """Remembers the times of change of all sources below a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._seen = self._times()

    def _times(self) -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in sources(self.root) if path.exists()}

    def changed(self) -> bool:
        """Whether anything is new, gone or different since the last call."""
        before, self._seen = self._seen, self._times()
        return before != self._seen
