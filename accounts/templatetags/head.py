"""What the head of a page links."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import quote

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

SHEET = '<link rel="stylesheet" href="{}">'
ICON = '<link rel="icon" href="{}" type="image/svg+xml">'
IN_ADDRESSES = " =:/,"  # needs no escape in the address of data


@register.simple_tag
def styles(*sheets: str | Iterable[str] | None) -> SafeString:
    """`{% styles "css/match.css" own %}` links style sheets, in this order.

    They are names of static files, lists of them, or None for none.
    """
    return format_html_join("", SHEET, ((static(name),) for name in _names(sheets)))


@register.simple_tag
@cache
def site_icon() -> SafeString:
    """The site's icon, in the page itself: smaller than a request for it."""
    path = finders.find("img/icon.svg")
    assert path
    drawing = Path(path).read_text(encoding="utf-8").strip().replace('"', "'")
    return format_html(ICON, f"data:image/svg+xml,{quote(drawing, safe=IN_ADDRESSES)}")


def _names(sheets: Iterable[str | Iterable[str] | None]) -> Iterator[str]:
    for sheet in sheets:
        if isinstance(sheet, str):
            yield sheet
        elif sheet:
            yield from sheet
