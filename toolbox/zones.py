"""Times in a reader's own time zone."""

import zoneinfo
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _


def in_zone_of(reader: Any) -> AbstractContextManager[Any]:
    """Activate the reader's time zone within the block; no effect if they chose none."""
    name = getattr(reader, "time_zone", "")
    return timezone.override(zoneinfo.ZoneInfo(name)) if name else nullcontext()


def moment_text(at: datetime) -> str:
    """Return a moment for a sentence, in the active zone.

    The zone is named if the reader chose none: their own clock may show another time.
    """
    local = timezone.localtime(at)
    text = date_format(local, "DATETIME_FORMAT")
    if timezone.get_current_timezone() != timezone.get_default_timezone():
        return text
    return with_zone(text, local)


def with_zone(text: str, at: datetime) -> str:
    """Add the moment's zone to a time in words."""
    return _("{time} ({zone})").format(time=text, zone=at.tzname())
