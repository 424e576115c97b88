"""Queries whose SQL is worked out once."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.matches.models import Match, Seat, Step
from games.matches.record.prepared import Prepared, PreparedInsert, PreparedUpdate, PreparedUpdates

pytestmark = pytest.mark.django_db


def values_of(row):
    return type(row).objects.filter(pk=row.pk).values().get()


def test_a_row_is_read_as_django_reads_it(begin, person):
    match = begin(person("amber"), person("birch"), clock={"type": "live", "bank": 60})
    found = Prepared(Match.objects.annotate(promise=F("deal__commitment")), "id")(match.pk)
    assert [one.promise for one in found] == [match.deal.commitment]
    for one, rows in (
        (found[0], Match),
        (Prepared(Seat.objects.all(), "match")(match.pk)[1], Seat),
    ):
        twin = rows.objects.get(pk=one.pk)
        names = [field.attname for field in rows._meta.concrete_fields]
        assert {n: getattr(one, n) for n in names} == {n: getattr(twin, n) for n in names}
        assert one == twin


def test_a_row_is_inserted_as_django_inserts_it(begin, person):
    match = begin(person("amber"), person("birch"))
    step = match.steps.get(index=0)
    before = values_of(step)
    insert = PreparedInsert(Step)
    for store in insert, lambda row: insert.many([row]):
        match.steps.all().delete()
        with CaptureQueriesContext(connection) as asked:
            store(step)
        assert len(asked) == 1
        after = values_of(match.steps.get())
        assert {**after, "id": before["id"]} == before
    insert.many([])
    assert match.steps.count() == 1


def test_a_row_is_changed_only_if_it_is_as_it_was(begin, person):
    match = begin(person("amber"), person("birch"))
    before = values_of(match)
    update = PreparedUpdate(Match, ["state", "undo", "wake_at", "result"], "version")
    match.state, match.undo, match.wake_at = b"another", {"reach": [None, 1.5]}, timezone.now()
    match.game = "not to be stored"
    assert not update(match, match.version + 1)
    assert values_of(match) == before
    assert update(match, match.version)
    changed = {"state": match.state, "undo": match.undo, "wake_at": match.wake_at}
    after = values_of(match)
    assert {**after, "state": bytes(after["state"])} == before | changed


def test_several_rows_are_changed_by_one_statement(begin, person):
    people = [person(name) for name in ("amber", "birch", "cedar")]
    seats = list(begin(*people).seats.all())
    before = [values_of(seat) for seat in seats]
    names = ["owes", "decision_version", "deadline", "bank", "outcome", "rank", "statistics"]
    update = PreparedUpdates(Seat, names)
    for number, seat in enumerate(seats[1:]):
        seat.owes, seat.decision_version = not seat.owes, 7 + number
        seat.deadline = timezone.now() if number else None
        seat.bank = timedelta(seconds=1.5) if number else None
        seat.outcome, seat.rank, seat.statistics = "won", number or None, {"eggs": number}
        seat.name = "not to be stored"
    with CaptureQueriesContext(connection) as asked:
        update(seats[1:])
    assert len(asked) == 1
    assert values_of(seats[0]) == before[0]
    for seat, old in zip(seats[1:], before[1:], strict=True):
        assert values_of(seat) == old | {name: getattr(seat, name) for name in names}
    for seat in seats[1:]:  # of no row anything is known
        seat.deadline = seat.bank = seat.rank = None
    update(seats[1:])
    assert [seat.bank for seat in Seat.objects.filter(pk__in=[s.pk for s in seats[1:]])] == [
        None
    ] * 2
    update([])


@pytest.mark.parametrize(
    "told", [None, {}, {"é": [1.5, "«ü»\u2028", True, None]}, {"large": 2**70, "small": -(2**63)}]
)
def test_json_is_stored_and_read_as_django_does_it(begin, person, told):
    match = begin(person("amber"), person("birch"))
    match.result = told
    assert PreparedUpdate(Match, ["result"])(match)
    assert values_of(match)["result"] == told
    assert Match.objects.filter(pk=match.pk, result__isnull=told is None).exists()
    Match.objects.filter(pk=match.pk).update(result=told)
    assert Prepared(Match.objects.all(), "id")(match.pk)[0].result == told


def test_times_and_ids_of_one_row_are_not_taken_for_anothers(begin, person):
    found = Prepared(Match.objects.all(), "id")
    for _time in range(2):  # the second time they were met before
        for match in (begin(person(), person()), begin(person(), person())):
            one = found(match.pk)[0]
            assert (one.pk, one.deal_id) == (match.pk, match.deal_id)
            assert one.started_at == Match.objects.get(pk=match.pk).started_at
