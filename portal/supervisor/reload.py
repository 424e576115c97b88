"""For `make dev`: noticing that a source file changed."""

import os
from contextlib import suppress
from pathlib import Path

SUFFIXES = (".py", ".html")
IGNORED = {"var", "tests", "attack", "bench", "node_modules", "docs"}


class Watch:
    """Remembers when each source below a folder, outside hidden and ignored ones, was changed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._seen = self._times()

    def _times(self) -> dict[str, int]:
        found = {}
        for folder, below, names in os.walk(self.root):
            below[:] = [name for name in below if name[0] != "." and name not in IGNORED]
            for path in (os.path.join(folder, name) for name in names if name.endswith(SUFFIXES)):
                with suppress(FileNotFoundError):  # it has just gone
                    found[path] = os.stat(path).st_mtime_ns
        return found

    def changed(self) -> bool:
        """Whether anything is new, gone or different since the last call."""
        before, self._seen = self._seen, self._times()
        return before != self._seen
