"""The shortest way into a game, against computer players."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.api import throttling
from accounts.guests.arrival import person_or_guest
from accounts.guests.gate import is_guest
from lobby import game_cards
from lobby.tables import services
from lobby.tables.play_form import PlayForm
from lobby.view_helpers import game_of, said, to_match
from toolbox.errors import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The shortest way into a game: a table filled with computer players, started at once.

    Somebody who isn't logged in plays as a guest, who is made by the POST that begins.
    """
    game = game_of(slug)
    member = request.user.is_authenticated and not is_guest(request.user)
    form = PlayForm(game, request.POST if request.method == "POST" else None, member=member)
    if form.is_bound and form.is_valid():
        try:
            throttling.take(request, "tables")
            with person_or_guest(request) as player:
                table = services.open_table(host=player, begin=True, **form.chosen_table())
            return to_match(table)
        except Refusal as refusal:
            form.add_error(None, said(refusal))
    return render(request, "lobby/play.html", {"game": game_cards.game_card(game), "form": form})
