"""What the boards of rulesets are made with: remembered parts, and a few small filters."""

from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.plugin.codec import canonical_json

register = template.Library()

REMEMBERED = 5_000
_made: dict[tuple[str, str, bytes], SafeString] = {}


@register.simple_tag(takes_context=True)
def part(context: Any, part_name: str, about: Any = None, **more: Any) -> SafeString:
    """The ruleset's `parts/<name>.html` for this data: `{% part "card" kind %}`.

    The template sees `about` under the part's own name, what else is given under its name, and
    nothing of the page around it: its HTML is a function of its data and the language, and is
    remembered by them.
    """
    return _remembered(f"{context['parts']}/parts/{part_name}.html", {part_name: about, **more})


@register.simple_tag
def shape(index: int, ai: bool = False) -> SafeString:
    """The mark of a seat: its own shape and hue, with eyes for a computer player."""
    return _remembered("parts/shape.html", {"index": index, "ai": ai, "free": False})


def _remembered(path: str, data: dict[str, Any]) -> SafeString:
    key = (path, get_language() or "", canonical_json(data))
    if key not in _made:
        if len(_made) >= REMEMBERED:
            _made.clear()
        made = get_template(path).render(data)
        _made[key] = mark_safe(made.strip())  # noqa: S308 - a template's own output
    return _made[key]


def forget_parts() -> None:
    """Make every part anew (where the words of a language have changed)."""
    _made.clear()


@register.filter
def get(mapping: dict[Any, Any], key: Any) -> Any:
    """The value under a key that is itself a variable; None where there is none."""
    return mapping.get(key)


@register.filter
def at(row: list[Any], place: int) -> Any:
    """The entry of a list at a place that is itself a variable, counted from 0."""
    return row[place]


@register.filter(name="any")
def any_of(counts: dict[Any, int]) -> bool:
    """Whether any of these counts is more than zero."""
    return any(counts.values())


@register.filter
def times(count: int) -> range:
    """So many times: `{% for card in count|times %}`."""
    return range(count or 0)


@register.filter
def kind_of(value: Any) -> str:
    """What plain data looks like: mapping, list, yes, no, nothing or text."""
    if isinstance(value, dict):
        return "mapping"
    if isinstance(value, list):
        return "list"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else "text"


@register.filter
def words(key: str) -> str:
    """A field's name as words."""
    return str(key).replace("_", " ")
