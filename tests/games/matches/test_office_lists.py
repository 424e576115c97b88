"""Lists of the administration: leafed through from row to row, never counted or sorted whole."""

import itertools
import re
from datetime import timedelta

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match
from tests.support.log_in import logged_in
from toolbox import paging

pytestmark = pytest.mark.django_db


@pytest.fixture
def root() -> Client:
    return logged_in(User.objects.create_superuser("root"))


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    """Three rows a page, and eight are counted."""
    for office in admin.site._registry.values():
        monkeypatch.setattr(office, "list_per_page", 3)
    monkeypatch.setattr(paging, "COUNTED", 8)


@pytest.fixture
def people() -> list[str]:
    return [User.objects.create(username=f"amber{number}").username for number in range(10)]


def shown(root: Client, address: str) -> tuple[list[str], dict[str, str]]:
    answer = root.get(address)
    assert answer.status_code == 200, address
    page = answer.content.decode()
    links = {
        rel: link.replace("&amp;", "&")
        for link, rel in re.findall(r'<a href="([^"]*)" rel="(next|prev)"', page)
    }
    return [str(row.pk) for row in answer.context["cl"].result_list], links


def walked(root: Client, address: str, way: str, start: str = "") -> list[list[str]]:
    pages, link = [], start
    while True:
        rows, links = shown(root, address + link)
        pages.append(rows)
        if way not in links:
            return pages
        link = links[way]


def test_every_row_is_on_one_page_forwards_and_back(root, people):
    address = "/admin/accounts/user/"
    keys = [str(pk) for pk in User.objects.order_by("-pk").values_list("pk", flat=True)]
    pages = walked(root, address, "next")
    assert [key for page in pages for key in page] == keys
    assert [len(page) for page in pages] == [3, 3, 3, 2]
    back = walked(root, address, "prev", f"?p=older.{pages[2][-1]}")
    assert back == pages[::-1]
    _first, links = shown(root, address)
    assert "prev" not in links
    User.objects.create(username="birch")  # which moves no page
    assert shown(root, address + links["next"])[0] == pages[1]


@pytest.mark.parametrize(("name", "count", "counted"), [("amber9", 1, 0), ("amber", 8, 1)])
def test_only_a_list_of_several_pages_is_counted(root, people, name, count, counted):
    User.objects.filter(username__in=people[:2]).delete()
    with CaptureQueriesContext(connection) as asked:
        answer = root.get(f"/admin/accounts/user/?q={name}")
    assert answer.context["cl"].result_count == count
    counts = [query["sql"] for query in asked if "COUNT(*)" in query["sql"]]
    assert len([sql for sql in counts if 'FROM "accounts_user"' in sql]) == counted


def test_matches_that_began_at_once_are_told_apart(root, begin):
    matches = [begin().pk for _match in range(8)]
    now = timezone.now()
    Match.objects.filter(pk__in=matches[:5]).update(started_at=now)
    Match.objects.filter(pk__in=matches[5:]).update(started_at=now - timedelta(days=1))
    pages = walked(root, "/admin/matches/match/", "next")
    expected = Match.objects.order_by("-started_at", "-pk").values_list("pk", flat=True)
    assert [key for page in pages for key in page] == [str(pk) for pk in expected]
    assert walked(root, "/admin/matches/match/", "prev", f"?p=older.{pages[1][-1]}") == pages[::-1]


def test_filters_and_searches_are_kept_from_page_to_page(root, people):
    User.objects.create(username="birch")
    pages = walked(root, "/admin/accounts/user/", "next", "?q=AMB&is_staff__exact=0")
    assert [len(page) for page in pages] == [3, 3, 3, 1]
    for sought, count in (("amber1", 1), ("AMBER", 3), ("mber1", 0), ("%", 0)):
        assert len(shown(root, f"/admin/accounts/user/?q={sought}")[0]) == count, sought


def test_a_page_that_makes_no_sense_breaks_nothing(root):
    for page in ("older.x", "newer.", "older", "9", "-1", "older.9" + "9" * 40):
        for model in ("accounts/user", "matches/match"):
            assert root.get(f"/admin/{model}/?p={page}").status_code in (200, 302)
    for year in ("0", "-1", "9" * 30, "2026"):  # nothing offers that, and most years are none
        asked = f"/admin/accounts/auditentry/?at__year={year}"
        assert root.get(asked, raise_request_exception=False).status_code == 400


def test_what_is_not_counted_cannot_be_chosen_all_at_once(root, people):
    page = root.get("/admin/accounts/user/").content.decode()
    assert "more than 8" in " ".join(page.split())
    assert not re.search(r"Select all \d", page)
    User.objects.filter(username__gt="amber4").exclude(username="root").delete()
    page = root.get("/admin/accounts/user/").content.decode()
    assert "more than" not in page
    assert "Select all 6" in page


def test_a_match_is_found_by_its_id_and_by_who_sat_there(root, begin, person):
    match, _other = begin(person("amber"), person("birch")), begin(person("cedar"), person("dune"))
    for sought in (match.public_id, "AMB", "bir"):
        assert shown(root, f"/admin/matches/match/?q={sought}")[0] == [str(match.pk)]
    User.objects.get(username="amber").delete()
    assert shown(root, "/admin/matches/match/?q=amber")[0] == [str(match.pk)], "as the seat says"


def test_what_is_behind_the_gate_is_left_out_and_begins_no_page(root, begin):
    """Where its page begins would say when it did."""
    hidden = begin()
    steps = "/admin/matches/step/"
    assert shown(root, steps)[0]
    Match.objects.filter(pk=hidden.pk).update(embargo_until=timezone.now() + timedelta(hours=1))
    assert shown(root, steps)[0] == []
    begin()
    for way in ("older", "newer"):
        assert root.get(f"/admin/matches/match/?p={way}.{hidden.pk}").status_code == 302
    Match.objects.filter(pk=hidden.pk).update(embargo_until=timezone.now())
    assert len(shown(root, steps)[0]) == 2


def test_no_list_counts_or_sorts_all_rows(root):
    ways = ("", "?o=1", "?q=amber", "?all=", "?_facets=True")
    for model, said in itertools.product(admin.site._registry, ways):
        meta = model._meta
        with CaptureQueriesContext(connection) as asked:
            root.get(f"/admin/{meta.app_label}/{meta.model_name}/{said}")
        about = [query["sql"] for query in asked if f'FROM "{meta.db_table}"' in query["sql"]]
        assert about, meta.label
        for sql in about:
            assert "LIMIT" in sql or "DISTINCT" in sql, sql
            ordered = sql.partition("ORDER BY")[2]
            assert not ordered or "DISTINCT" in sql or '"id" DESC' in ordered, sql
