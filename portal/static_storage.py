"""How static files are served by `make run`: under names that hash their content, cached for ever.

Scripts are modules as they are written. A style sheet may begin with `@import "folder/part.css";`
lines; it is served with its parts in their places, so a page needs one request for each sheet.
Parts name no other files, since their addresses would be relative to another folder then.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

PART = re.compile(r'^@import "([\w./-]+\.css)";\n', re.MULTILINE)
COMMENT = re.compile(r"\s*/\*.*?\*/", re.DOTALL)
# Django's own patterns for imports hold for all scripts or none; some of other packages fail.
IMPORTED = (r'(?P<matched>(?P<word>from|import) "(?P<url>\.[\w./-]+)")', '%(word)s "%(url)s"')


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Hashed names, also where a module imports another: by two names it would run twice."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", (IMPORTED,)),
        ("*/board.js", (IMPORTED,)),
    )
    keep_only_hashed_files = True

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Hash and compress what was collected: each file's storage and path in it, by name."""
        sheets = {name: _Whole(*paths[name]) for name in paths if name.endswith(".css")}
        whole = {name: (sheet, name) for name, sheet in sheets.items()}
        yield from super().post_process(paths | whole, **options)


class _Whole:
    """Opens as a style sheet with its parts."""

    def __init__(self, storage: Any, path: str) -> None:
        self.file = Path(storage.path(path))

    def open(self, _path: str) -> ContentFile:
        return ContentFile(whole_sheet(self.file).encode())


def whole_sheet(path: Path) -> str:
    """The text of a style sheet with its parts, without comments if it has any."""
    sheet = path.read_text(encoding="utf-8")
    whole = PART.sub(lambda found: _part(path.parent / found[1]), sheet)
    return sheet if whole == sheet else COMMENT.sub("", whole)


def _part(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if "url(" in text or "@import" in text:
        raise ValueError(f"{path}: a part of a style sheet can't name another file.")
    return text
