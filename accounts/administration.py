"""Base classes of the administration's pages."""

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

from toolbox.paging import LongPaginator
from toolbox.prefix_search import begins

# Lookups of filters, after a field's name: for whole values and for spans of time.
_WHOLE = {"exact", "in", "isnull", "id__exact"}
_SPANS = {"gte", "lt"}

_OLDER, _NEWER = "older", "newer"


class OfficeList(ChangeList):
    """A list with pages by key, so that a long list is never counted.

    `?p=older.KEY` is the page after that row, `?p=newer.KEY` the page before it. The order is
    always `OfficeAdmin.newest_first`: sorting by another column would read all rows.
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
        read = list((rows.reverse() if back else rows)[: self.list_per_page + 1])
        more, shown = len(read) > self.list_per_page, read[: self.list_per_page]
        self.result_list = shown[::-1] if back else shown
        if shown and (more or back):
            self.older_url = self._page(_OLDER, self.result_list[-1])
        if shown and (more if back else key):
            self.newer_url = self._page(_NEWER, self.result_list[0])
        self.paginator = LongPaginator(self.queryset, self.list_per_page)
        if not more and not key:
            self.paginator.count = len(read)  # all rows are on this page
        self._count()

    def _count(self) -> None:
        """Set the attributes that Django's and the theme's templates read."""
        self.paginator.template_name = "admin/older_newer.html"
        whole = self.paginator.ends
        # In a list that isn't counted, only visible rows can be selected.
        self.result_count = self.paginator.count if whole else len(self.result_list)
        narrowed = whole and bool(self.query or self.has_active_filters)
        self.full_result_count = None if narrowed else self.result_count
        self.show_full_result_count, self.show_admin_actions = False, True
        self.can_show_all, self.multi_page = False, bool(self.older_url or self.newer_url)

    def _page(self, way: str, row: Model) -> str:
        return str(self.get_query_string({PAGE_VAR: f"{way}.{row.pk}"}))

    def _beyond(self, key: str, back: bool) -> Q:
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
    """A page of the administration whose list answers only its own filters.

    Django accepts any column from the address (`?digest__startswith=a`), so counting rows would
    reveal hidden values letter by letter. All registered pages derive from this class.

    `search_fields` have marks: "=" for whole values, "^" for beginnings in any case (of a column
    with an index of `Folded`). The first field with a match counts. No index finds text in the
    middle. `newest_first`: "-pk", or one other column and "-pk", with an index of both.
    """

    newest_first: tuple[str, ...] = ("-pk",)
    show_facets = ShowFacets.NEVER  # they count the matches of each filter
    sortable_by: Any = ()
    list_per_page = 20  # the theme takes a millisecond per row

    def get_changelist(self, request: HttpRequest, **named: Any) -> Any:
        return OfficeList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        sought = search_term.replace("\0", "").strip()
        if not sought or not self.search_fields:
            return queryset, False
        *firsts, last = self.get_search_fields(request)
        for field in firsts:  # one by one: "or" would keep indexes from being used
            matches = queryset.filter(self.find(field, sought))
            if matches.exists():
                return matches, False
        return queryset.filter(self.find(last, sought)), False

    def find(self, field: str, sought: str) -> Q:
        """Return the rows that one of the `search_fields` matches."""
        mark, name = field[0], field[1:]
        if mark == "=" and LOOKUP_SEP not in name and not self._may_hold(name, sought):
            return Q(pk__in=[])  # PostgreSQL would refuse to compare, say, an address with a name
        matches = begins(name, sought) if mark == "^" else Q(**{name: sought})
        if LOOKUP_SEP not in name:
            return matches
        return Q(pk__in=self.model._default_manager.filter(matches).values("pk"))

    def _may_hold(self, name: str, sought: str) -> bool:
        try:
            self.model._meta.get_field(name).run_validators(sought)
        except ValidationError:
            return False
        return True

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return any(lookup in _lookups(offered) for offered in self.get_list_filter(request))


class ClosedAdmin(OfficeAdmin):
    """A page whose rows nobody adds or changes."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ClosedAdmin):
    """A page whose rows nobody adds, changes or deletes."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _lookups(offered: Any) -> set[str]:
    if isinstance(offered, type) and issubclass(offered, SimpleListFilter):
        return {offered.parameter_name or ""}
    name = offered if isinstance(offered, str) else offered[0]
    return {name, *(f"{name}{LOOKUP_SEP}{how}" for how in _WHOLE | _SPANS)}
