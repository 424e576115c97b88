"""Finds rules in a ruleset's style sheets that would reach beyond the ruleset's own parts.

Everything is in `@scope`, except the game's colors and things that can't be: names that belong to
the whole page, which begin with the package's name or its slug.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize

STARTER = "games/matches/management/starter/package"
KINDS = "games/matches/management/starter/kinds/*/package"
FOLDERS = ("games/*", "tests/rulesets/*", STARTER, KINDS)
SCOPE = "(.board, .seats, .rules, .finale, .own-styles)"  # the parts that a ruleset draws
PALETTE = re.compile(r':root|\[data-game="([\w-]+)"\]')
NAMED = ("keyframes", "property", "font-face", "counter-style")
HOLD_RULES = ("media", "supports", "container")

Complaints = Iterator[tuple[int, str]]  # a line number and the fault there


def reaching_out(root: Path, folders: Iterable[str] = FOLDERS) -> list[str]:
    """The places in rulesets' sheets that would have an effect outside of a board, and why."""
    found = []
    for folder in (each for pattern in folders for each in sorted(root.glob(pattern))):
        game = "".join(path.read_text(encoding="utf-8") for path in folder.glob("game.py*"))
        slugs = re.findall(r'\bslug="([\w-]+)"', game)
        for path in sorted(folder.glob("static/**/*.css")):
            starts = (path.relative_to(folder).parts[1].replace("_", "-"), *slugs)
            sheet = parse_stylesheet(
                path.read_text(encoding="utf-8"), skip_comments=True, skip_whitespace=True
            )
            complaints = _complaints(sheet, starts)
            found += [f"{path.relative_to(root)}:{line}: {why}" for line, why in complaints]
    return found


def _complaints(nodes: list[Any], starts: tuple[str, ...]) -> Complaints:
    for node in nodes:
        line = node.source_line
        kind = getattr(node, "lower_at_keyword", node.type)
        prelude = " ".join(serialize(getattr(node, "prelude", [])).split())
        if kind in HOLD_RULES:
            yield from _complaints(_contents(node), starts)
        elif kind in NAMED:
            name = _family(node) if kind == "font-face" else prelude
            if not name.removeprefix("--").startswith(starts):
                yield line, f"@{kind} {name} means the whole page: begin its name with {starts[0]}"
        elif kind == "qualified-rule" and (palette := PALETTE.fullmatch(prelude)):
            yield from _palette(node, palette[1], starts)
        elif kind != "import" and (kind, prelude) != ("scope", SCOPE):
            yield line, f"{prelude or kind} means the whole page: put it in @scope {SCOPE}"


def _palette(rule: Any, slug: str | None, starts: tuple[str, ...]) -> Complaints:
    if slug and slug not in starts[1:]:
        yield rule.source_line, f"{slug} isn't this game"
    for node in _contents(rule):
        name = getattr(node, "name", "")
        if not name.startswith("--" if slug else tuple(f"--{start}" for start in starts)):
            wanted = "custom properties" if slug else f"names that begin with --{starts[0]}"
            yield node.source_line, f"there may be nothing but {wanted} here"


def _contents(rule: Any) -> list[Any]:
    return list(parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True))


def _family(rule: Any) -> str:
    """The name that an `@font-face` rule defines."""
    named = (each.value for each in _contents(rule) if each.lower_name == "font-family")
    return serialize(next(named, [])).strip(" \"'")
