"""How static files are kept where they may be cached for ever."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from portal import own_styles, page_styles, scripts, style_sheets

# Django offers this for all JavaScript or none; what comes with packages doesn't always stand it.
_EVERYWHERE, _IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns

Paths = dict[str, tuple[Any, str]]  # where a file lies, a storage and a path in it, by its name


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Names with a hash of the content, also where one script of ours imports another.

    Otherwise a module would be loaded, and run, twice: once by each of its names. Scripts are put
    together from their modules, style sheets from their parts, and those that pages link one after
    another are one.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", _IMPORTS),
        ("*/board.js", _IMPORTS),
    )
    keep_only_hashed_files = True

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Name, change and compress what was collected: where each file lies, by its name."""
        modules = {name for name in paths if _is_script(name, paths)}
        for name in modules - set(scripts.LINKED):
            if not scripts.BOARD.fullmatch(name):
                self.delete(name)
        kept = {name: place for name, place in paths.items() if name not in modules}
        yield from super().post_process(
            {**kept, **_made(_scripts(modules, paths)), **_made(_sheets(paths))}, **options
        )

    def sent(self, sheets: Iterable[str]) -> list[str]:
        """The style sheets to be linked for these: several may have become one.

        With DEBUG on, when Django names files as they are written, they are sent so, too.
        """
        return list(sheets) if settings.DEBUG else page_styles.sent(list(sheets), self._groups)

    @cached_property
    def _groups(self) -> page_styles.Groups:
        return page_styles.groups(self.hashed_files)


class _Made:
    """Where a file lies that was made of others."""

    def __init__(self, text: str) -> None:
        self.text = text

    def open(self, path: str) -> ContentFile:
        return ContentFile(self.text.encode())


def _made(texts: Iterable[tuple[str, str]]) -> Paths:
    return {name: (_Made(text), name) for name, text in texts}


def _source(name: str, paths: Paths) -> Path:
    storage, path = paths[name]
    return Path(storage.path(path))


def _is_script(name: str, paths: Paths) -> bool:
    """Whether it is a module of ours: of the portal or of a ruleset's board."""
    if name.startswith("js/"):
        return name.endswith(".js")
    board = scripts.BOARD.fullmatch(name)
    return bool(board) and own_styles.is_of_ruleset(_source(name, paths))


def _scripts(modules: Iterable[str], paths: Paths) -> Iterator[tuple[str, str]]:
    def read(name: str) -> str:
        return _source(name, paths).read_text(encoding="utf-8")

    for name in modules:
        if name in scripts.LINKED or scripts.BOARD.fullmatch(name):
            yield name, scripts.put_together(name, read)


def _sheets(paths: Paths) -> Iterator[tuple[str, str]]:
    """Every sheet with its parts in it, and what is sent in the place of several."""
    ours = {(name,): name for name in paths if re.fullmatch(r"css/[\w/-]+\.css", name)}
    for sheets, name in (ours | page_styles.groups(paths)).items():
        yield name, style_sheets.joined({each: _source(each, paths) for each in sheets}, name)
    for name in paths:
        if name.endswith(".css") and (name,) not in ours:
            yield name, style_sheets.put_together(_source(name, paths))
