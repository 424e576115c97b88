"""When a seat's person had the match open: kept for administrators, for a month."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from games.matches.live import people, visits
from games.matches.live.visits import Ended
from games.matches.models import SeatVisit
from lobby.tasks import forget
from tests.support.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def kept() -> list[tuple[int, float, float]]:
    """Seat, first and last minute of each visit."""
    found = SeatVisit.objects.order_by("seat", "began_at")
    minute = timedelta(minutes=1)
    return [
        (one.seat, (one.began_at - NOON) / minute, (one.ended_at - NOON) / minute) for one in found
    ]


@pytest.mark.parametrize(
    ("noted", "expected"),
    [
        ([[(0, 0, 5), (1, 1, 2)], [(0, 10, 11)]], [(0, 0, 5), (0, 10, 11), (1, 1, 2)]),
        ([[(0, 0, 5), (0, 5.9, 7)]], [(0, 0, 7)]),  # within a minute one was never away
        ([[(0, 2, 3), (0, 6, 7), (0, 0, 9)]], [(0, 0, 9)]),  # two tabs are one visit
    ],
)
def test_every_visit_of_a_seat_is_kept(begin, noted, expected):
    public_id = begin(first=0).public_id
    gone = Ended("gone", 0, at(0), at(5))  # a match that is no more is passed over
    for visited in noted:
        visits.note([gone, *(Ended(public_id, seat, at(a), at(z)) for seat, a, z in visited)])
    assert kept() == expected


def test_visits_are_forgotten_after_some_days(begin, settings, frozen):
    settings.VISIT_DAYS = 30
    frozen.move_to(NOON)
    public_id = begin(first=0).public_id
    visits.note([Ended(public_id, 0, at(0), at(5)), Ended(public_id, 1, at(0), at(9))])
    frozen.move_to(at(7) + timedelta(days=30))
    forget()
    assert kept() == [(1, 0, 9)]
    settings.VISIT_DAYS = 0
    frozen.move_to(at(7) + timedelta(days=3_000))
    forget()
    assert kept() == [(1, 0, 9)]


class Socket:
    """A socket at a match, as `people` knows it."""

    def __init__(self, match, viewer, user):
        self.public_id, self.viewer, self.user = match.public_id, viewer, user


@pytest.fixture
def visited(begin, monkeypatch):
    """The only seat's person opens sockets in a match, as a player and as a spectator."""
    monkeypatch.setattr(people, "SETTLE_SECONDS", 0.001)
    here, match = people.Visitors(), begin(first=0)
    user = match.seats.get(index=0).user
    return here, [Socket(match, viewer, user) for viewer in (0, "spectator")]


async def end(here, sockets):
    for socket in sockets:
        here.went(socket)
    await here._looking
    assert [visit.seat async for visit in SeatVisit.objects.all()] == [0]


@pytest.mark.django_db(transaction=True)
async def test_a_visit_is_noted_when_its_socket_ends_by_a_database_that_was_away(
    visited, monkeypatch
):
    note, asked = visits.note, []

    def failing(ended):
        asked.append(len(ended))
        if len(asked) < 3:
            raise OSError("away")
        note(ended)

    monkeypatch.setattr(visits, "note", failing)
    here, sockets = visited
    for socket in sockets:
        here.came(socket, hears=False)
    await end(here, sockets)
    assert asked == [1, 1, 1]


@pytest.mark.django_db(transaction=True)
async def test_a_socket_that_logs_in_as_somebody_else_leaves_the_visit_to_its_seat(visited):
    here, [socket, other] = visited
    here.came(socket, hears=False)
    socket.viewer = other.viewer
    here.came(socket, hears=False)
    await end(here, [socket])


def test_many_are_kept_by_as_many_statements_as_one(begin, django_assert_num_queries):
    ids = [begin(first=0).public_id for _match in range(4)]
    visits.note([Ended(public_id, 1, at(0), at(5)) for public_id in ids])
    many = [Ended(public_id, seat, at(3), at(9)) for public_id in ids for seat in (0, 1)]
    with django_assert_num_queries(6):  # two of them begin and end the transaction
        visits.note(many)
    assert kept() == [(0, 3, 9)] * 4 + [(1, 0, 9)] * 4


@pytest.mark.django_db(transaction=True)
async def test_a_visit_that_goes_on_is_noted_now_and_then(visited, monkeypatch):
    monkeypatch.setattr(people, "GOING_SECONDS", 0.0)
    noted, note, loop = asyncio.Event(), visits.note, asyncio.get_running_loop()

    def heard(ended):
        note(ended)
        loop.call_soon_threadsafe(noted.set)

    monkeypatch.setattr(visits, "note", heard)
    here, [socket, _looks_on] = visited
    here.came(socket, hears=False)
    for _time in range(2):
        await asyncio.wait_for(noted.wait(), timeout=PATIENCE_SECONDS)
        noted.clear()
    assert await SeatVisit.objects.acount() == 1
    await end(here, [socket])
