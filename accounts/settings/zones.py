"""The time zones to choose from."""

import functools
import itertools
import zoneinfo

from django.utils.translation import gettext_lazy as _

# "Etc/GMT+5" lies five hours west of Greenwich, which misleads; the others are old spellings.
_ODD = {"Etc", "SystemV", "US", "Canada", "Brazil", "Chile", "Mexico", "posix", "right"}


@functools.cache
def names() -> tuple[str, ...]:
    """Return zones named after places, and UTC."""
    zones = (name for name in zoneinfo.available_timezones() if "/" in name)
    return (*sorted(name for name in zones if _region(name) not in _ODD), "UTC")


def choices() -> list[tuple[object, object]]:
    """Return a form field's choices: the device's own zone, then all regions."""
    regions = itertools.groupby((name for name in names() if "/" in name), key=_region)
    grouped = [(region, [(name, _place(name)) for name in zones]) for region, zones in regions]
    return [("", _("the device’s")), ("UTC", "UTC"), *grouped]


def _region(name: str) -> str:
    return name.partition("/")[0]


def _place(name: str) -> str:
    return name.partition("/")[2].replace("_", " ")
