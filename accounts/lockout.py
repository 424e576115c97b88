"""What django-axes answers in place of a refused log-in."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from accounts.services import locked_out


def answer(
    request: HttpRequest, original: HttpResponse | None = None, credentials: Any = None
) -> HttpResponse:
    """429, typed for the API and as a page for people (setting AXES_LOCKOUT_CALLABLE)."""
    refusal = locked_out()
    if request.path_info.startswith("/api/"):
        return JsonResponse(refusal.as_data(), status=refusal.status, headers=refusal.headers)
    page = {"title": refusal.detail, "text": ""}
    response = render(request, "error.html", page, status=refusal.status)
    for name, value in refusal.headers.items():
        response.headers[name] = value
    return response
