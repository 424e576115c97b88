"""The board kit: template tags that boards share; see docs/board-kit.md."""

import re
from collections.abc import Callable
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
    """The kit's `kit/<name>.html` for this data, like `{% part %}`: `{% kit "die" 4 %}`."""
    return remembered(context, f"kit/{kit_part}.html", {kit_part: about, **more})


@register.simple_tag(takes_context=True)
def icon(context: Any, name: str, sheet: str = "pieces", **attributes: Any) -> SafeString:
    """A drawing of the ruleset's `pieces.svg`, or of another sheet: `{% icon "claw" %}`.

    It is hidden from screen readers: put a name in words beside it.
    """
    more = _attributes(attributes)
    key = (context.get("parts", ""), name, sheet, more)
    known = _icons.get(key)
    if known is None:
        svg = '<svg{} viewBox="{}" aria-hidden="true"><use href="{}"/></svg>'
        size, href = (_symbol(of, context, name, sheet) for of in (box, address))
        known = _icons.put(key, format_html(svg, more, size, href))
    return known


@register.simple_tag(takes_context=True)
def symbol(context: Any, name: str, sheet: str = "pieces") -> str:
    """The address of a drawing, for your own `<use>`: `<use href="{% symbol "body" %}">`."""
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
    """A button for the target of that name while it can be touched, else a plain element.

    `{% target touch "hand" card class="card" kind=card %}…{% endtarget %}` is the target
    `hand:sword`; colons join the name's parts. `id`, `class`, `role` and `title` are HTML's own,
    everything else becomes a `data-` attribute; None and False are left out. `data` has more of
    these.
    """
    attributes |= data or {}
    opening = tag
    if touch:
        attributes |= {"target": ":".join(str(part) for part in name)}
        tag, opening = "button", 'button type="button"'
    # `content` is the HTML of the nodes in the block
    return SafeString(f"<{opening}{_attributes(attributes)}>{content}</{tag}>")


@register.simple_block_tag(takes_context=True)
def leaf(context: Any, content: str, id: str, title: str, help: str | None = None) -> SafeString:
    """A popover over the board, with a close button. `help`: the chapter that says more."""
    data = {"parts": context.get("parts"), "id": id, "title": title, "about": help}
    return render_to_string("kit/leaf.html", data | {"content": content})


def _symbol(of: Callable[[str, str, str], str], context: Any, name: str, sheet: str) -> str:
    try:
        return of(context.get("parts", ""), name, sheet)
    except LookupError as error:
        raise TemplateSyntaxError(str(error)) from None


def _attributes(given: dict[str, Any]) -> SafeString:
    """The attributes as HTML; names come from a template, values from anywhere."""
    parts = []
    for name, value in given.items():
        if value is None or value is False:
            continue
        named = name if name in OWN else f"data-{name.replace('_', '-')}"
        parts.append(f" {named}" if value is True else f' {named}="{conditional_escape(value)}"')
    return SafeString("".join(parts))


def address(folder: str, name: str, sheet: str = "pieces") -> str:
    """The address of that symbol in `<folder>/<sheet>.svg`, for a `<use>`. Raises LookupError."""
    box(folder, name, sheet)
    return f"{static(f'{folder}/{sheet}.svg')}#{name}"


def box(folder: str, name: str, sheet: str = "pieces") -> str:
    """The viewBox for a `<use>` of that symbol: its size, from 0. Raises LookupError."""
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
