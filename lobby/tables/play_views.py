"""The shortest way into a game, against computer players."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.errors import Refusal
from lobby import game_cards
from lobby.tables import services
from lobby.view_helpers import game_of, person, said, to_match


@login_required(login_url="account_signup")
@require_http_methods(["GET", "POST"])
def play_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The shortest way into a game: a table filled with computer players, started at once."""
    game = game_of(slug)
    most = game.meta.max_seats - 1
    opponents = range(max(1, game.meta.min_seats - 1), most + 1) if most else range(1)
    usual = min(2, opponents[-1])
    if request.method == "POST":
        try:
            count = _chosen(request.POST.get("opponents", str(usual)), opponents)
            level = request.POST.get("level", game.meta.levels[0])
            ai = dict.fromkeys(range(1, count + 1), level)
            table = services.open_table(host=person(request), game=slug, seats=count + 1, ai=ai)
            return to_match(services.start(table=table, user=person(request)))
        except Refusal as refusal:
            messages.error(request, said(refusal))
    shown = {
        "game": game_cards.game_card(game),
        "opponents": opponents,
        "usual": usual,
        "levels": [(level, game_cards.level_name(level)) for level in game.meta.levels],
    }
    return render(request, "lobby/play.html", shown)


def _chosen(text: str, allowed: range) -> int:
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) in allowed:
        return int(text)
    raise Refusal(_("Choose how many play against you."))
