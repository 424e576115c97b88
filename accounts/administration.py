"""What all pages of the administration have in common."""

from typing import Any

from django.contrib.admin import ShowFacets, SimpleListFilter
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import PAGE_VAR
from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.views import ChangeList

from accounts.models import User
from toolbox.paging import LongPaginator
from toolbox.prefix_search import begins

# How filters ask, after a field's name: for whole values, and for spans of time.
_WHOLE = {"exact", "in", "isnull", "id__exact"}
_SPANS = {"gte", "lt"}

_OLDER, _NEWER = "older", "newer"


class OfficeList(ChangeList):
    """A list whose pages begin where others end: however long it is, no row is skipped by counting.

    `?p=older.KEY` is the page after the row of that key, `?p=newer.KEY` the one before it. In
    `OfficeAdmin.newest_first` and no other order: sorting by any column would read all rows.
    """

    older_url = newer_url = ""

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[str]:
        return list(self.model_admin.newest_first)

    def get_ordering_field_columns(self) -> dict[int, str]:
        return {}

    def get_results(self, request: HttpRequest) -> None:
        way, _dot, key = request.GET.get(PAGE_VAR, "").partition(".")
        back = way == _NEWER
        rows = self.queryset
        if key and way in (_OLDER, _NEWER):
            rows = rows.filter(self._beyond(key, back))
        found = list((rows.reverse() if back else rows)[: self.list_per_page + 1])
        more, found = len(found) > self.list_per_page, found[: self.list_per_page]
        self.result_list = found[::-1] if back else found
        if found and (more or back):
            self.older_url = self._page(_OLDER, self.result_list[-1])
        if found and (more if back else key):
            self.newer_url = self._page(_NEWER, self.result_list[0])
        self._count()

    def _count(self) -> None:
        """Set what Django's and the theme's templates ask for."""
        self.paginator = LongPaginator(self.queryset, self.list_per_page)
        self.paginator.template_name = "admin/older_newer.html"
        whole = self.paginator.ends
        # Of rows that nobody has counted no more can be chosen at once than are seen.
        self.result_count = self.paginator.count if whole else len(self.result_list)
        narrowed = whole and bool(self.query or self.has_active_filters)
        self.full_result_count = None if narrowed else self.result_count
        self.show_full_result_count, self.show_admin_actions = False, True
        self.can_show_all, self.multi_page = False, bool(self.older_url or self.newer_url)

    def _page(self, way: str, row: Model) -> str:
        return str(self.get_query_string({PAGE_VAR: f"{way}.{row.pk}"}))

    def _beyond(self, key: str, back: bool) -> Q:
        """The rows after that one in the list's order, or those before it."""
        meta, names = self.model._meta, self.model_admin.newest_first
        try:
            pk = meta.pk.to_python(key)
        except ValidationError as error:
            raise IncorrectLookupParameters from error
        beyond = "gt" if back else "lt"
        if names == ("-pk",):
            return Q(**{f"pk__{beyond}": pk})
        (first,) = (name.removeprefix("-") for name in names if name != "-pk")
        at = self.root_queryset.filter(pk=pk).values_list(first, flat=True).first()
        if at is None:
            raise IncorrectLookupParameters
        level = Q(**{f"{first}__{beyond}": at}) | Q(**{f"pk__{beyond}": pk})
        return Q(**{f"{first}__{beyond}e": at}) & level


class OfficeAdmin(ModelAdmin):
    """A page of the administration; its list can be asked what its filters ask, and nothing else.

    Django takes any column of the table from the address (`?digest__startswith=a`): by counting
    rows one reads, letter by letter, what no page shows. Nothing else is ever registered.

    `search_fields` have marks: "=" whole values, "^" how they begin, in any case (of a column with
    an index of `Folded`). The first of them that finds something counts. What stands anywhere
    within a text isn't searched: no index knows.
    `newest_first`: "-pk", or that after one other column, with an index of both.
    """

    newest_first: tuple[str, ...] = ("-pk",)
    show_facets = ShowFacets.NEVER  # which count what each filter would find
    sortable_by: Any = ()
    list_per_page = 30  # the theme takes a millisecond for each row

    def get_changelist(self, request: HttpRequest, **named: Any) -> Any:
        return OfficeList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        sought = search_term.replace("\0", "").strip()
        if not sought or not self.search_fields:
            return queryset, False
        *firsts, last = self.get_search_fields(request)
        for field in firsts:  # not all at once: "or" would keep indexes from being used
            found = queryset.filter(self.find(field, sought))
            if found.exists():
                return found, False
        return queryset.filter(self.find(last, sought)), False

    def find(self, field: str, sought: str) -> Q:
        """The rows that one of the `search_fields` finds."""
        mark, name = field[0], field[1:]
        if mark == "=" and LOOKUP_SEP not in name and not self._may_hold(name, sought):
            return Q(pk__in=[])  # PostgreSQL would refuse to compare, say, an address with a name
        found = begins(name, sought) if mark == "^" else Q(**{name: sought})
        if LOOKUP_SEP not in name:
            return found
        return Q(pk__in=self.model._default_manager.filter(found).values("pk"))

    def _may_hold(self, name: str, sought: str) -> bool:
        try:
            self.model._meta.get_field(name).run_validators(sought)
        except ValidationError:
            return False
        return True

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        offered = self.get_list_filter(request)
        return any(lookup in _lookups(each) for each in offered)


def _lookups(offered: Any) -> set[str]:
    """What a filter, as `list_filter` names it, asks for."""
    if isinstance(offered, type) and issubclass(offered, SimpleListFilter):
        return {offered.parameter_name or ""}
    name = offered if isinstance(offered, str) else offered[0]
    return {name, *(f"{name}{LOOKUP_SEP}{how}" for how in _WHOLE | _SPANS)}


def administrator(request: HttpRequest) -> User:
    """Who is at work."""
    assert isinstance(request.user, User)
    return request.user
