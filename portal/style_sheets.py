"""Style sheets made of parts: read in several files, sent as one.

A sheet may begin with `@import "folder/part.css";` lines and nothing else. A browser follows them,
so nothing has to be built while a sheet is written; what is collected to be served has its parts
in their places, and no comments and indentation. Parts name no other files: their addresses would
be told from elsewhere then. A sheet without parts stays as it is. What a ruleset's sheet says holds
only where it draws (`portal.own_styles`).
"""

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

from portal import own_styles

IMPORT = re.compile(r'^@import "([\w./-]+\.css)";\n', re.MULTILINE)
ADDRESS = re.compile(r"""url\(["']?(?![a-z]+:|[/#])([^"')]+)["']?\)""")  # told from the sheet
TEXT_OR_COMMENT = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|/\*.*?\*/""", re.DOTALL)


def put_together(path: Path) -> str:
    """The text of the sheet in that file, its parts included."""
    sheet = path.read_text(encoding="utf-8")
    whole = IMPORT.sub(lambda found: _part(path.parent / found[1]), sheet)
    if own_styles.is_of_ruleset(path):
        return own_styles.limited(_bare(whole))
    return sheet if whole == sheet else _bare(whole)


def joined(sheets: Mapping[str, Path], name: str) -> str:
    """The text of one sheet of that name, made of all of these, by their names."""
    texts = (_told_from(name, each, put_together(path)) for each, path in sheets.items())
    return "".join(map(_bare, texts))


def _told_from(place: str, name: str, text: str) -> str:
    """The text of the sheet of that name, with the addresses in it as told from another place."""

    def told(found: re.Match[str]) -> str:
        there = posixpath.join(posixpath.dirname(name), found[1])
        return f'url("{posixpath.relpath(there, posixpath.dirname(place))}")'

    return ADDRESS.sub(told, text)


def _part(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if "url(" in text or "@import" in text:
        raise ValueError(f"{path}: a part of a style sheet can't name another file.")
    return text


def _bare(sheet: str) -> str:
    """Without comments, empty lines and indentation."""
    text = TEXT_OR_COMMENT.sub(lambda found: found[1] or "", sheet)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip()) + "\n"
