"""How lists are cut into pages."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """`?page=2&page_size=20`, answered as `{count, next, previous, results}`."""

    page_size_query_param = "page_size"
    max_page_size = 100
