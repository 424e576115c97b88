"""The pages of a game's challenges of the day."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.api import throttling
from accounts.selectors import person_of
from lobby import game_cards
from lobby.daily import selectors, services
from lobby.leaderboards.selectors import places
from lobby.leaderboards.spans import day_of
from lobby.models import Challenge
from toolbox import links
from toolbox.errors import Refusal
from toolbox.paging import LongPaginator

PAGE = 30


@never_cache
@require_safe
def daily(request: HttpRequest, slug: str, day: str = "") -> HttpResponse:
    """A day's challenge, today's by default, with the reader's try, or with all once it is open."""
    game = selectors.daily_game(slug)
    today = day_of(timezone.now())
    challenge = selectors.challenge_on(game, selectors.read_day(day) if day else today, today)
    standing = selectors.standing(challenge)
    everyone = list(standing.values_list("pk", flat=True))
    mine = selectors.own(request.user, challenge, everyone)
    page = LongPaginator(everyone, PAGE).get_page(request.GET.get("page"))
    on_page = standing.filter(pk__in=page.object_list)
    ranked: Any = game.meta.leaderboard
    context = {
        "game": game_cards.game_card(game),
        "title": _(ranked.daily),
        "ties": _(game.meta.statistics[ranked.fewest]) if ranked.fewest else "",
        "challenge": challenge,
        "goes_on": timezone.now() < challenge.ends_at,
        "open": selectors.is_open(challenge),
        "upcoming": selectors.upcoming(game, today) if challenge.day == today else [],
        "page": page,
        "places": places(on_page, page.start_index(), request.user),
        "mine": mine,
        "percentile": selectors.percentile(request.user, game),
        "too_new": mine is not None and services.is_too_new(person_of(request), challenge),
        "share": _share(_(ranked.daily), challenge, mine) if mine else "",
    }
    return render(request, "daily/day.html", context)


def _share(daily: str, challenge: Challenge, own: selectors.Own) -> str:
    """A text about the reader's try to share with others; it reveals nothing of the deal."""
    if own.mine is None or own.mine.score is None:
        return ""
    days = ngettext("{n} day in a row", "{n} days in a row", own.streak).format(n=own.streak)
    path = reverse("lobby:daily-on", args=[challenge.game, challenge.day.isoformat()])
    day = date_format(challenge.day, "DATE_FORMAT")
    title = _("{daily}, {day}").format(daily=daily, day=day)
    return f"{title}: {game_cards.points(own.mine.score)} · {days}\n{links.absolute(path)}"


@login_required
@require_POST
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin the reader's only try at today's challenge, or return to it."""
    game = selectors.daily_game(slug)
    try:
        throttling.take(request, "tables")
        begun = services.begin(user=person_of(request), game=game)
    except Refusal as refusal:
        messages.error(request, refusal.detail)
        return redirect("lobby:daily", slug)
    if not begun.match.running:
        return redirect("lobby:daily", slug)
    return redirect("matches:match", begun.match.public_id)
