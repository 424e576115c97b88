"""The context of all templates."""

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
    """Django's messages, in a cookie with this portal's own name."""

    storage_classes = (_MessagesCookie, SessionStorage)


def site(request: HttpRequest) -> dict[str, Any]:
    """The site, and the reader's rights and badge, read only if a template shows them."""
    user: Any = getattr(request, "user", None)
    return {
        "site_name": settings.SITE_NAME,
        "root_path": settings.ROOT_PATH,
        "is_reviewer": SimpleLazyObject(lambda: user is not None and roles.is_reviewer(user)),
        "is_moderator": SimpleLazyObject(lambda: user is not None and roles.is_moderator(user)),
        "rights": lambda: _rights(user),
        "open_reports": lambda: reports.queue().count() + appeals.queue().count(),
        "badge": SimpleLazyObject(lambda: _badge(request, user)),
        "match_here": _match_here(request),
        # Banned people's pages don't open the site's socket, which would close and reload them.
        "banned": _is_banned(request),
    }


def _is_banned(request: HttpRequest) -> bool:
    return bool(getattr(request, "banned", False))  # set by the middleware


def _badge(request: HttpRequest, user: Any) -> Badge:
    if user is None or not user.is_authenticated or _is_banned(request):
        return Badge()  # banned people can't open the pages that it counts
    return badge(user, at=_match_here(request))


def _match_here(request: HttpRequest) -> str:
    """The public id of the match whose page this is, or ""."""
    match = request.resolver_match
    if match is None or match.view_name != "matches:match":
        return ""
    return str(match.kwargs["public_id"])


def _rights(user: Any) -> str:
    """The rights for which the page is made, as its sockets name them; "" for banned people."""
    return "" if sanctions.is_banned(user) else " ".join(sorted(roles.rights_of(user)))
