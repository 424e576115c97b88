"""Pages of lists of any length, on pages and in the API.

Counting stops at `COUNTED` rows: beyond, the count is "more than 1,000". A page far down is found
by keys alone, in the index of the list's order; only its own rows are read.
"""

from typing import Any

from django.core.paginator import EmptyPage, Page, PageNotAnInteger, Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

COUNTED = 1_000  # rows
FURTHEST = 1_000_000  # the highest number that a page may have


class LongPage(Page[Any]):
    """A page of a list whose end may be unknown. `more`: whether rows follow it."""

    def __init__(self, rows: Any, number: int, paginator: "LongPaginator", *, more: bool) -> None:
        super().__init__(rows, number, paginator)
        self.more = more

    def has_next(self) -> bool:
        return self.more

    def next_page_number(self) -> int:
        if not self.more:
            raise EmptyPage
        return self.number + 1

    @property
    def place(self) -> str:
        """«3 / 7», or «3» in a list that isn't counted to its end."""
        paginator: Any = self.paginator
        return f"{self.number} / {paginator.num_pages}" if paginator.ends else str(self.number)


class LongPaginator(Paginator):
    """Django's paginator for lists of any length. A query set must be in the order of an index."""

    template_name = ""  # for the links to other pages, in the administration

    @cached_property
    def count(self) -> int:
        """The number of rows; `COUNTED + 1` of a query set stands for any number above."""
        if not isinstance(self.object_list, QuerySet):
            return len(self.object_list)
        return self.object_list.order_by().values("pk")[: COUNTED + 1].count()

    @property
    def most(self) -> int:
        """The most rows that are counted."""
        return COUNTED

    @property
    def ends(self) -> bool:
        """Whether all rows are counted."""
        return self.count <= COUNTED or not isinstance(self.object_list, QuerySet)

    def validate_number(self, number: Any) -> int:
        """Return the number if such a page exists or may exist. Raises `InvalidPage`."""
        try:
            return super().validate_number(number)
        except EmptyPage:
            if self.ends or not 1 <= int(number) <= FURTHEST:
                raise
            return int(number)

    def page(self, number: Any) -> LongPage:
        """Return that page. Raises `InvalidPage` if there is none."""
        number = self.validate_number(number)
        first, last = (number - 1) * self.per_page, number * self.per_page
        if self.ends or last <= COUNTED:
            return LongPage(self.object_list[first:last], number, self, more=last < self.count)
        queryset: Any = self.object_list
        keys = list(queryset.values_list("pk", flat=True)[first : last + 1])
        if not keys:
            raise EmptyPage(self.error_messages["no_results"])
        rows = queryset.filter(pk__in=keys[: self.per_page])
        return LongPage(rows, number, self, more=len(keys) > self.per_page)

    def get_page(self, number: Any) -> LongPage:
        """Return that page; the last counted page beyond the end; the first page for nonsense."""
        try:
            return self.page(number)
        except PageNotAnInteger:
            return self.page(1)
        except EmptyPage:
            return self.page(self.num_pages)
