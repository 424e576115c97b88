"""What templates do to words; built into all of them (settings)."""

import re

from django import template
from django.template.defaultfilters import stringfilter
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

LINE_BREAK = re.compile(r"\s*\n\s*")
BEFORE_PUNCTUATION = re.compile(r"\s+(?=[,.:;)])")


@register.filter(is_safe=True)
@stringfilter
def typographic(text: str) -> str:
    """`{{ prompt|typographic }}`: with curly apostrophes."""
    return text.replace("&#x27;", "’").replace("'", "’")


@register.simple_block_tag
def phrase(content: str) -> SafeString:
    """Words and punctuation laid out over several lines, as one line."""
    line = LINE_BREAK.sub(" ", content.strip())
    return mark_safe(BEFORE_PUNCTUATION.sub("", line))  # noqa: S308 - rendered already
