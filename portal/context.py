"""What every template may use."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import roles


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's name, and whether the header leads to the review of matches."""
    return {
        "site_name": settings.SITE_NAME,
        "is_reviewer": SimpleLazyObject(lambda: _is_reviewer(request)),
    }


def _is_reviewer(request: HttpRequest) -> bool:
    """No query for who isn't staff."""
    return hasattr(request, "user") and roles.is_reviewer(request.user)
