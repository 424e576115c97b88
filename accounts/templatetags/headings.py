"""What headings need; every template knows it (settings)."""

from django import template
from django.template.defaultfilters import stringfilter

register = template.Library()


@register.filter(is_safe=True)
@stringfilter
def typographic(text: str) -> str:
    """`{{ prompt|typographic }}`: with the curly apostrophes that headings have."""
    return text.replace("&#x27;", "’").replace("'", "’")
