"""Queries of pages and sweeps whose SQL is worked out once."""

from datetime import datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.prepared_queries import MOMENT, Due, PreparedQuery
from games.matches.models import Deal, Seat

pytestmark = pytest.mark.django_db


def test_values_take_the_place_of_their_stand_ins():
    for name in ("b", "a", "c"):
        Deal.objects.create(seed=b"0" * 32, commitment=name)

    def between(first: str, last: str, until: datetime) -> QuerySet[Any, Any]:
        found = Deal.objects.filter(commitment__gte=first, commitment__lte=last)
        found = found.filter(created_at__lte=until).exclude(commitment="c")
        return found.order_by("commitment").values_list("commitment")

    now = timezone.now()
    named = PreparedQuery(between, "first", "last", MOMENT)
    assert named("a", "b", now) == [("a",), ("b",)]
    assert named("b", "c", now) == [("b",)]  # the same SQL; what was no stand-in stays
    assert named("first", "last", now) == []
    assert named("a", "b", now - timedelta(hours=1)) == []


@pytest.mark.django_db(transaction=True)
def test_each_thread_reads_by_its_own_connection():
    Deal.objects.create(seed=b"0" * 32, commitment="a")
    found = PreparedQuery(
        lambda name: Deal.objects.filter(commitment=name).values_list("commitment"), ""
    )
    assert found("a") == [("a",)]
    read: list[Any] = []

    def elsewhere() -> None:
        try:
            read.append(found("a"))
            read.append(connection.connection)
        finally:
            connection.close()

    thread = Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert read[0] == [("a",)]
    assert read[1] is not None
    assert read[1] is not connection.connection


def test_what_is_due_is_read_and_where_nothing_is_one_small_question_is_asked(begin, person):
    seats = begin(person("amber"), person("birch"), person("cedar")).seats
    now = timezone.now()
    due = Due(lambda by: Seat.objects.filter(tell_at__lte=by).order_by("-tell_at"))
    seats.update(tell_at=now + timedelta(seconds=3))
    with CaptureQueriesContext(connection) as asked:
        assert due(now) == []
    assert len(asked) == 1
    assert '"matches_seat"."name"' not in asked[0]["sql"]
    for index, before in enumerate((1, 0, -1)):
        seats.filter(index=index).update(tell_at=now - timedelta(seconds=before))
    assert [seat.index for seat in due(now)] == [1, 0], "by that moment, in the query's order"
    assert [seat.index for seat in due(now, 1)] == [1]
    assert due(now - timedelta(minutes=1)) == [], "the same question about another moment"
