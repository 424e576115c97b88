"""A ruleset's style sheet reaches its board and what is beside it, and nothing else of a page.

Each of its selectors is limited to the elements in which a ruleset draws. That is written as
`:where(…)`, which weighs nothing, so that what wins stays as it was written. (`@scope` would do the
same by itself, but a browser that doesn't know it drops the whole board, and Firefox has it only
since the end of 2025.) So a selector may name the page around the board (`.match:not([data-acts])
.card`), but what it means is always in a board. Colors are the exception, see `PALETTES`.

What can't be limited is left out. `make lint` says so (`tests/support/own_style_checks.py`).
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize

ROOTS = (".board", ".seats", ".rules", ".finale", ".own-styles")  # that hold what a ruleset draws
INSIDE = f":where({', '.join(f'{root}, {root} *' for root in ROOTS)})"
# These stay as they are if nothing but custom properties is in them, such as a game's colors.
PALETTES = re.compile(r':root|\[data-game="(?P<slug>[\w-]+)"\]')
HOLD_RULES = ("media", "supports", "container", "layer", "starting-style")
# Their names belong to the whole page.
NAMED = ("keyframes", "property", "font-face", "counter-style")
LEGACY = ("before", "after", "first-line", "first-letter")  # pseudo-elements after a single colon

Tokens = list[Any]  # what tinycss2 reads


def is_of_ruleset(path: Path) -> bool:
    """Whether it is `<package>/static/<package>/<name>.css` of a package that is a ruleset."""
    folder = path.parents[2]
    in_static = path.parent == folder / "static" / folder.name
    return in_static and (folder / "game.py").is_file()


def limited(sheet: str) -> str:
    """The sheet without comments, all its rules limited to where a ruleset draws."""
    return _written(parse_stylesheet(sheet, skip_comments=True), nested=False)


def selectors_of(rule: Any) -> list[Tokens]:
    """The selectors of a rule, without space around them."""
    found: list[Tokens] = [[]]
    for piece in rule.prelude:
        if piece == ",":
            found.append([])
        else:
            found[-1].append(piece)
    return [_stripped(selector) for selector in found]


def subject_of(selector: Tokens) -> Tokens:
    """The end of the selector that says which elements it means, with its pseudo-elements."""
    steps = [index for index, token in enumerate(selector) if _is_step(token)]
    return selector[steps[-1] + 1 :] if steps else selector


def is_palette(rule: Any) -> bool:
    """Whether nothing but custom properties is in it."""
    nodes = parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
    return all(node.type == "declaration" and node.name.startswith("--") for node in nodes)


def _written(nodes: Iterable[Any], *, nested: bool) -> str:
    """These parts of a sheet, limited; nested are those in a rule that is limited itself."""
    return "".join(_part(node, nested=nested) for node in nodes)


def _part(node: Any, *, nested: bool) -> str:
    if node.type == "qualified-rule":
        return _rule(node, nested=nested)
    if node.type == "at-rule":
        return _at_rule(node, nested=nested)
    if node.type == "declaration":
        return f"{node.serialize()};"
    return "" if node.type == "error" else str(node.serialize())


def _at_rule(rule: Any, *, nested: bool) -> str:
    if rule.lower_at_keyword in HOLD_RULES and rule.content is not None:
        content = _written(parse_blocks_contents(rule.content), nested=nested)
        return f"@{rule.at_keyword}{serialize(rule.prelude)}{{{content}}}"
    return str(rule.serialize()) if rule.lower_at_keyword in NAMED else ""


def _rule(rule: Any, *, nested: bool) -> str:
    selectors = selectors_of(rule)
    if not all(selectors) or any(token.type == "error" for token in rule.prelude):
        return ""
    written = serialize(rule.prelude)
    if not all(_needs_no_limit(each, rule, nested=nested) for each in selectors):
        made = (
            serialize(each) if _needs_no_limit(each, rule, nested=nested) else _limited(each)
            for each in selectors
        )
        written = ", ".join(made) + written[len(written.rstrip()) :]
    content = _written(parse_blocks_contents(rule.content), nested=True)
    return f"{written}{{{content}}}"


def _needs_no_limit(selector: Tokens, rule: Any, *, nested: bool) -> bool:
    if nested:
        return _stays_within(selector)
    return bool(PALETTES.fullmatch(serialize(selector))) and is_palette(rule)


def _stays_within(selector: Tokens) -> bool:
    """Whether a nested selector means what its rule means, or something in it.

    It does unless it goes on beside that: `+ .acts`, `& ~ .side`, `.side:has(+ &)`.
    """
    first, *others = selector
    if first != "&":
        return first not in ("+", "~", "|") and (first == ">" or "&" not in serialize(selector))
    steps = "".join(token.value if _is_step(token) else "." for token in others)
    return not re.match(r"\.*\s*[+~|]", steps)


def _limited(selector: Tokens) -> str:
    """The selector with the limit before its pseudo-element or at its end."""
    subject = subject_of(selector)
    elements = (at for at in range(len(subject)) if _is_pseudo_element(subject[at : at + 2]))
    rest = len(subject) - next(elements, len(subject))
    end = len(selector) - rest
    return f"{serialize(selector[:end])}{INSIDE}{serialize(selector[end:])}"


def _is_step(token: Any) -> bool:
    """Whether it leads from one element to another."""
    return token.type == "whitespace" or token in (">", "+", "~", "|")


def _is_pseudo_element(two: Tokens) -> bool:
    if two[0] != ":" or len(two) == 1:
        return False
    after = two[1]
    return bool(after == ":" or (after.type == "ident" and after.lower_value in LEGACY))


def _stripped(tokens: Tokens) -> Tokens:
    full = [index for index, token in enumerate(tokens) if token.type != "whitespace"]
    return tokens[full[0] : full[-1] + 1] if full else []
