"""Queries whose SQL is worked out once."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.matches.models import Deal, Match, Step
from games.matches.record.prepared import Prepared, PreparedValues

pytestmark = pytest.mark.django_db


def test_every_value_goes_to_its_own_field(begin, person):
    match = begin(person("amber"), person("birch"))
    found = Prepared(Step.objects.all(), "match", "kind", "index")
    assert [step.index for step in found(match.pk, "setup", 0)] == [0]
    assert found(match.pk, "action", 0) == []  # the same SQL with other values
    assert found(uuid.uuid4(), "setup", 0) == []


def test_rows_come_whole_in_one_query_and_in_order():
    for name in ("b", "a", "c"):
        Deal.objects.create(seed=b"0" * 32, commitment=name)
    found = Prepared(Deal.objects.order_by("commitment"), "seed")
    found(b"0" * 32)
    with CaptureQueriesContext(connection) as asked:
        deals = found(b"0" * 32)
        assert [deal.commitment for deal in deals] == ["a", "b", "c"]
        assert all(deal.created_at for deal in deals)
    assert len(asked) == 1


def test_a_query_with_parameters_of_its_own_is_refused():
    with pytest.raises(AssertionError, match="no parameters"):
        Prepared(Match.objects.filter(version=3), "public_id")("x")


def test_values_take_the_place_of_their_stand_ins():
    for name in ("b", "a", "c"):
        Deal.objects.create(seed=b"0" * 32, commitment=name)

    def between(first: str, last: str):
        found = Deal.objects.filter(commitment__gte=first, commitment__lte=last)
        return found.exclude(commitment="c").order_by("commitment").values_list("commitment")

    named = PreparedValues(between, "first", "last")
    assert named("a", "b") == [("a",), ("b",)]
    assert named("b", "c") == [("b",)]  # the same SQL; what was no stand-in stays
    assert named("first", "last") == []
