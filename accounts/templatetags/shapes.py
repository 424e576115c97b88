"""The mark of a seat, which lists show many times."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
@lru_cache(256)
def shape(index: int, *, ai: bool = False, free: bool = False) -> SafeString:
    """`{% shape seat.index ai=seat.is_ai %}`: the mark of a person, a computer or a free seat."""
    context = {"index": index, "ai": ai, "free": free, "sprite": static("img/sprite.svg")}
    return mark_safe(render_to_string("parts/shape.html", context)[:])  # noqa: S308 - ours
