"""The benchmark of matches over days, with a handful of them."""

from collections import Counter
from datetime import timedelta

import pytest

from bench import days, running_days
from bench.growth import Server
from games.matches.models import Match, Seat
from games.matches.play import downtime
from games.matches.record import selectors
from lobby.models import Table
from lobby.tables.filters import Filters
from lobby.tables.selectors import open_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def costs() -> days.Costs:
    return days.Costs(Server())


def test_it_fills_a_portal_with_matches_that_run_and_tables_that_wait() -> None:
    people = running_days.people_for(100)
    running_days.fill(people, range(100))
    running_days.open_tables(people, 10)
    running = Match.objects.filter(status="active")
    assert (running.count(), Table.objects.count()) == (100, 10)
    assert {match.steps.count() for match in running} == {1 + running_days.MOVES}
    for match in running:
        assert match.seats.filter(owes=True, deadline=match.wake_at).count() == 1
    each = Counter(Seat.objects.filter(match__in=running).values_list("user", flat=True))
    assert (len(each), set(each.values())) == (50, {4})
    assert len(open_tables(people[20], Filters())) == 10
    assert selectors.snapshot(running[0]).active_seats


def test_it_moves_every_clock_and_plays_for_everyone_who_is_late(
    costs: days.Costs, capsys: pytest.CaptureFixture[str]
) -> None:
    running_days.fill(running_days.people_for(5), range(5))
    downtime.note()
    before = dict(Match.objects.filter(status="active").values_list("pk", "wake_at"))
    days._after_downtime(costs)
    after = dict(Match.objects.filter(status="active").values_list("pk", "wake_at"))
    later = {key: after[key] - at for key, at in before.items() if at and after[key]}
    assert len(later) == 5
    assert min(later.values()) >= timedelta(hours=1)
    days._many_deadlines(costs, 3)
    moves = running_days.MOVES
    versions = Match.objects.filter(status="active").values_list("version", flat=True)
    assert sorted(versions) == [moves, moves, *3 * [moves + 1]]
    said = capsys.readouterr().out
    assert "all clocks are moved in 1 sweeps" in said
    assert "3 deadlines in one second" in said
