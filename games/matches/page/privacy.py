"""Cache headers that keep match pages out of shared caches and the back button."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers

VARIES = ("Cookie", "Authorization", "Accept-Language")


def kept_offline(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Have this reader's browser keep the page for reading offline (static/js/worker.js)."""
    answer.headers["Kept-For"] = str(request.user.pk or 0)  # as `data-reader` in base.html
    return answer


def unstored(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keep the view's answers out of caches: `no-store` for logged-in people.

    The browser of a visitor may keep them and revalidate them each time; a shared cache may not, as
    pages are made for one reader.
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
