"""A hostile value for every request header that the portal's libraries read, by their sources."""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

MARK = "evil.example"
PORT = "99999"  # for `Host`; nobody listens there
FORGED = re.compile(f"{re.escape(MARK)}|:{PORT}")
# Kept for administrators as a program's own words, and shown as such.
KEPT = {("axes", "user_agent"), ("axes", "http_accept")}

_LIBRARIES = (
    *("allauth", "axes", "channels", "csp", "daphne", "django_htmx", "drf_spectacular"),
    *("autobahn/websocket", "django/contrib", "django/core", "django/http", "django/middleware"),
    *("django/utils", "django/views", "rest_framework", "twisted/web", "unfold", "whitenoise"),
)
_READ = re.compile(
    r"\bHTTP_([A-Z][A-Z0-9_]+)"
    r"""|[Hh]eaders?(?:\.get|\.getRawHeaders|\.hasHeader|_value)?[(\[]\s*b?["']([A-Za-z][\w-]+)"""
    r"""|name\.lower\(\) == b"([\w-]+)"""
)
# Read if an operator says so, or by proxies.
_BESIDES = ("forwarded", "x-forwarded-proto", "x-original-url", "x-real-ip", "x-rewrite-url")
# Other values of these would make a different request, or none.
_NEEDED = {
    *("connection", "content-length", "content-type", "cookie", "expect", "host", "te", "upgrade"),
    *("sec-websocket-key", "sec-websocket-version", "transfer-encoding", "x-csrftoken"),
}


@cache
def names() -> frozenset[str]:
    """The headers' names in lower case; some aren't headers, or are headers of responses."""
    found = set(_BESIDES)
    for library in _LIBRARIES:
        package, _slash, folder = library.partition("/")
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        files = (Path(spec.origin).parent / folder).rglob("*.py")
        for file in (file for file in files if "test" not in file.parts):
            for read in _READ.finditer(file.read_text(errors="replace")):
                name = next(filter(None, read.groups()))
                found.add(name.replace("_", "-").lower())
    return frozenset(found)


def hostile(*, without: frozenset[str] = frozenset()) -> dict[str, str]:
    """Headers whose values all contain the mark; the caller adds its own `Host`."""
    headers = names() - _NEEDED - without
    return {name: f"https://{MARK}/{name}" for name in sorted(headers)}


def rows() -> list[str]:
    """The values in all columns of all tables except `KEPT`, with sessions decoded."""
    from django.apps import apps
    from django.contrib.sessions.models import Session

    found = []
    for model in apps.get_models():
        label = model._meta.app_label
        columns = [field.attname for field in model._meta.concrete_fields]
        columns = [name for name in columns if (label, name) not in KEPT]
        found += [f"{label}.{row}" for row in model._default_manager.values(*columns)]
    return found + [str(session.get_decoded()) for session in Session.objects.all()]
