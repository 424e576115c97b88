"""The time zone in which someone reads times."""

import zoneinfo
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.utils import timezone


def in_zone_of(reader: Any) -> AbstractContextManager[Any]:
    """Within it times are told in the reader's own zone; nothing changes where they named none."""
    name = getattr(reader, "time_zone", "")
    return timezone.override(zoneinfo.ZoneInfo(name)) if name else nullcontext()
