"""The replay studio for reviewers: every view of any match for which they have a grant."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.matches.models import Match
from games.matches.page import studio_views
from games.matches.review import access, grants

KEPT = ("step", "as", "studio")  # fields of an address kept while asking for the reason


def address_of(public_id: str, **fields: Any) -> str:
    """The address of the studio at a moment (`step`), in any view (`as`)."""
    return f"{reverse('review:studio', args=[public_id])}?{urlencode(fields)}"


@never_cache
@require_safe
def studio(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match after `?step=`, or as it stands; without a grant, redirects to the question why."""
    match = access.match_for_reviewer(public_id, request.user)
    if grants.given(request.session, public_id) is None:
        wanted = {name: request.GET[name] for name in ("step", "as") if name in request.GET}
        question = reverse("review:match", args=[public_id])
        return redirect(f"{question}?{urlencode(wanted | {'studio': 1})}")
    step = studio_views.number(request, "step") if "step" in request.GET else match.version
    page = studio_views.page(request, match, step, reviewing=True)
    return render(request, "matches/studio.html", page)


@never_cache
@require_safe
def boards(request: HttpRequest, public_id: str) -> HttpResponse:
    return studio_views.boards_of(request, _opened(request, public_id), reviewing=True)


@never_cache
@require_safe
def story(request: HttpRequest, public_id: str) -> HttpResponse:
    return studio_views.story_of(request, _opened(request, public_id), reviewing=True)


def _opened(request: HttpRequest, public_id: str) -> Match:
    """The match. Raises what `match_for_reviewer` does, and `Forbidden` without a grant."""
    match = access.match_for_reviewer(public_id, request.user)
    grants.check(request.session, public_id)
    return match
