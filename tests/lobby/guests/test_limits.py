"""How many guests one address may make, and how many matches they may have together."""

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.guests import addresses
from accounts.models import GuestAddress, User
from games.matches.models import Match
from lobby.models import Table
from lobby.people import guest_sweep
from lobby.tables import guest_share, services
from tests.lobby.tables import refusal
from tests.support.guests import (
    BURN,
    ELSEWHERE,
    HERE,
    friends_table,
    guest,
    match_of,
    play_now,
    sign_up,
    visitor,
    who,
)
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db


def said(answer: Any) -> str:
    return unescape(answer.content.decode())


def end(match: Match) -> None:
    """That match is over."""
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)


def test_guests_an_hour(settings, frozen):
    settings.GUESTS_AN_HOUR = 2
    guest()
    frozen.shift(timedelta(minutes=30))
    guest()
    refused = play_now(visitor())
    assert refused.status_code == 200
    assert "2 guests have come from your network in the last hour" in said(refused)
    assert User.objects.count() == Table.objects.count() == 2
    with pytest.raises(Refusal) as caught:
        addresses.count_one_more(GuestAddress.objects.get())
    assert (caught.value.status, caught.value.code) == (429, "throttled")
    assert caught.value.headers == {"Retry-After": "1800"}
    assert play_now(visitor(ELSEWHERE)).status_code == 302
    frozen.shift(timedelta(minutes=30))
    assert play_now(visitor()).status_code == 302
    assert "in the last hour" in said(play_now(visitor()))


def test_behind_a_proxy_it_is_the_visitors_address_that_counts(settings):
    settings.TRUSTED_PROXIES, settings.GUESTS_AN_HOUR = 1, 1

    def from_there(address: str) -> int:
        browser = Client(
            REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": f"1.2.3.4, {address}"}
        )
        return int(play_now(browser).status_code)

    assert [from_there(one) for one in (HERE, ELSEWHERE, HERE)] == [302, 302, 200]


def test_guests_a_day(settings, frozen):
    settings.GUESTS_A_DAY = 2
    guest(first := visitor())
    frozen.shift(timedelta(hours=12))
    guest()
    frozen.shift(timedelta(hours=11))
    assert "2 guests have come from your network today" in said(play_now(visitor()))
    sign_up(first)
    assert "network today" in said(play_now(visitor())), "who signs up was a guest all the same"
    frozen.shift(timedelta(hours=1))
    guest()
    assert len(GuestAddress.objects.get().made) == 2  # older ones are forgotten


def test_with_0_there_are_no_guests(settings, amber):
    settings.GUESTS_A_DAY = 0
    assert "This portal doesn’t allow guests" in said(play_now(visitor()))
    table = friends_table(amber)
    browser = visitor()
    browser.post(f"/tables/{table.public_id}/join/")
    assert "This portal doesn’t allow guests" in said(browser.get(f"/tables/{table.public_id}/"))
    assert not User.objects.filter(is_guest=True).exists()


def test_matches_under_way_of_one_address_together(settings, amber):
    settings.GUEST_MATCHES_UNDER_WAY = 2
    one, two = visitor(), visitor()
    first = match_of(play_now(one))
    play_now(two)
    for browser in (one, two, visitor()):
        assert "have 2 matches that aren’t over yet" in said(play_now(browser))
    table = friends_table(amber)
    one.post(f"/tables/{table.public_id}/join/")
    assert "have 2 matches" in said(one.get(f"/tables/{table.public_id}/"))
    assert not table.seats.filter(user=who(one)).exists()
    assert User.objects.filter(is_guest=True).count() == 2
    assert play_now(visitor(ELSEWHERE)).status_code == 302
    end(first)
    friends = friends_table(amber, seats=3)
    for browser in (one, two):
        browser.post(f"/tables/{friends.public_id}/join/")
    assert friends.seats.filter(user__is_guest=True).count() == 2, "one table counts once"
    member = visitor()
    member.force_login(amber)
    assert [play_now(member).status_code for _ in range(2)] == [302] * 2, "members have their own"


def test_matches_an_hour_of_one_address_together(settings, frozen):
    settings.GUEST_MATCHES_AN_HOUR = 2
    one, two = visitor(), visitor()
    for browser in (one, two):
        end(match_of(play_now(browser)))
    assert "have started 2 matches in the last hour" in said(play_now(one))
    caught = refusal(
        services.open_table, host=who(one), game=BURN, seats=2, ai={1: "easy"}, begin=True
    )
    assert (caught.status, caught.code) == (429, "throttled")
    assert caught.headers == {"Retry-After": "3600"}
    frozen.shift(3600)
    assert play_now(one).status_code == 302


def test_the_address_is_forgotten_when_no_limit_needs_it(frozen):
    browser = visitor()
    match = match_of(play_now(browser))
    frozen.shift(timedelta(hours=2))
    guest_sweep.sweep()
    assert who(browser).guest_address is not None  # the match goes on
    end(match)
    guest_sweep.sweep()
    assert who(browser).guest_address is None
    assert GuestAddress.objects.count() == 1  # a guest was made from there today
    frozen.shift(timedelta(hours=22))
    guest_sweep.sweep()
    assert GuestAddress.objects.count() == 1
    frozen.shift(1)
    guest_sweep.sweep()
    assert not GuestAddress.objects.exists()
    play_now(browser)
    assert who(browser).guest_address_id == addresses.digest_of(HERE)


def test_the_limits_cost_the_same_however_many_there_are(django_assert_num_queries):
    user = guest()
    for _ in range(2):
        with transaction.atomic(), django_assert_num_queries(4):
            guest_share.check(user)
        for _more in range(2):
            guest()


def test_logging_out_ends_no_guests_ban(frozen):
    browser = visitor()
    banned = guest(browser)
    User.objects.filter(pk=banned.pk).update(banned_until=timezone.now() + timedelta(days=3))
    browser.post("/accounts/logout/")
    refused = play_now(browser)
    assert "A guest from your network is banned." in said(refused)
    assert User.objects.filter(is_guest=True).count() == 1
    assert play_now(visitor(ELSEWHERE)).status_code == 302
    frozen.shift(timedelta(days=1))
    end(Match.objects.get(seats__user=banned))
    guest_sweep.sweep()
    assert play_now(visitor()).status_code == 200, "the address is kept for as long as the ban"
    frozen.shift(timedelta(days=2, hours=1))
    assert play_now(visitor()).status_code == 302
