"""System checks: limits may be off only with DEBUG, and a server must know its address."""

import re
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error


def check_limits(app_configs: Any, **arguments: Any) -> list[CheckMessage]:
    """Refuse `LIMITS=off` without DEBUG."""
    if settings.NO_LIMITS and not settings.DEBUG:
        text = "LIMITS=off lifts every limit, which only a portal with DEBUG=1 may do."
        return [Error(text, hint="Unset LIMITS.", id="accounts.E001")]
    return []


def check_site(app_configs: Any, **arguments: Any) -> list[CheckMessage]:
    """Check SITE_URL and ROOT_PATH, from which links are made."""
    errors: list[CheckMessage] = []
    if not _is_origin(settings.SITE_URL):
        text = f"Links can't begin with SITE_URL={settings.SITE_URL!r}."
        hint = "Set SITE_URL to where people reach the portal, such as https://play.example.org."
        errors.append(Error(text, hint=hint, id="accounts.E002"))
    if not re.fullmatch(r"(/[\w.~-]+)*", settings.ROOT_PATH, re.ASCII):
        text = f"ROOT_PATH={settings.ROOT_PATH!r} is no path."
        hint = "Set ROOT_PATH to the path below SITE_URL, such as /games, or unset it."
        errors.append(Error(text, hint=hint, id="accounts.E003"))
    return errors


def _is_origin(address: str) -> bool:
    try:
        port = urlsplit(address).port
    except ValueError:
        return False
    return bool(re.fullmatch(r"https?://[^/?#@\s]*[^/?#@\s:]", address)) and port != 0
