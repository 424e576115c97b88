"""Queries of pages and sweeps whose SQL is worked out once."""

from collections.abc import Collection
from datetime import datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, F, QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block, User
from accounts.prepared_queries import MOMENT, Due, Keys, PreparedQuery
from games.matches.models import Deal, Seat
from tests.games.matches.conftest import begin, person

__all__ = ["begin", "person"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def deals() -> list[Deal]:
    return [Deal.objects.create(seed=b"0" * 32, commitment=name) for name in ("b", "a", "c")]


@pytest.mark.usefixtures("deals")
def test_values_take_the_place_of_their_stand_ins() -> None:
    def between(first: str, last: str) -> QuerySet[Any, Any]:
        found = Deal.objects.filter(commitment__gte=first, commitment__lte=last)
        return found.exclude(commitment="c").order_by("commitment").values_list("commitment")

    named = PreparedQuery(between, "first", "last")
    assert named("a", "b") == [("a",), ("b",)]
    assert named("b", "c") == [("b",)]  # the same SQL; what was no stand-in stays
    assert named("first", "last") == []


def test_rows_come_whole_with_what_they_are_annotated_with_and_lead_to(
    begin: Any, person: Any
) -> None:
    match = begin(person("amber"), person("birch"))

    def seats(user: int) -> QuerySet[Seat]:
        found = Seat.objects.filter(user=user).select_related("match", "user")
        found = found.defer("match__state").prefetch_related("match__steps")
        return found.annotate(there=Count("match__seats"), twice=F("index") * 2)

    of_person = PreparedQuery(seats, -1)
    for name, index in (("amber", 0), ("birch", 1)):
        with CaptureQueriesContext(connection) as asked:
            (seat,) = of_person(User.objects.only("pk").get(username=name).pk)
            assert (seat.index, seat.user.username, seat.match.pk) == (index, name, match.pk)
            assert (seat.there, seat.twice) == (2, 2 * index)
            assert [step.index for step in seat.match.steps.all()] == [0]
        assert len(asked) == 3, "the key, the seat, its match's steps"
        assert bytes(seat.match.state) == bytes(match.state), "what was put off can be had"
        assert seat.match.seats.filter(index=1 - index).exists(), "other queries are their own"
    assert of_person(10**9) == []


def test_there_may_be_any_number_of_keys(deals: list[Deal]) -> None:
    people = [User.objects.create_user(name) for name in ("birch", "amber", "cedar")]
    named = PreparedQuery(lambda keys: User.objects.filter(pk__in=keys).order_by("username"), Keys)
    keys = [user.pk for user in people]
    assert [user.username for user in named(keys)] == ["amber", "birch", "cedar"]
    assert [user.username for user in named({keys[0]})] == ["birch"]
    assert [user.username for user in named((*keys[:2], 10**9))] == ["amber", "birch"]
    assert len(named([*keys, *range(10**9, 10**9 + 40)])) == 3
    with pytest.raises(ValueError, match="no keys"):
        named([])
    by_uuid = PreparedQuery(lambda keys: Deal.objects.filter(pk__in=keys), Keys)
    for few in (deals[:1], deals[1:], deals):
        assert set(by_uuid([deal.pk for deal in few])) == set(few)


def test_keys_and_other_values_keep_apart() -> None:
    amber, birch, cedar = (User.objects.create_user(name) for name in ("amber", "birch", "cedar"))
    Block.objects.create(blocker=amber, blocked=birch)
    Block.objects.create(blocker=birch, blocked=cedar)

    def blocks(by: Collection[int], of: Collection[int], but: int) -> QuerySet[Any, Any]:
        found = Block.objects.filter(blocker__in=by, blocked__in=of).exclude(blocker=but)
        return found.values_list("blocker_id", "blocked_id")

    found = PreparedQuery(blocks, Keys, Keys, -1)
    everybody = [amber.pk, birch.pk, cedar.pk]
    assert found(everybody, everybody, amber.pk) == [(birch.pk, cedar.pk)]
    assert found([amber.pk], everybody, cedar.pk) == [(amber.pk, birch.pk)]
    assert found([cedar.pk], everybody, amber.pk) == []


@pytest.mark.usefixtures("deals")
def test_a_moment_is_one_that_is_given() -> None:
    def since(begun: datetime) -> QuerySet[Deal]:
        return Deal.objects.filter(created_at__gte=begun)

    now, hour = timezone.now(), timedelta(hours=1)
    found = PreparedQuery(since, MOMENT)
    assert [len(found(when)) for when in (now - hour, now + hour, now - 2 * hour)] == [3, 0, 3]


def test_no_moment_can_be_asked_for_for_ever() -> None:
    def so_far(name: str) -> QuerySet[Deal]:
        return Deal.objects.filter(created_at__lte=timezone.now(), commitment=name)

    with pytest.raises(AssertionError, match="for ever"):
        PreparedQuery(so_far, "")("a")


@pytest.mark.usefixtures("deals")
def test_what_else_it_depends_on_is_asked_each_time() -> None:
    names = ["a"]
    found = PreparedQuery(
        lambda but: Deal.objects.filter(commitment__in=names).exclude(commitment=but),
        "",
        depends=lambda: tuple(names),
    )
    assert [deal.commitment for deal in found("b")] == ["a"]
    names.append("c")
    assert {deal.commitment for deal in found("b")} == {"a", "c"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("deals")
def test_each_thread_reads_by_its_own_connection() -> None:
    found = PreparedQuery(lambda name: Deal.objects.filter(commitment=name), "")
    assert len(found("a")) == 1
    read: list[Any] = []

    def elsewhere() -> None:
        try:
            read.append(found("c"))
            read.append(connection.connection)
        finally:
            connection.close()

    thread = Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert [deal.commitment for deal in read[0]] == ["c"]
    assert read[1] is not None
    assert read[1] is not connection.connection


def test_what_is_due_is_read_and_where_nothing_is_one_small_question_is_asked(
    begin: Any, person: Any
) -> None:
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
