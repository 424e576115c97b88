"""System checks: only developers lift limits, and a server knows its own address."""

import re
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error


def check_limits(app_configs: Any, **arguments: Any) -> list[CheckMessage]:
    """`LIMITS=off` is for a portal with DEBUG; elsewhere the limits hold, and nothing starts."""
    if settings.NO_LIMITS and not settings.DEBUG:
        text = "LIMITS=off lifts every limit, which only a portal with DEBUG=1 may do."
        return [Error(text, hint="Unset LIMITS.", id="accounts.E001")]
    return []


def check_site(app_configs: Any, **arguments: Any) -> list[CheckMessage]:
    """SITE_URL and ROOT_PATH make links; no server starts without a SITE_URL (`portal.asgi`)."""
    found: list[CheckMessage] = []
    if not _is_origin(settings.SITE_URL):
        text = f"Links can't begin with SITE_URL={settings.SITE_URL!r}."
        hint = "Set SITE_URL to where people reach the portal, such as https://play.example.org."
        found.append(Error(text, hint=hint, id="accounts.E002"))
    if not re.fullmatch(r"(/[\w.~-]+)*", settings.ROOT_PATH, re.ASCII):
        text = f"ROOT_PATH={settings.ROOT_PATH!r} is no path."
        hint = "Set ROOT_PATH to the path below SITE_URL, such as /games, or unset it."
        found.append(Error(text, hint=hint, id="accounts.E003"))
    return found


def _is_origin(address: str) -> bool:
    """Whether it is scheme, host and, unless it is the usual one, port; nothing more."""
    try:
        port = urlsplit(address).port
    except ValueError:
        return False
    return bool(re.fullmatch(r"https?://[^/?#@\s]*[^/?#@\s:]", address)) and port != 0
