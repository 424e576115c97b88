"""System check of the limits: only developers may lift them."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error


def check_limits(app_configs: Any, **arguments: Any) -> list[CheckMessage]:
    """`LIMITS=off` is for a portal with DEBUG; elsewhere the limits hold, and nothing starts."""
    if settings.NO_LIMITS and not settings.DEBUG:
        text = "LIMITS=off lifts every limit, which only a portal with DEBUG=1 may do."
        return [Error(text, hint="Unset LIMITS.", id="accounts.E001")]
    return []
