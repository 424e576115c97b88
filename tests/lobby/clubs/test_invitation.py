"""The invitation link: what it opens, for how long, and that it takes no other way out."""

import logging
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from lobby.clubs import services
from lobby.models import Club
from tests.lobby.clubs.conftest import refused, roles_in
from tests.support.guests import guest, sign_up, visitor
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def secret(club: Club, birch: Any) -> str:
    """Of the link to the club, which people join by invitation."""
    Club.objects.update(open=False)
    return services.new_link(club=club, user=birch)


def test_somebody_who_signs_up_first_joins_too(club, secret):
    browser, page = visitor(), f"/clubs/{club.public_id}/"
    assert "Sign up to join" not in browser.get(page).content.decode()
    opened = browser.get(f"/clubs/invitation/{secret}/")
    assert (opened.status_code, opened["Location"]) == (302, page)
    assert f"/accounts/signup/?next={quote(page, safe='')}" in browser.get(page).content.decode()
    assert "dune" not in roles_in(club)
    assert browser.post(f"{page}join/").status_code == 302, "a visitor joins nothing"
    assert "one step away" in browser.get(f"/accounts/signup/?next={page}").content.decode()
    sign_up(browser, "dune", next=page)
    assert "Join the club" in browser.get(page).content.decode()
    browser.post(f"{page}join/")
    assert roles_in(club)["dune"] == "member"


def test_it_opens_no_other_club_and_without_it_nothing_opens(club, secret, dune, amber):
    other = services.found(user=amber, name="Closed Circle", open=False)
    browser = logged_in(dune)
    browser.get(f"/clubs/invitation/{secret}/")
    for one, before in ((other, ["amber"]), (club, ["amber", "birch", "cedar"])):
        browser.post(f"/clubs/{one.public_id}/join/")
        assert [*roles_in(one)] == before + (["dune"] if one == club else [])
    assert refused(services.join, club=other, user=dune) == "by_invitation"
    assert refused(services.join, club=other, user=dune, digest="x") == "by_invitation"


@pytest.mark.parametrize("how", ["late", "withdrawn", "renewed"])
def test_it_ends(club, secret, dune, birch, cedar, how, time_machine):
    browser = logged_in(dune)
    browser.get(f"/clubs/invitation/{secret}/")
    assert refused(services.new_link, club=club, user=cedar) == "not_an_organizer"
    assert refused(services.withdraw_link, club=club, user=cedar) == "not_an_organizer"
    if how == "late":
        time_machine.move_to(timezone.now() + timedelta(days=30, seconds=1))
    elif how == "withdrawn":
        services.withdraw_link(club=club, user=birch)
    else:
        services.new_link(club=club, user=birch)
    logged_in(dune).get(f"/clubs/invitation/{secret}/")
    assert visitor().get(f"/clubs/invitation/{secret}/").status_code == 404
    browser.post(f"/clubs/{club.public_id}/join/")
    assert "dune" not in roles_in(club)


def test_it_is_shown_once_and_leaks_nowhere(club, secret, birch, dune, caplog):
    caplog.set_level(logging.DEBUG)
    organizer = logged_in(birch)
    shown = organizer.post(f"/clubs/{club.public_id}/link/")
    html = shown.content.decode()
    secret = html.partition("/clubs/invitation/")[2].partition("/")[0]
    assert len(secret) == 32
    assert "no-store" in shown["Cache-Control"]
    browser = logged_in(dune)
    opened = browser.get(f"/clubs/invitation/{secret}/")
    assert "no-store" in opened["Cache-Control"]
    assert opened["Referrer-Policy"] == "same-origin"
    browser.post(f"/clubs/{club.public_id}/join/")
    assert "dune" in roles_in(club)
    seen = [
        one.get(path).content.decode()
        for one in (organizer, browser, Client())
        for path in (
            "/",
            "/clubs/",
            f"/clubs/{club.public_id}/",
            f"/clubs/{club.public_id}/edit/",
            f"/clubs/{club.public_id}/members/",
            "/api/clubs/",
            f"/api/clubs/{club.public_id}/",
            "/accounts/signup/",
        )
    ]
    told = [opened.serialize().decode(errors="replace"), *seen, caplog.text]
    assert not [text for text in told if secret in text]
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            assert secret not in repr(cursor.fetchall()), table


def test_guests_see_the_club_and_go_no_further(club, secret):
    browser = visitor()
    guest(browser)
    page = f"/clubs/{club.public_id}/"
    browser.get(f"/clubs/invitation/{secret}/")
    assert "Sign up to join" in browser.get(page).content.decode()
    browser.post(f"{page}join/")
    assert len(roles_in(club)) == 3
