"""What all pages of the administration have in common."""

from typing import Any

from django.contrib.admin import SimpleListFilter
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from accounts.models import User

# How filters ask, after a field's name: for whole values, and for spans of time.
_WHOLE = {"exact", "in", "isnull", "id__exact"}
_SPANS = {"gte", "lt", "year", "month", "day"}


class OfficeAdmin(ModelAdmin):
    """A page of the administration; its list can be asked what its filters ask, and nothing else.

    Django takes any column of the table from the address (`?digest__startswith=a`): by counting
    rows one reads, letter by letter, what no page shows. Nothing else is ever registered.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        offered = self.get_list_filter(request)
        return any(lookup in _lookups(each) for each in (*offered, self.date_hierarchy) if each)


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
