"""The mark of a seat, which lists show many times."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def shape(index: int, *, ai: bool = False, free: bool = False) -> SafeString:
    """`{% shape seat.index ai=seat.is_ai %}`: the mark of a person, a computer or a free seat."""
    return _drawn(index, bool(ai), bool(free), static("img/sprite.svg"))


@lru_cache(256)
def _drawn(index: int, ai: bool, free: bool, sprite: str) -> SafeString:
    context = {"index": index, "ai": ai, "free": free, "sprite": sprite}
    return mark_safe(render_to_string("parts/shape.html", context)[:])  # noqa: S308 - ours
