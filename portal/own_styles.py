"""A ruleset's style sheet reaches its board and what is beside it, and nothing else of a page.

Each of its selectors is limited to the elements in which a ruleset draws. That is written as
`:where(…)`, which weighs nothing, so that what wins stays as it was written. (`@scope` would do the
same by itself, but a browser that doesn't know it drops the whole board, and Firefox has it only
since the end of 2025.)
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOTS = (".board", ".seats", ".rules", ".finale", ".own-styles")  # that hold what a ruleset draws
INSIDE = f":where({', '.join(f'{root}, {root} *' for root in ROOTS)})"
# Who names the page means it: where the action bar stands on a phone, and colors and the like.
NAMES_THE_PAGE = re.compile(r"#page\b|\.match\b|^\.status\b")
OF_THE_PAGE = (":root", "html", "[data-game")
OF_RULES = re.compile(r"@(media|supports|container|layer)\b")  # blocks with rules in them
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{};]|[^"{};]+')
SELECTOR_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|::|.', re.DOTALL)


def is_of_ruleset(path: Path) -> bool:
    """Whether it is `games/<package>/static/<package>/<name>.css`."""
    return path.parents[1].name == "static" and path.parents[2].parent.name == "games"


def limited(sheet: str) -> str:
    """The sheet, which has no comments, with all its rules limited to where a ruleset draws."""
    return "".join(_limited(sheet))


def _limited(sheet: str) -> Iterator[str]:
    holds_rules = [True]  # whether the block we are in does, and those around it
    before = ""
    for piece in TOKEN.findall(sheet):
        if piece not in "{};":
            before += piece
            continue
        if piece == "{":
            at = before.strip().startswith("@")
            yield before if at or not holds_rules[-1] else _selectors(before)
            holds_rules.append(holds_rules[-1] and bool(OF_RULES.match(before.strip())))
        else:
            yield before
        if piece == "}":
            holds_rules.pop()
        yield piece
        before = ""
    yield before


def _selectors(text: str) -> str:
    """A list of selectors, each with the limit before its pseudo-element or at its end."""
    bare = text.strip()
    made = ", ".join(_selector(each.strip()) for each in _split(bare))
    return text.replace(bare, made)


def _selector(selector: str) -> str:
    alone = selector.startswith(OF_THE_PAGE) and len(_split(selector, " ")) == 1
    if alone or NAMES_THE_PAGE.search(selector):
        return selector
    element, *pseudo = _split(selector, "::")
    return "::".join([element + INSIDE, *pseudo])


def _split(text: str, mark: str = ",") -> list[str]:
    """The text taken apart at these marks, but not within brackets and strings."""
    parts, depth = [""], 0
    for piece in SELECTOR_TOKEN.findall(text):
        depth += (piece in "([") - (piece in ")]")
        if piece == mark and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return parts
