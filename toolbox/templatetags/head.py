"""Tags for the head of a page."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import quote

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from toolbox import links

register = template.Library()

SHEET = '<link rel="stylesheet" href="{}">'
SCRIPT = '<script type="module" src="{}"></script>'
MODULE = '<link rel="modulepreload" href="{}" fetchpriority="low">'
IMPORT = re.compile(r'(?:^import|from) "(\.[\w./-]+)";$', re.MULTILINE)
ICON = '<link rel="icon" href="{}" type="image/svg+xml">'
IN_ADDRESSES = " =:/,"  # need no escape in a data URL


@register.simple_tag
def styles(*sheets: str | Iterable[str] | None) -> SafeString:
    """`{% styles "css/match.css" own %}` links style sheets in this order.

    Each argument is a static file's name, a list of names, or None. Variables that a page lacks are
    "", which names no file.
    """
    return format_html_join("", SHEET, ((static(name),) for name in _names(sheets)))


@register.simple_tag
@cache
def script(name: str, later: str | None = None) -> SafeString:
    """`{% script "js/match.js" %}` links a module and preloads its imports and those of `later`."""
    names = dict.fromkeys(each for start in (name, later) if start for each in _modules(start))
    modules = ((static(each),) for each in names if each != name)
    return format_html(SCRIPT, static(name)) + format_html_join("", MODULE, modules)


@register.simple_tag
@cache
def site_icon() -> SafeString:
    """The site's icon as a data URL, which is smaller than a request for it."""
    drawing = _source("img/icon.svg").strip().replace('"', "'")
    return format_html(ICON, f"data:image/svg+xml,{quote(drawing, safe=IN_ADDRESSES)}")


@register.simple_tag
def absolute(path: str) -> str:
    """The address of a page of the portal for programs elsewhere."""
    return links.absolute(path)


def _modules(name: str) -> Iterator[str]:
    """Yield the module and everything it imports, with repetitions."""
    yield name
    for address in IMPORT.findall(_source(name)):
        yield from _modules(posixpath.normpath(posixpath.join(posixpath.dirname(name), address)))


def _source(name: str) -> str:
    path = finders.find(name)
    assert path
    return Path(path).read_text(encoding="utf-8")


def _names(sheets: Iterable[str | Iterable[str] | None]) -> Iterator[str]:
    for sheet in filter(None, sheets):
        yield from [sheet] if isinstance(sheet, str) else sheet
