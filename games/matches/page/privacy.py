"""How answers about a match may be kept: what one seat may know by no cache and no back button."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers

# By what an answer differs: who asks, also by a token, and in which language.
VARIES = ("Cookie", "Authorization", "Accept-Language")


def unstored(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The view, whose answer to whoever is logged in must not be stored (`no-store`).

    A stranger's browser may keep theirs, if it asks each time whether it still holds; no cache that
    others use may, as the match may become private, and its pages are made for one reader each.
    """

    @wraps(view)
    def kept_by_nobody_else(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        answer = view(request, *arguments, **named)
        if request.user.is_authenticated:
            add_never_cache_headers(answer)
        elif "Cache-Control" not in answer.headers:
            patch_cache_control(answer, private=True, no_cache=True)
        patch_vary_headers(answer, VARIES)
        return answer

    return kept_by_nobody_else
