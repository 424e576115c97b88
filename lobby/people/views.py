"""The page of a person."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.matches.results import COUNTED
from lobby.people import selectors


@require_GET
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """A person as the reader may see them. Raises NotFound."""
    person = selectors.person_for(username, request.user)
    shown = {
        "profile": selectors.profile_of(person, request.user),
        "person": person,
        "counted": COUNTED,
    }
    return render(request, "people/profile.html", shown)
