"""The pages of ratings: how a match changed them, and the board of a season."""

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.matches.models import Match
from games.matches.page.level_names import level_name
from games.matches.record import selectors as matches
from lobby import game_cards
from lobby.models import RatingChange
from lobby.ratings import seasons, selectors
from lobby.ratings.anchors import anchors
from lobby.ratings.skill import grouped
from toolbox.errors import NotFound
from toolbox.paging import LongPaginator

SOON = timedelta(minutes=1)  # after a match's end, while it may not be counted yet
PAGE = 50  # places of a board


@vary_on_headers("HX-Request")
@require_safe
def match_ratings(request: HttpRequest, public_id: str) -> HttpResponse:
    """The ratings before and after a finished rated match, for inclusion in the match's page."""
    match = matches.match_for(public_id, request.user)
    if not match.rated or match.finished_at is None:
        raise NotFound
    changes = selectors.changes_of(match)
    finished = match.status == Match.Status.FINISHED
    waits = finished and not changes and timezone.now() - match.finished_at < SOON
    context = {"match": match, "changes": changes, "waits": waits}
    template = "ratings/changes.html" if "HX-Request" in request.headers else "ratings/match.html"
    return render(request, template, context)


@require_safe
def season_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The board of a game's season at a pace, and the reader's place."""
    game = seasons.seasonal_game(slug)
    pace = request.GET.get("pace", RatingChange.Pace.LIVE)
    if pace not in RatingChange.Pace.values:
        raise Http404
    season = seasons.read(request.GET.get("season"))
    board = seasons.standings(slug, pace, season=season)
    page = LongPaginator(board, PAGE).get_page(request.GET.get("page"))
    frozen = seasons.is_frozen(slug, season)
    own = seasons.own(board, request.user, slug, pace, season)
    below = [] if frozen else seasons.below(slug, pace, season, request.user)
    context = {
        "game": game_cards.game_card(game),
        "paces": [(value, label, value == pace) for value, label in RatingChange.Pace.choices],
        "pace": pace,
        "season": season,
        "now": seasons.read(None),
        "first": min(seasons.first(slug, pace), season),
        "frozen": frozen,
        "page": page,
        "query": f"pace={pace}&season={season.key}",
        "places": seasons.places(board, list(page), page.start_index(), request.user),
        "own": own,
        "own_page": own.before // PAGE + 1 if own else 1,
        "below": [(row, seasons.lacks(row, season)) for row in below],
        "anchors": [(level_name(level), grouped(number)) for level, number in anchors(game)],
        "bounds": seasons.BOUNDS,
    }
    return render(request, "ratings/season.html", context)
