"""The page that says how a match changed ratings, which the match's own page includes."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.matches.models import Match
from games.matches.record import selectors as matches
from lobby.ratings import selectors
from toolbox.errors import NotFound

SOON = timedelta(minutes=1)  # after the end, in which it is still counted


@vary_on_headers("HX-Request")
@require_safe
def match_ratings(request: HttpRequest, public_id: str) -> HttpResponse:
    """The ratings before and after a rated match that is over."""
    match = matches.match_for(public_id, request.user)
    if not match.rated or match.finished_at is None:
        raise NotFound
    changes = selectors.changes_of(match)
    finished = match.status == Match.Status.FINISHED
    waits = finished and not changes and timezone.now() - match.finished_at < SOON
    context = {"match": match, "changes": changes, "waits": waits}
    template = "ratings/changes.html" if "HX-Request" in request.headers else "ratings/match.html"
    return render(request, template, context)
