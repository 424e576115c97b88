"""The drawings of a ruleset: `<symbol>`s in the SVG files beside its style sheets."""

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static

SYMBOL = re.compile(r"<symbol\b([^>]*)>")
NAME = re.compile(r'\sid="([\w-]+)"')
SIZE = re.compile(r'\sviewBox="\S+ \S+ ([^"]+)"')


def address(folder: str, name: str, sheet: str = "pieces") -> str:
    """Where a `<use>` finds that symbol of `<folder>/<sheet>.svg`.

    Raises LookupError if the sheet has no such symbol.
    """
    box(folder, name, sheet)
    return f"{static(f'{folder}/{sheet}.svg')}#{name}"


def box(folder: str, name: str, sheet: str = "pieces") -> str:
    """The viewBox in which a `<use>` of that symbol lies: as large as the symbol, from 0.

    Raises LookupError if the sheet has no such symbol.
    """
    try:
        return _boxes(folder, sheet)[name]
    except KeyError:
        raise LookupError(f"{folder}/{sheet}.svg has no symbol {name!r}") from None


@cache
def _boxes(folder: str, sheet: str) -> dict[str, str]:
    path = finders.find(f"{folder}/{sheet}.svg")
    if not path:
        return {}
    boxes = {}
    for attributes in SYMBOL.findall(Path(path).read_text(encoding="utf-8")):
        name, size = NAME.search(attributes), SIZE.search(attributes)
        if name and size:
            boxes[name[1]] = f"0 0 {size[1]}"
    return boxes
