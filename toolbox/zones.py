"""The time zone in which someone reads times."""

import zoneinfo
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _


def in_zone_of(reader: Any) -> AbstractContextManager[Any]:
    """Within it times are told in the reader's own zone; nothing changes where they named none."""
    name = getattr(reader, "time_zone", "")
    return timezone.override(zoneinfo.ZoneInfo(name)) if name else nullcontext()


def told(at: datetime) -> str:
    """A moment as it stands in a sentence, in the active zone.

    Which is said where the reader named none: their own clock may show another time.
    """
    local = timezone.localtime(at)
    text = date_format(local, "DATETIME_FORMAT")
    if timezone.get_current_timezone() != timezone.get_default_timezone():
        return text
    return with_zone(text, local)


def with_zone(text: str, at: datetime) -> str:
    """A time in words, with the zone of that moment."""
    return _("{time} ({zone})").format(time=text, zone=at.tzname())
