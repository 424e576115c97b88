"""Pictures that go with links to the portal: a match as spectators see it, or a game's scene.

Each is an SVG made from parts of the pages, in the light colors of their style sheets, and then
rendered as a PNG, because chats show no SVG.
"""

import re
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

import resvg_py
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.matches.models import Match
from games.matches.page import made_once, shared_html, studio
from games.matches.page.studio import Looking
from games.matches.page.thumbs import thumb
from games.matches.play.engine import unreadable
from games.matches.record import gate, selectors
from games.plugin import SPECTATOR, AnyGame

WIDTH = 800  # px; with 1200, which chats show no larger, it takes 80 ms instead of 30
COST = 10  # in boards
SEATS = 6  # named on it
SCENES = 64  # kept
NESTED = 4  # levels of variables whose values name other variables
FONTS = [str(path) for path in (Path(__file__).parent / "fonts").iterdir()]
SANS = "Source Sans 3 ExtraLight"  # as its file calls the family

_DRAWING = re.compile(r'href="[^"#]*/([\w-]+/[\w-]+?)(?:\.\w{12})?\.svg#')
_PROPERTY = re.compile(r"(--[\w-]+):\s*([^;]+);")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:, *([^()]*))?\)")
_BY_DAY = re.compile(r"light-dark\(([^,()]+),[^()]*\)")
_MIXED = re.compile(r"color-mix\(in oklab, #(\w{6}) (\d+)%, #(\w{6})\)")


@require_safe
def match_card(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match as it stands, made once for everyone; the game's scene if it can't be read.

    Raises NotFound, even for its players, for a match that not everybody may see.
    """
    match = selectors.match_for(public_id, AnonymousUser())

    def make() -> bytes:
        draw = partial(_of_match, match)
        return unreadable.with_fallback(match, draw, lambda: of_game(match.presentation))

    seats, kind = list(match.seats.all()), "image/png"
    with timezone.override("UTC"):  # it shows no times
        return made_once.answer(
            request, match, seats, ("card",), make, cost=COST, content_type=kind
        )


def address_of(match: Match) -> str:
    """The address of the match's picture, or the game's unless everybody may see the match."""
    if not gate.lets_in(match, seated=False):
        return reverse("learning:card", args=[match.game])
    return f"{reverse('matches:card', args=[match.public_id])}?version={match.version}"


def of_game(game: AnyGame) -> bytes:
    """The game's scene with its title and tagline."""
    tile, folder = shared_html.own_template(game, "tile"), shared_html.folder_of(game)
    return _scene(_(game.meta.title), _(game.meta.tagline), tile, game.meta.slug, folder)


def of_site() -> bytes:
    """The site's own scene with its name."""
    return _scene(settings.SITE_NAME, _("Board games to play with friends, live or over days."))


@lru_cache(SCENES)
def _scene(
    title: str, about: str, tile: str | None = None, slug: str = "", folder: str = ""
) -> bytes:
    context = {"title": title, "about": about, "tile": tile, "parts": folder}
    return _png("scene", context, slug, folder)


def _of_match(match: Match) -> bytes:
    looking = Looking(SPECTATOR, SPECTATOR.value, whole=False)
    page = studio.page_data(selectors.snapshot(match), looking, [], ())
    page |= {
        "drawing": mark_safe(thumb(match, SPECTATOR)),  # noqa: S308 - a template's own output
        "styles": mark_safe(_source("css/desk/thumb.css")),  # noqa: S308 - ours
        "site_name": settings.SITE_NAME,
        "most": SEATS,
    }
    return _png("match", page, match.game, page["parts"])


def _png(what: str, context: dict[str, Any], slug: str, folder: str) -> bytes:
    svg: str = render_to_string(f"matches/cards/{what}.svg", context)
    names = dict.fromkeys(_DRAWING.findall(svg))
    drawings = "".join(_source(f"{name}.svg") for name in names)
    svg = _DRAWING.sub('href="#', svg).replace("<defs/>", f"<defs>{drawings}</defs>", 1)
    values = _values(slug, folder)
    for _level in range(NESTED):
        svg = _VARIABLE.sub(lambda found: values.get(found[1], found[2] or "none"), svg)
    svg = _MIXED.sub(_mixed, _BY_DAY.sub(r"\1", svg))
    return bytes(resvg_py.svg_to_bytes(svg, width=WIDTH, font_files=FONTS, sans_serif_family=SANS))


def _mixed(found: re.Match[str]) -> str:
    share = int(found[2]) / 100
    one, other = (bytes.fromhex(found[at]) for at in (1, 3))
    return (
        "#"
        + bytes(round(share * a + (1 - share) * b) for a, b in zip(one, other, strict=True)).hex()
    )


@cache
def _values(slug: str, folder: str = "") -> dict[str, str]:
    """The custom properties of the site, and of the game outside of its boards."""
    css = _source("css/site/tokens.css").partition("}")[0]
    if folder:
        sheet = Path(finders.find(f"{folder}/board.css") or "")
        texts = "".join(each.read_text() for each in sorted(sheet.parent.rglob("*.css")))
        css += "".join(re.findall(rf'^\[data-game="{slug}"\] \{{([^}}]*)\}}', texts, re.MULTILINE))
    css += _source("css/desk/thumb.css").partition("}")[0]
    return dict(_PROPERTY.findall(css))


@cache
def _source(name: str) -> str:
    path = finders.find(name)
    return Path(path).read_text(encoding="utf-8") if path else ""
