"""`{{ moment|span }}`: how long ago that was."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def span(since: datetime) -> str:
    """«3 hours, 5 minutes»; nobody is told of no minutes."""
    if timezone.now() - since < timedelta(minutes=1):
        return _("less than a minute")
    return timesince(since)
