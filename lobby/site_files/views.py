"""Answers to programs that ask every site for certain files, at addresses that they know.

All links begin with the setting SITE_URL and the portal's path below it.
"""

from datetime import UTC, datetime, time, timedelta
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.api import throttling
from games.matches.learn import material
from games.matches.models import Match
from games.matches.page import cards
from games.matches.record import selectors as matches
from games.plugin import registry
from lobby.clubs import selectors as clubs
from toolbox.errors import NotFound
from toolbox.links import absolute

LISTED = 500  # of the newest matches, and of clubs
COST = 20  # of the sitemap, in boards; see `take_read`
SECURITY_DAYS = 180  # how long the contact is valid
SITEMAP = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
)
PLAIN = "text/plain; charset=utf-8"
# Pages for one reader, pages without end, and parts of pages. Profiles may be read: a crawler
# that may not can't see that they mustn't be listed, and lists their bare addresses.
NOT_LISTED = """
accounts/ admin/ api/ calendar/ chat/ clubs/invitation/ design/ figures/ fork/ moderation/
my-matches/ next/ notices/ play/ quick/ rematch/ review/ settings/ tables/new/ ws/
people/*/challenge/ people/*/compare/ people/*/invite/
matches/*/act/ matches/*/after/ matches/*/boards/ matches/*/control/ matches/*/download/
matches/*/log/ matches/*/news/ matches/*/notepad/ matches/*/seats/ matches/*/story/
matches/*/verify/server/ matches/*/why/
"""


@require_safe
@cache_control(max_age=3600)
def robots(request: HttpRequest) -> HttpResponse:
    root = reverse("lobby:home")
    lines = ["User-agent: *", *(f"Disallow: {root}{path}" for path in NOT_LISTED.split())]
    lines += ["", f"Sitemap: {absolute(reverse('lobby:sitemap'))}", ""]
    return HttpResponse("\n".join(lines), content_type=PLAIN)


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The pages for everybody. Profiles are left out: nobody agreed to be found."""
    throttling.take_read(request, COST)
    pages = [reverse(f"lobby:{name}") for name in ("home", "tables", "watch", "clubs", "privacy")]
    for game in registry.installed():
        pages += [material.rules_address(game), material.guide_address(game)]
    names = clubs.clubs().values_list("public_id", flat=True)[:LISTED]
    pages += [reverse("lobby:club", args=[name]) for name in names]
    over = matches.matches_for(AnonymousUser(), status=Match.Status.FINISHED)
    ended = over.values_list("public_id", "finished_at")[:LISTED]
    urls = [_url(page) for page in pages if page]
    urls += [_url(reverse("matches:match", args=[name]), at) for name, at in ended]
    return HttpResponse([SITEMAP, *urls, "</urlset>"], content_type="application/xml")


def _url(page: str, changed_at: datetime | None = None) -> str:
    """A sitemap entry. A template and `absolute` would be too slow for a thousand entries."""
    changed = f"<lastmod>{changed_at:%Y-%m-%d}</lastmod>" if changed_at else ""
    return f"<url><loc>{escape(settings.SITE_URL + page)}</loc>{changed}</url>"


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """The contact for security holes (RFC 9116). Raises NotFound without SECURITY_CONTACT."""
    if not settings.SECURITY_CONTACT:
        raise NotFound(_("This portal names nobody for that."))
    until = timezone.now().date() + timedelta(days=SECURITY_DAYS)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {datetime.combine(until, time(), UTC):%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {settings.LANGUAGE_CODE}",
        f"Canonical: {absolute(reverse('lobby:security'))}",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type=PLAIN)


@require_safe
@cache_control(max_age=86400)
def icon(request: HttpRequest, name: str) -> HttpResponse:
    """The icon of that size, for programs that don't read a page's head."""
    return redirect(static(f"img/icon-{name}.png"))


@require_safe
@cache_control(max_age=86400)
def card(request: HttpRequest) -> HttpResponse:
    return HttpResponse(cards.of_site(), content_type="image/png")


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """The manifest with which a device installs the portal as an app."""
    home = reverse("lobby:home")
    shortcuts = {"next": _("My turn"), "tables": _("Tables"), "watch": _("Watch")}
    app = {
        "id": home,
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Board games to play with friends, live or over days."),
        "lang": get_language(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": "#f5efe3",  # as in base.html
        "theme_color": "#f5efe3",
        "icons": [
            _icon("192"),
            _icon("512"),
            _icon("512", "maskable"),
            {"src": static("img/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        ],
        "shortcuts": [
            {"name": title, "url": reverse(f"lobby:{name}"), "icons": [_icon("192")]}
            for name, title in shortcuts.items()
        ],
    }
    return JsonResponse(app, content_type="application/manifest+json")


def _icon(size: str, purpose: str = "") -> dict[str, str]:
    name = f"{purpose}-{size}" if purpose else size
    icon = {"src": static(f"img/icon-{name}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
    return icon | ({"purpose": purpose} if purpose else {})


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: at this address, so that it serves the whole portal."""
    return HttpResponse(_worker(), content_type="text/javascript")


@cache
def _worker() -> str:
    """The script with a version that changes when any static file does."""
    script = Path(finders.find("js/worker.js") or "").read_text(encoding="utf-8")
    version = getattr(staticfiles_storage, "manifest_hash", "") or "plain"
    for name, value in {"VERSION": version, "ROOT": settings.ROOT_PATH}.items():
        script = script.replace(f'const {name} = "";', f'const {name} = "{value}";')
    return script


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the worker shows if it has none stored; the same for everybody."""
    return render(request, "offline.html")
