"""Pages of long lists, and names found by their beginning."""

from typing import Any

import pytest
from django.core.paginator import EmptyPage, InvalidPage
from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Length
from django.test.utils import CaptureQueriesContext

from accounts.models import Conversation, User
from toolbox import paging
from toolbox.paging import LongPaginator
from toolbox.prefix_search import begins, is_called

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten are counted, not a thousand."""
    monkeypatch.setattr(paging, "COUNTED", 10)


def rows(count: int) -> QuerySet[Conversation]:
    made = Conversation.objects.bulk_create(Conversation(key=f"t:{n:02}") for n in range(count))
    assert len(made) == count
    return Conversation.objects.order_by("-key")


def walked(found: Any, by: int) -> list[list[str]]:
    """All pages, from each to the next."""
    paginator, pages = LongPaginator(found, by), []
    page = paginator.page(1)
    while True:
        pages.append([row.key for row in page])
        if not page.has_next():
            return pages
        page = LongPaginator(found, by).page(page.next_page_number())


@pytest.mark.parametrize("count", [0, 1, 3, 4, 8, 9, 10, 11, 12, 13, 25])
def test_every_row_is_on_one_page_and_the_last_page_says_so(count):
    found = rows(count)
    pages = walked(found, 4)
    assert [key for page in pages for key in page] == [row.key for row in found]
    assert [len(page) for page in pages[:-1]] == [4] * (len(pages) - 1)
    assert 0 < len(pages[-1]) <= 4 or not count


@pytest.mark.parametrize(("count", "told"), [(0, 0), (9, 9), (10, 10), (11, 11), (25, 11)])
def test_no_more_rows_are_counted_than_that_and_one(count, told):
    paginator = LongPaginator(rows(count), 4)
    assert paginator.count == told
    assert paginator.ends == (count <= 10)
    if count > 4:  # how many there are is said where that is known
        assert paginator.page(2).place == (f"2 / {-(-count // 4)}" if count <= 10 else "2")


def test_rows_of_one_rank_are_told_apart_by_their_key():
    Conversation.objects.bulk_create(Conversation(key=f"same:{n}") for n in range(25))
    found = Conversation.objects.order_by(Length("key"), "-pk")
    pages = walked(found, 4)
    assert len({key for page in pages for key in page}) == 25


def test_a_page_far_down_is_two_queries_and_others_are_not_there():
    found = rows(25)
    paginator = LongPaginator(found, 4)
    assert not paginator.ends
    with CaptureQueriesContext(connection) as asked:
        page = paginator.page(5)
        assert [row.key for row in page] == ["t:08", "t:07", "t:06", "t:05"]
    keys, whole = (query["sql"] for query in asked.captured_queries)
    assert "key" not in keys.split("FROM")[0]
    assert "OFFSET" not in whole
    for number in (0, -1, 8, 10**9, 10**30):
        with pytest.raises(EmptyPage):
            LongPaginator(found, 4).page(number)
    for nonsense in ("", "two", None, "9" * 5_000):
        with pytest.raises(InvalidPage):
            LongPaginator(found, 4).page(nonsense)
        assert LongPaginator(found, 4).get_page(nonsense).number == 1
    assert LongPaginator(found, 4).get_page(99).number == 3, "the last that is counted"
    assert LongPaginator(found.filter(key__lt="t:07"), 4).get_page(99).number == 2


def test_what_is_in_memory_is_counted_to_its_end():
    paginator = LongPaginator(range(25), 4)
    assert (paginator.count, paginator.num_pages, paginator.ends) == (25, 7, True)
    assert list(paginator.page(7)) == [24]
    with pytest.raises(EmptyPage):
        paginator.page(8)


NAMES = ("amber", "Amberley", "am_bient", "birch", "Äpfel", "zoé")


@pytest.fixture(autouse=True)
def _people() -> None:
    for name in NAMES:
        User.objects.create(username=name)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("amber", ["Amberley", "amber"]),
        ("AMB", ["Amberley", "amber"]),
        ("am_", ["am_bient"]),
        ("%", []),
        ("mber", []),
        ("Äp", ["Äpfel"]),
        ("zo", ["zoé"]),
        ("birch", ["birch"]),
        ("birchy", []),
    ],
)
def test_a_name_is_found_by_its_beginning(text, names):
    found = User.objects.filter(begins("username", text))
    assert sorted(found.values_list("username", flat=True)) == names


def test_a_whole_name_is_found_in_any_case():
    found = User.objects.filter(is_called("username", "AMBER"))
    assert [user.username for user in found] == ["amber"]
