"""The page on which someone goes on from a position of a match that is over."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.api import throttling
from accounts.guests.arrival import person_or_guest
from accounts.guests.gate import is_guest
from games.matches.models import Match
from games.matches.page.studio_views import number
from games.matches.play.parts import forks
from games.matches.record import origins, selectors
from games.plugin import SPECTATOR
from lobby.tables import services
from lobby.tables.fork_form import ForkForm
from lobby.view_helpers import said, to_match
from toolbox.errors import NotFound, Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def fork(request: HttpRequest, public_id: str) -> HttpResponse:
    """Go on after `?step=`: choose a seat and who has the others.

    Somebody who isn't logged in plays as a guest, who is made by the POST that begins.
    """
    match = selectors.match_for(public_id, request.user)
    step = number(request, "step")
    shown = {"match": match, "step": step, "forks": origins.forks_of(match, request.user)}
    try:
        seat = _usual_seat(request, match, step)
    except NotFound:
        raise
    except Refusal as refusal:
        return render(request, "lobby/fork.html", {**shown, "refused": said(refusal)})
    member = request.user.is_authenticated and not is_guest(request.user)
    sent = request.POST if request.method == "POST" else None
    form = ForkForm(match, sent, seat=seat, member=member)
    if form.is_bound and form.is_valid():
        try:
            throttling.take(request, "tables")
            with person_or_guest(request) as player:
                table = services.fork(public_id=public_id, user=player, step=step, **form.as_fork())
            return to_match(table) if table.match_id else redirect("lobby:table", table.public_id)
        except Refusal as refusal:
            form.add_error(None, said(refusal))
    return render(request, "lobby/fork.html", {**shown, "form": form})


def _usual_seat(request: HttpRequest, match: Match, step: int) -> int:
    """One's own, or one that is to move there. Raises what `forks.beginning_at` raises."""
    forks.beginning_at(match, step, 0)
    moment = selectors.snapshot_at(match, step)
    own = moment.seat_of(request.user)
    if own is not SPECTATOR and isinstance(own, int):
        return own
    return min(moment.game.active_seats(moment.state))
