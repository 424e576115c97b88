"""Visitors become guests by the POST of their first match, and by nothing else."""

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessLog
from django.conf import settings
from django.core import serializers
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.guests import addresses
from accounts.models import GuestAddress, User
from games.plugin import registry
from lobby.tables import services
from tests.lobby.tables import opened, seated
from tests.pages.reading import dense
from tests.support.guests import (
    BURN,
    ELSEWHERE,
    HERE,
    draw,
    friends_table,
    guest,
    match_of,
    play_now,
    visitor,
    who,
)
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db


def test_play_now_needs_no_account():
    browser = visitor()
    match = match_of(play_now(browser, opponents="2", level="easy"))
    user = who(browser)
    assert (user.is_guest, user.has_usable_password(), user.email) == (True, False, "")
    assert user.name.startswith("Guest ")
    seats = list(match.seats.all())
    assert [seat.user_id for seat in seats] == [user.pk, None, None]
    assert seats[0].name == user.name
    page = browser.get(f"/matches/{match.public_id}/").content.decode()
    assert "to move" in page
    assert f">{user.name}<" in page
    assert "Make an account" in page
    draw(browser, match)
    play_now(browser)
    assert User.objects.count() == 1, "who plays on in the same browser"
    assert browser.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 30 * 24 * 3600


def test_every_game_begins_with_a_guest():
    for game in (one.meta.slug for one in registry.installed()):
        browser = visitor()
        assert browser.get(f"/play/{game}/").status_code == 200
        match = match_of(play_now(browser, game))
        assert match.seats.filter(user=who(browser)).exists()


def test_no_get_makes_a_guest_and_at_a_public_table_one_signs_up_first(amber):
    table = friends_table(amber)
    paths = ["/", f"/play/{BURN}/", f"/tables/{table.public_id}/", "/tables/", "/accounts/signup/"]
    browser = visitor()
    for path in [*paths, f"/tables/{table.public_id}/join/", f"/play/{BURN}/?opponents=1"]:
        browser.get(path)
        browser.head(path)
        browser.options(path)
    assert User.objects.filter(is_guest=True).count() == 0
    assert settings.SESSION_COOKIE_NAME not in browser.cookies
    for table, sent in ((opened(amber), {}), (friends_table(amber), {"signing-up": "1"})):
        answer = visitor().post(f"/tables/{table.public_id}/join/", sent)
        assert answer["Location"].startswith("/accounts/signup/")
        assert seated(table) == ["amber", "", ""]
        assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("game", "fields"), [(BURN, {"opponents": "9"}), (BURN, {"level": "wizard"}), ("chess", {})]
)
def test_what_is_refused_leaves_no_guest(game, fields):
    browser = visitor()
    assert play_now(browser, game, **fields).status_code in (200, 404)
    assert not User.objects.exists()
    assert not GuestAddress.objects.exists()
    assert settings.SESSION_COOKIE_NAME not in browser.cookies


def test_a_friend_sits_down_at_a_private_table_by_its_link_and_plays(amber):
    table = friends_table(amber)
    browser, join = visitor(), f"/tables/{table.public_id}/join/"
    page = browser.get(f"/tables/{table.public_id}/").content.decode()
    assert "Sit down as a guest" in page
    assert "Sign up and sit down" in page
    answer = browser.post(join, {"seat": "2"})
    assert answer["Location"] == f"/tables/{table.public_id}/"
    user = who(browser)
    assert user.is_guest
    assert seated(table) == ["amber", "", user.username]
    host = logged_in(amber)
    assert "<small>guest" in dense(host.get(f"/tables/{table.public_id}/").content.decode())
    services.add_ai(table=table, user=amber, level="easy")
    match = services.start(table=table, user=amber).match
    address = f"/matches/{match.public_id}/"
    assert browser.get(address).status_code == 200
    assert visitor().get(address).status_code == 404
    assert "<small>guest</small>" in host.get(address).content.decode()


@pytest.mark.parametrize("spoil", ["full", "closed", "started", "no such seat"])
def test_a_seat_that_is_refused_leaves_no_guest(amber, birch, spoil):
    table = friends_table(amber, seats=2)
    if spoil in ("full", "started"):
        services.join(table=table, user=birch)
    if spoil == "started":
        services.start(table=table, user=amber)
    if spoil == "closed":
        services.leave(table=table, user=amber)
    browser = visitor()
    seat = {"seat": "7"} if spoil == "no such seat" else {}
    answer = browser.post(f"/tables/{table.public_id}/join/", seat)
    assert answer.status_code == 302
    assert not User.objects.filter(is_guest=True).exists()
    assert not GuestAddress.objects.exists()


def test_no_address_of_a_guest_is_stored_but_a_keyed_hash():
    browser = visitor()
    play_now(browser)
    browser.post("/settings/keep/", {"name": "theme", "value": "dark"})
    stored = _everything()
    assert HERE not in stored
    assert not AccessLog.objects.exists()
    (place,) = GuestAddress.objects.all()
    assert place.digest == who(browser).guest_address_id == addresses.digest_of(HERE)
    assert len(place.digest) == 64
    browser.defaults["REMOTE_ADDR"] = ELSEWHERE
    browser.get("/")
    assert who(browser).guest_address_id == addresses.digest_of(HERE)
    play_now(browser)
    assert who(browser).guest_address_id == addresses.digest_of(ELSEWHERE), "where they played last"


def _everything() -> str:
    from django.apps import apps

    rows: list[Any] = []
    for model in apps.get_models():
        rows += model._default_manager.all()
    return serializers.serialize("json", rows)


def test_the_hash_has_no_way_out(amber):
    browser, boss = visitor(), visitor()
    match = match_of(play_now(browser))
    user = who(browser)
    boss.force_login(User.objects.create_superuser("boss"))
    pages = ["/", f"/matches/{match.public_id}/", f"/people/{user.username}/", "/settings/"]
    pages += [f"/api/matches/{match.public_id}/", "/api/tables/?status=started"]
    pages += [f"/admin/accounts/user/{user.pk}/change/", "/admin/accounts/user/"]
    pages += [f"/moderation/people/{user.username}/", "/moderation/audit/"]
    assert user.guest_address_id
    for reader in (browser, boss, visitor()):
        for page in pages:
            told = reader.get(page).content.decode()
            assert user.guest_address_id not in told, page
            assert HERE not in told, page
    assert boss.get(f"/admin/accounts/user/{user.pk}/change/").status_code == 200


def test_being_a_guest_costs_no_query():
    browser = visitor()
    match = f"/matches/{match_of(play_now(browser)).public_id}/"
    asked = []
    for is_guest in (True, False):
        User.objects.update(is_guest=is_guest)
        for path in ("/", "/my-matches/", match, "/settings/"):
            browser.get(path)
            with CaptureQueriesContext(connection) as captured:
                browser.get(path)
            asked.append(len(captured))
    assert all(one <= other for one, other in zip(asked[:4], asked[4:], strict=True))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),  # one household
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("203.0.113.7", "::ffff:203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("", "unix:", True),
    ],
)
def test_what_counts_as_one_address(one, other, same, settings):
    before = addresses.digest_of(one)
    assert (before == addresses.digest_of(other)) is same
    settings.SECRET_KEY = "another"
    assert addresses.digest_of(one) != before


def test_a_visit_is_written_down_once_an_hour(frozen):
    browser = visitor()
    play_now(browser)
    began = timezone.now()
    frozen.shift(timedelta(minutes=59))
    browser.get("/")
    assert who(browser).seen_at == began
    frozen.shift(timedelta(minutes=1))
    answer = browser.get("/")
    assert who(browser).seen_at == timezone.now()
    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 30 * 24 * 3600


def test_a_taken_name_is_given_to_nobody_else(monkeypatch):
    drawn = iter([3821, 3821, 3821, 3821, 3821, 77])
    monkeypatch.setattr("accounts.guests.arrival.secrets.randbelow", lambda most: next(drawn))
    assert guest().name == "Guest 4821"
    assert guest().name == "Guest 10077"
