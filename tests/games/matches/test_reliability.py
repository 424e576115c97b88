"""The share of matches that people stay in, as it is noted when a match ends."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from games.matches import tasks
from games.matches.models import Match, Seat
from games.matches.play.actions import services
from games.matches.record import reliability
from tests.games.matches.conftest import look, send_away
from tests.rulesets.race import Race

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen", "race")]

MOVE = {"type": "move", "seconds": 86_400}


@pytest.fixture
def both(begin, person) -> Callable[..., Match]:
    people = person("amber"), person("birch")

    def make(**said):
        return begin(*people, game=Race.meta.slug, first=0, **({"clock": MOVE} | said))

    return make


def end(match: Match, seat: int = 1) -> Match:
    services.resign(public_id=match.public_id, user=look(match).seats[seat].user)
    tasks.note_who_stayed(str(match.pk))
    return look(match).match


def stayed(match: Match) -> list[bool | None]:
    return [seat.stayed for seat in look(match).seats]


def share(match: Match, seat: int = 0) -> int | None:
    user = look(match).seats[seat].user
    assert user is not None
    return user.reliability


def test_who_was_away_to_the_end_did_not_stay_and_who_resigned_did(both):
    assert stayed(end(both())) == [True, True]
    match = both()
    send_away(match, 0)
    assert stayed(end(match)) == [False, True]


@pytest.mark.parametrize(("hours", "expected"), [(24, True), (25, False)])
def test_who_is_back_within_a_day_is_forgiven(both, frozen, hours, expected):
    match = both()
    send_away(match, 0)
    frozen.shift(timedelta(hours=hours))
    services.come_back(public_id=match.public_id, user=look(match).seats[0].user)
    assert stayed(end(match)) == [expected, True]


def test_matches_without_a_clock_or_without_people_do_not_count(both, begin, person):
    assert stayed(end(both(clock=None))) == [None, None]
    alone = begin(person("cedar"), "easy", game=Race.meta.slug, clock=MOVE)
    assert stayed(end(alone, 0)) == [None, None]


def test_with_fewer_than_five_matches_one_is_new(both):
    for _ in range(4):
        match = end(both())
    assert share(match) is None
    last = both()
    send_away(last, 0)
    assert share(end(last)) == 80
    assert share(last, 1) == 100


def test_the_follow_up_twice_counts_once_and_puts_a_wrong_share_right(both):
    for _ in range(5):
        match = end(both())
    before = share(match), Seat.objects.filter(stayed=True).count()
    User.objects.update(reliability=7)
    tasks.note_who_stayed(str(match.pk))
    assert (share(match), Seat.objects.filter(stayed=True).count()) == before == (100, 10)


def test_only_the_last_ones_count(both, monkeypatch, frozen):
    monkeypatch.setattr(reliability, "LAST", 5)
    first = both()
    send_away(first, 0)
    end(first)
    for _ in range(5):
        frozen.shift(60)
        match = end(both())
    assert share(match) == 100
