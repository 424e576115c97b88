"""Guests of one address at the same moment, and one who does two things at once."""

from typing import Any

import pytest
from django.conf import settings

from accounts.models import GuestAddress, User
from games.matches.models import Match, Seat
from lobby.models import Table, TableSeat
from tests.support.at_once import all_at_once
from tests.support.guests import PASSWORD, friends_table, guest, log_in, play_now, visitor, who

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 6


def test_no_more_guests_than_may_come(settings):
    settings.GUESTS_AN_HOUR = 2
    answers = all_at_once(*[lambda: play_now(visitor()).status_code] * MANY)
    assert sorted(answers) == [200] * (MANY - 2) + [302] * 2
    assert User.objects.count() == Match.objects.count() == 2
    assert len(GuestAddress.objects.get().made) == 2


def test_no_more_matches_than_they_may_have(settings):
    settings.GUEST_MATCHES_UNDER_WAY = 3
    browsers = [visitor() for _ in range(MANY)]
    for browser in browsers[:3]:
        guest(browser)
    Match.objects.update(status=Match.Status.FINISHED)
    settings.GUEST_MATCHES_AN_HOUR = 100
    answers = all_at_once(*[lambda one=one: play_now(one).status_code for one in browsers])
    assert sorted(answers) == [200] * (MANY - 3) + [302] * 3


def test_friends_take_different_seats():
    table = friends_table(User.objects.create_user("amber"), seats=5)
    join = f"/tables/{table.public_id}/join/"
    all_at_once(*[lambda: visitor().post(join).status_code] * MANY)
    assert table.seats.filter(user__is_guest=True).count() == 4
    assert User.objects.filter(is_guest=True).count() == 4  # who found no seat is no guest


@pytest.mark.parametrize("other", ["plays", "sits down"])
def test_who_logs_in_while_they_begin_another_match_loses_none(other):
    elder = User.objects.create_user("elder", password=PASSWORD)
    table = friends_table(User.objects.create_user("amber"), seats=3)
    browser, beside = visitor(), visitor()
    gone = guest(browser)
    name = settings.SESSION_COOKIE_NAME
    beside.cookies[name] = browser.cookies[name].value

    def begin() -> Any:
        if other == "plays":
            return play_now(beside)
        return beside.post(f"/tables/{table.public_id}/join/")

    all_at_once(lambda: log_in(browser, "elder"), begin)
    assert who(browser) == elder
    assert not User.objects.get(pk=gone.pk).is_active
    assert not Seat.objects.filter(user=gone.pk).exists()
    assert not Seat.objects.filter(user=None, ai_level="").exists()
    assert not TableSeat.objects.filter(user=gone.pk).exists()
    assert not Table.objects.filter(host=gone.pk).exists()
