"""The page to watch, and the boards that it asks for."""

from collections import defaultdict
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import blocks
from games.matches.models import Match, Seat
from games.matches.page import shared_html, small_board
from games.matches.record import selectors as matches
from lobby import game_cards
from lobby.watching import selectors
from toolbox.errors import TooMany
from toolbox.paging import LongPaginator

PAGE = 9
LATELY = 4  # finished matches shown if none is running


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Pages of running matches, of one game if the address names one; else finished matches."""
    games = game_cards.games()
    game = next((one for one in games if one.slug == request.GET.get("game")), None)
    slug = game.slug if game else ""
    hidden = blocks.hidden_from(request.user)
    found = LongPaginator(selectors.to_watch(request.user, hidden, slug), PAGE)
    on_page = found.get_page(request.GET.get("page"))
    rows = selectors.rows(on_page.object_list, hidden)
    over = matches.matches_for(AnonymousUser(), status=Match.Status.FINISHED, game=slug)
    over = over.exclude(seats__user__in=hidden)
    context = {
        "games": games,
        "game": game,
        "page": on_page,
        "rows": rows,
        "lately": [] if rows else game_cards.prompted(over[:LATELY]),
    }
    return render(request, "watching/page.html", context)


@never_cache
@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    """The state of the matches `?match=`, each with its `tag` on the page, if any.

    A match that has moved on comes with its prompt and board. Boards that limits forbid now are
    left out, and made when the page asks again.
    """
    asked = request.GET.getlist("match")[:PAGE]
    pairs = (one.replace("\0", "").partition(":") for one in asked)
    tags = {public_id[:16]: tag for public_id, _colon, tag in pairs}
    everyones = matches.visible(AnonymousUser()).filter(public_id__in=tags)
    known = list(everyones.only("public_id", *shared_html.TAGGED))
    hidden = blocks.hidden_from(request.user)
    seated: dict[Any, set[int]] = defaultdict(set)
    for key, user in Seat.objects.filter(match__in=known).values_list("match", "user"):
        seated[key].add(user)
    answer: dict[str, dict[str, Any]] = {
        match.public_id: {"watching": selectors.watching(match, hidden | seated[match.pk])}
        for match in known
    }
    moved = [match.pk for match in known if shared_html.tag_of(match) != tags[match.public_id]]
    rows = everyones.filter(pk__in=moved).select_related("deal").prefetch_related("seats")
    fresh = sorted(rows, key=lambda match: [*tags].index(match.public_id))
    for match, prompt in game_cards.prompted(fresh):
        try:
            board = small_board.html_of(request, match)
        except TooMany:
            break
        answer[match.public_id] |= {
            "tag": shared_html.tag_of(match),
            "prompt": prompt,
            "board": board,
            "over": not match.running,
        }
    return JsonResponse({"matches": answer})
