"""Lists of the administration tell nothing by what they can be filtered, searched or sorted by."""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin import SimpleListFilter
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.administration import OfficeAdmin
from accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]

OFFICES = [
    pytest.param(model, office, id=model._meta.label)
    for model, office in admin.site._registry.items()
]
each_office = pytest.mark.parametrize(("model", "office"), OFFICES)

ANYBODY = RequestFactory().get("/admin/")


@pytest.fixture
def root() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("root"))
    return client


def answer_to(root: Client, model: type[Model], **query: str) -> int:
    meta = model._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    return root.get(address, query).status_code


def offered(office: Any) -> set[str]:
    """The fields by which a list may be filtered."""
    own = {each.parameter_name for each in office.list_filter if not isinstance(each, str)}
    names = {each for each in office.list_filter if isinstance(each, str)}
    return names | {office.date_hierarchy} - {None} | own & columns(office.model, 0)


def columns(model: type[Model], depth: int = 1) -> set[str]:
    """The fields of a table, and those of the tables it is joined to."""
    found = set()
    for field in model._meta.get_fields():
        name = field.name
        found.add(name)
        if field.is_relation and field.related_model and depth:
            found |= {f"{name}__{other}" for other in columns(field.related_model, depth - 1)}
    return found


def test_every_page_has_the_one_base():
    for office in admin.site._registry.values():
        assert isinstance(office, OfficeAdmin), office


@each_office
def test_lists_are_filtered_by_nothing_but_their_filters_which_work_on_whole_values(
    root, model, office
):
    open_ones = offered(office) | {f"{name}__id" for name in offered(office)}
    hidden = columns(model) - open_ones
    for name in hidden:
        for how in ("", "__exact", "__isnull", "__startswith", "__gte"):
            assert not office.lookup_allowed(name + how, "1", ANYBODY), name + how
    for name in offered(office):
        for how in ("startswith", "icontains", "regex", "gt", "id__startswith", "name__exact"):
            assert not office.lookup_allowed(f"{name}__{how}", "1", ANYBODY), (name, how)
    for name in {min(columns(model, 0) - open_ones), *sorted(offered(office))[:1]}:
        assert answer_to(root, model, **{f"{name}__icontains": "1"}) == 400, name
    request: Any = root.get(reverse("admin:index")).wsgi_request
    changes = office.get_changelist_instance(request)
    links = [
        choice["query_string"]
        for spec in changes.filter_specs
        for choice in spec.choices(changes)
        if "query_string" in choice
    ]
    for own in office.list_filter:
        if isinstance(own, type) and issubclass(own, SimpleListFilter):
            links.append(f"?{own.parameter_name}=yes")
    if office.date_hierarchy:
        links.append(f"?{office.date_hierarchy}__year=2026&{office.date_hierarchy}__month=1")
    meta = model._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    for link in [*links, "?q=amber&o=1"]:
        assert root.get(address + link).status_code == 200, link


@each_office
def test_only_what_is_shown_is_searched_and_sorted(model, office):
    shown = {*office.list_display, *(office.fields or ())}
    shown |= {name for _title, part in office.fieldsets or () for name in part["fields"]}
    for inline in office.inlines:
        of = inline.model._meta.get_field(model._meta.model_name).remote_field.name
        shown |= {f"{of}__{name}" for name in inline.fields}
    if not office.fields and not office.fieldsets:
        shown |= {field.name for field in model._meta.fields}
    for name in [*office.search_fields, *(office.ordering or ())]:
        bare = name.lstrip("^=@-")
        named = {bare, bare.removesuffix("__username"), bare.removesuffix("__public_id")}
        assert named & shown, name
