"""Links that are followed from elsewhere: out of mails, notices, calendars and answers of the API.

They begin with the setting SITE_URL, whatever a request says of the host that it reached.
"""

from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import Resolver404, ResolverMatch, resolve


class ForeignLink(ValueError):
    """A link that isn't the path of a page of ours."""


def page_of(link: str) -> ResolverMatch:
    """The page to whose path it leads. Raises `ForeignLink`."""
    root: str = settings.ROOT_PATH
    try:
        parts = urlsplit(link)
        if link.startswith(f"{root}/") and not parts.netloc:
            return resolve(parts.path.removeprefix(root))
    except (Resolver404, ValueError):
        pass
    raise ForeignLink(link)


def own_path(link: str) -> str:
    """The link itself, which leads to a page of ours. Raises `ForeignLink`."""
    page_of(link)
    return link


def absolute(path: str) -> str:
    """The address of a page of ours. Raises `ForeignLink`, and ImproperlyConfigured."""
    if not settings.SITE_URL:
        raise ImproperlyConfigured("Set SITE_URL to where people reach the portal.")
    return f"{settings.SITE_URL}{own_path(path)}"


def message_id(name: str) -> str:
    """The id of a mail, or of a thread of mails, in the domain of this portal."""
    return f"<{name}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"


def moved_here(address: str) -> str:
    """The same URL below SITE_URL: libraries build theirs from a request's Host."""
    return absolute(urlunsplit(urlsplit(address)._replace(scheme="", netloc="")))
