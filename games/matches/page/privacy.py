"""Pages that show what one seat may know: no cache on the way, and no back button, keeps them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers


def unstored(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The view, whose answer to whoever is logged in must not be stored (`no-store`)."""

    @wraps(view)
    def kept_by_nobody(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        answer = view(request, *arguments, **named)
        if request.user.is_authenticated:
            add_never_cache_headers(answer)
        return answer

    return kept_by_nobody
