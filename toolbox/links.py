"""Links for mails, notices, calendars and API answers. They begin with the setting SITE_URL.

The host that a request names is never used.
"""

from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import Resolver404, ResolverMatch, resolve


class ForeignLink(ValueError):
    """The link isn't the path of one of the portal's pages."""


def page_of(link: str) -> ResolverMatch:
    """Return the page at that path. Raises `ForeignLink`."""
    root: str = settings.ROOT_PATH
    try:
        parts = urlsplit(link)
        if link.startswith(f"{root}/") and not parts.netloc:
            return resolve(parts.path.removeprefix(root))
    except (Resolver404, ValueError):
        pass
    raise ForeignLink(link)


def own_path(link: str) -> str:
    """Return the link itself if it leads to a page of the portal. Raises `ForeignLink`."""
    page_of(link)
    return link


def absolute(path: str) -> str:
    """Return the address of a page of the portal. Raises `ForeignLink`, ImproperlyConfigured."""
    if not settings.SITE_URL:
        raise ImproperlyConfigured("Set SITE_URL to where people reach the portal.")
    return f"{settings.SITE_URL}{own_path(path)}"


def message_id(name: str) -> str:
    """Return the id of a mail, or of a thread of mails, in the portal's domain."""
    return f"<{name}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"


def moved_here(address: str) -> str:
    """Return the same URL below SITE_URL: libraries build theirs from a request's Host."""
    return absolute(urlunsplit(urlsplit(address)._replace(scheme="", netloc="")))
