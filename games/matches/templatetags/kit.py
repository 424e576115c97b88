"""The board kit: what boards are made of besides their own parts. docs/boards.md shows it all."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.template import TemplateSyntaxError
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from games.matches.templatetags.boards import remembered
from toolbox.memory import Memory

register = template.Library()

ICONS_REMEMBERED = 1_000
_icons: Memory[tuple[str, str, str, str], SafeString] = Memory(ICONS_REMEMBERED)

OWN = ("id", "class", "role", "title")  # attributes by their own name; all others are `data-…`
SYMBOL = re.compile(r"<symbol\b([^>]*)>")
NAME = re.compile(r'\sid="([\w-]+)"')
SIZE = re.compile(r'\sviewBox="\S+ \S+ ([^"]+)"')


@register.simple_tag(takes_context=True)
def kit(context: Any, kit_part: str, about: Any = None, **more: Any) -> SafeString:
    """A part of the kit for this data, as `{% part %}` is one of the ruleset: `{% kit "die" 4 %}`.

    The template `kit/<name>.html` sees `about` under the part's own name, and what else is given.
    """
    return remembered(context, f"kit/{kit_part}.html", {kit_part: about, **more})


@register.simple_tag(takes_context=True)
def icon(context: Any, name: str, sheet: str = "pieces", **attributes: Any) -> SafeString:
    """A drawing of the ruleset's `pieces.svg`, or of another sheet: `{% icon "claw" %}`.

    It says nothing to those who don't see it: a name in words belongs beside it.
    """
    more = _attributes(attributes)
    key = (context.get("parts", ""), name, sheet, more)
    known = _icons.get(key)
    if known is None:
        drawn = format_html(
            '<svg{} viewBox="{}" aria-hidden="true"><use href="{}"/></svg>',
            more,
            _symbol(box, context, name, sheet),
            _symbol(address, context, name, sheet),
        )
        known = _icons.put(key, drawn)
    return known


@register.simple_tag(takes_context=True)
def symbol(context: Any, name: str, sheet: str = "pieces") -> str:
    """The address of a drawing, for a `<use>` of one's own: `<use href="{% symbol "body" %}">`."""
    return _symbol(address, context, name, sheet)


@register.simple_block_tag
def target(
    content: str,
    touch: Any,
    *name: Any,
    tag: str = "span",
    data: dict[str, Any] | None = None,
    **attributes: Any,
) -> SafeString:
    """A button for the target of that name while it can be touched, otherwise a plain element.

    `{% target touch "hand" card class="card" kind=card %}…{% endtarget %}` is the target
    `hand:sword`; the name's parts are joined by colons. `id`, `class`, `role` and `title` are what
    they are in HTML, everything else a `data-` attribute; None and False are left out. `data` is a
    mapping of more of these.
    """
    attributes |= data or {}
    if touch:
        attributes |= {"target": ":".join(str(part) for part in name)}
        tag = "button"
    opening = ' type="button"' if touch else ""
    # what a block tag gets as its content is the HTML of the nodes in it
    return SafeString(f"<{tag}{opening}{_attributes(attributes)}>{content}</{tag}>")


@register.simple_block_tag(takes_context=True)
def leaf(context: Any, content: str, id: str, title: str, help: str | None = None) -> SafeString:
    """What a `popovertarget` opens over the board, with a title and a way to close it.

    `help` is the chapter of the rules page to read on in.
    """
    shown = {"parts": context.get("parts"), "id": id, "title": title, "about": help}
    return render_to_string("kit/leaf.html", shown | {"content": content})


def _symbol(told: Any, context: Any, name: str, sheet: str) -> str:
    folder = context.get("parts", "")
    try:
        found: str = told(folder, name, sheet)
    except LookupError as error:
        raise TemplateSyntaxError(str(error)) from None
    return found


def _attributes(given: dict[str, Any]) -> SafeString:
    """As HTML; names are those that a template gives, values are anything."""
    told = []
    for name, value in given.items():
        if value is None or value is False:
            continue
        named = name if name in OWN else f"data-{name.replace('_', '-')}"
        told.append(f" {named}" if value is True else f' {named}="{conditional_escape(value)}"')
    return SafeString("".join(told))


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
