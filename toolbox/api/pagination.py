"""Pages of the API's lists."""

from collections.abc import Callable, Iterable
from typing import Any

from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from toolbox import links
from toolbox.paging import LongPaginator


class Pages(PageNumberPagination):
    """`?page=2&page_size=20`, answered as `{count, next, previous, results}`."""

    django_paginator_class = LongPaginator
    last_page_strings = ()  # the end of a long list is unknown
    page_size_query_param = "page_size"
    max_page_size = 100

    def get_next_link(self) -> str | None:
        link = super().get_next_link()
        return link and links.moved_here(link)

    def get_previous_link(self) -> str | None:
        link = super().get_previous_link()
        return link and links.moved_here(link)


def one_page(request: Request, items: Any, show: Callable[[Any], Any]) -> Response:
    """Return the page that the request asks for. Raises DRF's NotFound if there is none."""
    pages = Pages()
    rows: Iterable[Any] = pages.paginate_queryset(items, request) or []
    return pages.get_paginated_response([show(row) for row in rows])
