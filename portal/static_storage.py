"""The static files of `make run`: under names that hash their content, cached forever.

Scripts are served without comments and white space. A style sheet may begin with
`@import "folder/part.css";` lines, which are replaced by these parts, so that a page needs one
request for each sheet. Parts can't name other files, whose relative addresses would change.
"""

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

PART = re.compile(r'^@import "([\w./-]+\.css)";\n', re.MULTILINE)
COMMENT = re.compile(r"\s*/\*.*?\*/", re.DOTALL)
# Django's own option for imports applies to all scripts, and fails for some in other packages.
IMPORTED = (r'(?P<matched>(?P<word>from|import)"(?P<url>\.[\w./-]+)")', '%(word)s"%(url)s"')
SCRIPTS = ("js/*.js", "*/board.js")  # our own


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Hashed names, also in the imports of modules, which would run twice under two names."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((pattern, (IMPORTED,)) for pattern in SCRIPTS),
    )
    keep_only_hashed_files = True

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Hash and compress the collected files; `paths` has storage and path by name."""
        for name, (storage, path) in paths.items():
            if make := maker(name):
                paths[name] = _Made(storage, make), path
        yield from super().post_process(paths, **options)


class _Made:
    """A storage whose files open as the text made from them."""

    def __init__(self, storage: Any, make: Callable[[Path], str]) -> None:
        self.storage, self.make = storage, make

    def open(self, path: str) -> ContentFile:
        return ContentFile(self.make(Path(self.storage.path(path))).encode())


def maker(name: str) -> Callable[[Path], str] | None:
    """The function that makes the text served under a name; None to serve the file as it is."""
    if name.endswith(".css"):
        return whole_sheet
    return small_script if any(fnmatch(name, pattern) for pattern in SCRIPTS) else None


def small_script(path: Path) -> str:
    return str(jsmin(path.read_text(encoding="utf-8")))


def whole_sheet(path: Path) -> str:
    """The text of a style sheet with its parts, without comments."""
    sheet = path.read_text(encoding="utf-8")
    whole = PART.sub(lambda found: _part(path.parent / found[1]), sheet)
    return sheet if whole == sheet else COMMENT.sub("", whole)


def _part(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if "url(" in text or "@import" in text:
        raise ValueError(f"{path}: a part of a style sheet can't name another file.")
    return text
