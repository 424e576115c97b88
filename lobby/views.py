"""The pages of the lobby."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.plugin import registry


def home(request: HttpRequest) -> HttpResponse:
    """The list of games."""
    return render(request, "lobby/home.html", {"games": registry.installed()})
