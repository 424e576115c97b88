"""What in a ruleset's style sheets means something outside of where the ruleset draws.

`portal.own_styles` limits selectors and leaves out what it can't limit. Here its author is told,
and names are checked, which belong to the whole page: they begin with the package's.
"""

import re
from collections.abc import Iterator
from itertools import dropwhile
from pathlib import Path
from typing import Any, NamedTuple

from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize

from portal.own_styles import (
    HOLD_RULES,
    NAMED,
    PALETTES,
    Tokens,
    is_palette,
    selectors_of,
    subject_of,
)
from portal.style_sheets import IMPORT

STARTER = "games/matches/management/starter/package"
FOLDERS = ("games/*", "tests/rulesets/*", STARTER)
# What is around a board: a selector may begin with it, not end.
OF_PAGE = re.compile(
    r"^(?:html|body)\b|:(?:root|scope|host)\b|#(?:page|live)(?![\w-])"
    r"|\.(?:match|status)(?![\w-])|\[data-game\b",
    re.IGNORECASE,
)

Complaints = Iterator[tuple[int, str]]  # a line and what is wrong there


class Names(NamedTuple):
    package: str
    game: str  # the text of its `game.py`, which says its slug

    @property
    def start(self) -> str:
        return self.package.replace("_", "-")

    def own(self, name: str) -> bool:
        return name == self.start or name.startswith(f"{self.start}-")


def reaching_out(root: Path) -> list[str]:
    """The places in rulesets' sheets that would mean something outside of a board, and why."""
    found = []
    for folder in (each for pattern in FOLDERS for each in sorted(root.glob(pattern))):
        for path in sorted(folder.glob("static/**/*.css")):
            names = Names(path.relative_to(folder).parts[1], _game(folder))
            complaints = _complaints(path.read_text(encoding="utf-8"), names)
            found += [f"{path.relative_to(root)}:{line}: {why}" for line, why in complaints]
    return found


def _game(folder: Path) -> str:
    files = [path for path in folder.glob("game.py*") if path.suffix in (".py", ".py-tpl")]
    return "".join(path.read_text(encoding="utf-8") for path in files)


def _complaints(sheet: str, names: Names) -> Complaints:
    nodes = parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
    parts = {sheet.count("\n", 0, found.start()) + 1 for found in IMPORT.finditer(sheet)}
    for node in dropwhile(lambda node: node.source_line in parts, nodes):
        yield from _part(node, names)


def _contents(rule: Any, names: Names) -> Complaints:
    nodes = parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
    for node in nodes:
        yield from _part(node, names)


def _part(node: Any, names: Names) -> Complaints:
    if node.type == "error":
        yield node.source_line, f"this can't be read ({node.message})"
    elif node.type == "qualified-rule":
        yield from _selectors(node, names)
        yield from _contents(node, names)
    elif node.type == "at-rule":
        yield from _at_rule(node, names)


def _selectors(rule: Any, names: Names) -> Complaints:
    line = rule.source_line
    selectors = selectors_of(rule)
    if not all(selectors) or any(token.type == "error" for token in rule.prelude):
        yield line, "these selectors can't be read"
        return
    for selector in selectors:
        written = " ".join(serialize(selector).split())
        palette = PALETTES.fullmatch(written)
        if palette and is_palette(rule):
            yield from _palette(rule, palette["slug"], names)
        elif palette:
            yield line, f"{written} may hold nothing but custom properties"
        elif _is_of_page(subject_of(selector)):
            yield line, f"{written} means the page around the board; end with something in it"


def _is_of_page(subject: Tokens) -> bool:
    return bool(OF_PAGE.search(serialize(each for each in subject if each.type != "function")))


def _palette(rule: Any, slug: str | None, names: Names) -> Complaints:
    if slug and f'slug="{slug}"' not in names.game:
        yield rule.source_line, f"{slug} isn't this game"
    if slug:
        return
    for node in parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True):
        if not names.own(node.name.removeprefix("--")):
            yield node.source_line, _misnamed(node.name, names, "--")


def _at_rule(rule: Any, names: Names) -> Complaints:
    line, kind = rule.source_line, rule.lower_at_keyword
    if kind == "import":
        yield line, 'a part is named before all else, by a line like @import "board/part.css";'
    elif kind in NAMED and rule.content is not None:
        name = _name(rule)
        dashes = "--" if kind == "property" else ""
        if not names.own(name.removeprefix(dashes)):
            yield line, _misnamed(f"@{kind} {name}", names, dashes)
    elif kind in HOLD_RULES and rule.content is not None:
        yield from _contents(rule, names)
    else:
        yield line, f"@{kind} means the whole page, so it isn't served"


def _name(rule: Any) -> str:
    """What a rule of these gives a name to: for a font it is said inside."""
    tokens = rule.prelude
    if rule.lower_at_keyword == "font-face":
        nodes = parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
        families = (
            node.value
            for node in nodes
            if node.type == "declaration" and node.lower_name == "font-family"
        )
        tokens = next(families, [])
    return " ".join(token.value for token in tokens if token.type in ("ident", "string"))


def _misnamed(what: str, names: Names, dashes: str) -> str:
    return f"{what} means the whole page: begin its name with {dashes}{names.start}"
