"""How lists are cut into pages, on pages and in the API alike, however long they have grown.

Nobody counts a long list to its end: more than `COUNTED` rows are "more than 1,000". A page far
down is found by its rows' keys alone, which the index of the list's order has; only then are these
few rows read.
"""

from typing import Any

from django.core.paginator import EmptyPage, Page, PageNotAnInteger, Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

COUNTED = 1_000  # rows
FURTHEST = 1_000_000  # the highest number that a page may have


class LongPage(Page[Any]):
    """A page of a list whose end may be unknown. `more`: whether rows follow."""

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
    """Django's, for lists of any length. A query set must be in the order of an index."""

    template_name = ""  # of the links to other pages, in the administration

    @cached_property
    def count(self) -> int:
        """How many rows there are; `COUNTED + 1` of a query set stands for any number above."""
        if not isinstance(self.object_list, QuerySet):
            return len(self.object_list)
        return self.object_list.order_by().values("pk")[: COUNTED + 1].count()

    @property
    def most(self) -> int:
        """At most this many rows are counted."""
        return COUNTED

    @property
    def ends(self) -> bool:
        """Whether all rows are counted."""
        return self.count <= COUNTED or not isinstance(self.object_list, QuerySet)

    def validate_number(self, number: Any) -> int:
        """The number, if there is such a page, or may be. Raises `InvalidPage`."""
        try:
            return super().validate_number(number)
        except EmptyPage:
            if self.ends or not 1 <= int(number) <= FURTHEST:
                raise
            return int(number)

    def page(self, number: Any) -> LongPage:
        """That page. Raises `InvalidPage` where there is none."""
        number = self.validate_number(number)
        first, last = (number - 1) * self.per_page, number * self.per_page
        if self.ends or last <= COUNTED:
            return LongPage(self.object_list[first:last], number, self, more=last < self.count)
        found: Any = self.object_list
        keys = list(found.values_list("pk", flat=True)[first : last + 1])
        if not keys:
            raise EmptyPage(self.error_messages["no_results"])
        rows = found.filter(pk__in=keys[: self.per_page])
        return LongPage(rows, number, self, more=len(keys) > self.per_page)

    def get_page(self, number: Any) -> LongPage:
        """That page; the last one counted for one that isn't there, the first one for nonsense."""
        try:
            return self.page(number)
        except PageNotAnInteger:
            return self.page(1)
        except EmptyPage:
            return self.page(self.num_pages)
