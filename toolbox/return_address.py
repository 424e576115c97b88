"""The address that a form returns to."""

from django.http import HttpRequest
from django.urls import get_script_prefix
from django.utils.http import url_has_allowed_host_and_scheme


def back(request: HttpRequest, otherwise: str = "") -> str:
    """Return the path on this site in `next`, else `otherwise`, else the home page."""
    path = request.POST.get("next") or request.GET.get("next", "")
    if path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None):
        return path
    return otherwise or get_script_prefix()
