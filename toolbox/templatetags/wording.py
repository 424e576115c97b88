"""Filters and tags for words, built into all templates (settings)."""

import re
from datetime import datetime, timedelta

from django import template
from django.template.defaultfilters import floatformat
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

register = template.Library()

LINE_BREAK = re.compile(r"\s*\n\s*")
NOT_BEFORE = re.compile(r"\s*\n\s*(?=[,.:;)]|</)")


@register.simple_block_tag
def phrase(content: str) -> SafeString:
    """Join words and punctuation that stand on several lines of a template."""
    line = NOT_BEFORE.sub("", content.strip())
    return mark_safe(LINE_BREAK.sub(" ", line))  # noqa: S308 - rendered already


@register.filter
def figure(number: float | None) -> str:
    """`{{ mean|figure }}`: at most one decimal place, a minus that is read out; "" for None."""
    return floatformat(number).replace("-", "−")


@register.filter
def span(since: datetime) -> str:
    """`{{ moment|span }}`: time since then, «3 hours, 5 minutes», never «0 minutes»."""
    if timezone.now() - since < timedelta(minutes=1):
        return _("less than a minute")
    return timesince(since)
