"""A banned person's seats go to computer players: at once, once, and after a lost task, too."""

import datetime

import pytest
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from games.matches import tasks
from games.matches.models import Match
from games.matches.play.actions import bans, services
from tests.games.matches.conftest import look, verified
from tests.rulesets.race import Race

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("race", "by_hand")]


@pytest.fixture
def three(begin, person) -> Match:
    people = person("amber"), person("birch"), person("cedar")
    return begin(*people, game=Race.meta.slug, first=0)


def ban(match: Match, seat: int):
    judge = User.objects.filter(username="judge").first() or User.objects.create_superuser("judge")
    user = match.seats.get(index=seat).user
    return sanctions.impose(user=user, by=judge, kind="ban", reason="for the test"), judge


def away(match: Match) -> list[bool]:
    return [seat.looked_after for seat in look(match).seats]


def test_a_ban_hands_the_seat_over_at_once(three, committed):
    with committed():
        ban(three, 1)
    assert away(three) == [False, True, False]
    step = three.steps.last()
    assert step is not None
    assert (step.kind, step.seat, step.actor) == ("control", 1, "portal")
    for seat in (0, 2):
        services.resign(public_id=three.public_id, user=look(three).seats[seat].user)
    verified(three)


def test_what_got_lost_is_found_by_the_sweep_and_done_once(three):
    ban(three, 1)  # the task, which waits for the commit, is never sent
    assert away(three) == [False, False, False]
    tasks.sweep_banned()
    version = look(three).version
    assert away(three) == [False, True, False]
    tasks.sweep_banned()
    tasks.hand_over_of_banned(look(three).seats[1].user_id)
    assert look(three).version == version


@pytest.mark.parametrize("paused", ["suspended", "flagged", "consent", "resting"])
def test_it_is_done_in_any_pause(three, paused):
    Match.objects.filter(pk=three.pk).update(paused=paused)
    ban(three, 1)
    bans.hand_over_seats(user_id=look(three).seats[1].user_id)
    assert (away(three), look(three).match.paused) == ([False, True, False], paused)


def test_a_ban_that_is_over_or_lifted_takes_no_seat_and_lets_one_return(three):
    sanction, judge = ban(three, 1)
    tasks.sweep_banned()
    sanctions.lift(sanction=sanction, by=judge, reason="a mistake")
    services.come_back(public_id=three.public_id, user=look(three).seats[1].user)
    assert away(three) == [False, False, False]
    sanction, judge = ban(three, 1)
    sanctions.lift(sanction=sanction, by=judge, reason="a mistake")
    tasks.sweep_banned()
    late = timezone.now() - datetime.timedelta(seconds=1)
    User.objects.filter(pk=look(three).seats[2].user_id).update(banned_until=late)
    tasks.sweep_banned()
    assert away(three) == [False, False, False]


def test_a_run_alone_is_left_to_its_clock(begin, person):
    match = begin(person("dune"), game="village-assault")
    ban(match, 0)
    tasks.sweep_banned()
    assert away(match) == [False]
