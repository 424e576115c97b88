"""What every template may use."""

from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import appeals, reports, roles, sanctions
from lobby.home.badge import Badge, badge


class _MessagesCookie(CookieStorage):
    cookie_name = f"{settings.COOKIE_PREFIX}_messages"


class Messages(FallbackStorage):
    """Django's, in a cookie with this portal's own name."""

    storage_classes = (_MessagesCookie, SessionStorage)


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's name, and what waits for a person who is logged in (counted where it is shown)."""
    return {
        "site_name": settings.SITE_NAME,
        "root_path": settings.ROOT_PATH,
        "is_reviewer": SimpleLazyObject(lambda: _is_reviewer(request)),
        "is_moderator": SimpleLazyObject(lambda: _is_moderator(request)),
        "rights": lambda: _rights(request),
        "open_reports": lambda: reports.queue().count() + appeals.queue().count(),
        "badge": SimpleLazyObject(lambda: _badge(request)),
        "match_here": _match_here(request),
        # Without the site's socket, which would be closed and have the page loaded anew.
        "banned": _is_banned(request),
    }


def _is_banned(request: HttpRequest) -> bool:
    """As the middleware has noted it."""
    return bool(getattr(request, "banned", False))


def _badge(request: HttpRequest) -> Badge:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or _is_banned(request):
        return Badge()  # the banned can open nothing of it
    return badge(user, at=_match_here(request))


def _match_here(request: HttpRequest) -> str:
    """The match whose page this is; "" elsewhere."""
    found = request.resolver_match
    if found is None or found.view_name != "matches:match":
        return ""
    return str(found.kwargs["public_id"])


def _rights(request: HttpRequest) -> str:
    """What the page is made for, as its sockets say it; "" where none opens."""
    user = getattr(request, "user", None)
    return "" if sanctions.is_banned(user) else " ".join(sorted(roles.rights_of(user)))


def _is_reviewer(request: HttpRequest) -> bool:
    """Whether the header leads to the review of matches; no query for who isn't staff."""
    return hasattr(request, "user") and roles.is_reviewer(request.user)


def _is_moderator(request: HttpRequest) -> bool:
    """Whether the footer leads to the moderators' pages; no query for who isn't staff."""
    return hasattr(request, "user") and roles.is_moderator(request.user)
