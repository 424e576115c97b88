"""The page of a game's leaderboards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.matches.record import ranking
from lobby import game_cards
from lobby.clubs import selectors as clubs
from lobby.leaderboards import selectors
from lobby.leaderboards.spans import Span, window
from toolbox.paging import LongPaginator

PAGE = 30
WIDTH, HEIGHT = 300, 100


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """The best scores of today, this week or ever, and the reader's own.

    With `?club=`, only those of a club's members.
    """
    game = selectors.ranked_game(slug)
    board = selectors.board_named(game, request.GET.get("board"))
    try:
        span = Span(request.GET.get("span", Span.DAY))
    except ValueError:
        raise Http404 from None
    asked = request.GET.get("club", "").replace("\0", "")
    club = clubs.club_for(asked) if asked else None
    of_club = f"&club={club.public_id}" if club else ""
    within = window(span, timezone.now())
    standing = selectors.standing(game, board, within, club)
    page = LongPaginator(standing, PAGE).get_page(request.GET.get("page"))
    mine = selectors.own(request.user, game, board, within, club)
    ranked: Any = game.meta.leaderboard
    names = {Span.DAY: _("Today"), Span.WEEK: _("This week"), Span.EVER: _("All time")}
    of_all = f"board={board}&span={within.span}"
    context = {
        "game": game_cards.game_card(game),
        "boards": [(name, _(name), name == board) for name in ranking.boards(game) if name],
        "spans": [(span.value, name, span == within.span) for span, name in names.items()],
        "window": within,
        "ends_at": within.ends_at,
        "board": board,
        "club": club,
        "ties": _(game.meta.statistics[ranked.fewest]) if ranked.fewest else "",
        "page": page,
        "of_club": of_club,
        "of_all": of_all,
        "query": f"{of_all}{of_club}",
        "places": selectors.places(page, page.start_index(), request.user),
        "mine": mine,
        "curve": curve(mine.scores) if mine else None,
    }
    return render(request, "leaderboards/board.html", context)


@dataclass(frozen=True)
class Dot:
    """A run's score and the position of its dot."""

    score: int
    x: float
    y: float


@dataclass(frozen=True)
class Curve:
    """The dots that the line joins, from the oldest run to the newest, and the best score."""

    dots: list[Dot]
    best: int

    @property
    def points(self) -> str:
        """The `points` of an SVG `polyline`."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)

    @property
    def in_words(self) -> str:
        return ", ".join(str(dot.score) for dot in self.dots)


def curve(scores: Sequence[int], *, base: int | None = 0) -> Curve | None:
    """The curve of the scores, from `base` up; None if there are too few for a line."""
    if len(scores) < 2:
        return None
    low, high = min(scores if base is None else (base, *scores)), max(scores)
    tall = (high - low) or 1
    wide = len(scores) - 1
    dots = [
        Dot(score, round(place * WIDTH / wide, 1), round(HEIGHT - (score - low) * HEIGHT / tall, 1))
        for place, score in enumerate(scores)
    ]
    return Curve(dots, high)
