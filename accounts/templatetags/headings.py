"""The filter for headings and titles, a built-in of every template (settings)."""

from django import template
from django.template.defaultfilters import stringfilter

register = template.Library()


@register.filter(is_safe=True)
@stringfilter
def typographic(text: str) -> str:
    """`{{ prompt|typographic }}`: with curly apostrophes."""
    return text.replace("&#x27;", "’").replace("'", "’")
