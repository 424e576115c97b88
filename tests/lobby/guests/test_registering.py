"""A guest signs up: the same person, with everything that was theirs."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.db import transaction

from accounts.guests import handover, registering
from accounts.models import Name, User
from accounts.talk import services as talk
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record import selectors
from games.protocol.verification import verify_record
from lobby.leaderboards.services import rank
from lobby.models import Run
from lobby.people import account_closure
from tests.lobby.tables import opened, seated
from tests.support.guests import (
    PASSWORD,
    SOLO,
    draw,
    friends_table,
    log_in,
    match_of,
    play_now,
    sign_up,
    visitor,
    who,
)
from toolbox.errors import NotLoggedIn

pytestmark = pytest.mark.django_db


def test_the_same_row_becomes_an_account_and_its_matches_go_on():
    browser = visitor()
    match = match_of(play_now(browser, opponents="1"))
    before = who(browser)
    User.objects.create_user("amber")
    assert sign_up(browser, "Amber").status_code == 200, "which is taken"
    assert who(browser) == before
    answer = sign_up(browser, "elder", email="elder@post.example", next="/my-matches/")
    assert answer["Location"] == "/my-matches/"
    after = User.objects.get(username="elder")
    assert (after.pk, after.is_guest) == (before.pk, False)
    assert (after.guest_address, after.seen_at) == (None, None)
    assert after.check_password(PASSWORD)
    assert browser.session[SESSION_KEY] == str(after.pk)
    assert EmailAddress.objects.get().user == after
    assert set(Name.objects.values_list("key", flat=True)) == {"amber", "elder"}
    page = browser.get(f"/matches/{match.public_id}/").content.decode()
    assert ">elder<" in page
    assert before.username not in page
    assert match.public_id in browser.get("/my-matches/").content.decode()
    assert log_in(visitor(), "elder").status_code == 302
    draw(browser, match)
    services.resign(public_id=match.public_id, user=after)
    over = Match.objects.select_related("deal").get(pk=match.pk)
    record = selectors.record_of(over)
    assert verify_record(record).replayed
    assert record.seats[0].name.startswith("Guest ")  # as it was sealed
    assert over.seats.get(index=0).name == "elder"


def test_seats_and_preferences_stay_and_now_they_may_write(amber):
    browser = visitor()
    table = friends_table(amber, seats=2)
    browser.post(f"/tables/{table.public_id}/join/")
    browser.post("/settings/keep/", {"name": "theme", "value": "dark"})
    sign_up(browser)
    assert seated(table) == ["amber", "elder"]
    assert who(browser).theme == "dark"
    said = talk.say(user=who(browser), key=f"table:{table.public_id}", text="At last.")
    assert said.author.username == "elder"


def test_the_sign_up_page_is_open_to_guests_and_to_no_member(amber):
    browser = visitor()
    play_now(browser)
    page = browser.get("/accounts/signup/").content.decode()
    assert "Your matches stay yours." in page
    login = browser.get("/accounts/login/").content.decode()
    assert "moves to the account" in login
    assert "Remember me" in login
    browser.force_login(amber)
    for path in ("/accounts/signup/", "/accounts/login/"):
        assert browser.get(f"{path}?next=/tables/")["Location"] == "/tables/"
        assert browser.get(f"{path}?next=//evil.example/")["Location"] == "/"


def test_a_guest_who_wants_to_sit_at_a_public_table_signs_up_and_sits(amber):
    table = opened(amber)
    browser = visitor()
    play_now(browser)
    answer = browser.post(f"/tables/{table.public_id}/join/", {"seat": "2"})
    assert answer["Location"].startswith("/accounts/signup/")
    shown = browser.get(answer["Location"]).content.decode()
    assert "Guests can sit down only at private tables" in shown
    answer = sign_up(browser, next=f"/tables/{table.public_id}/")
    browser.get(answer["Location"])
    assert seated(table) == ["amber", "", "elder"]


def run_of(browser: Any) -> Match:
    """A finished run for points."""
    match = match_of(play_now(browser, SOLO))
    services.resign(public_id=match.public_id, user=who(browser))
    rank(match.pk)
    return Match.objects.get(pk=match.pk)


def test_a_guests_run_is_on_no_leaderboard_not_even_after_registering():
    browser = visitor()
    over, going_on = run_of(browser), match_of(play_now(browser, SOLO))
    page = browser.get(f"/matches/{going_on.public_id}/").content.decode()
    assert "count for the leaderboard: you began it as a guest." in page
    sign_up(browser)
    services.resign(public_id=going_on.public_id, user=who(browser))
    for match in (over, going_on):
        rank(match.pk)
        assert Match.objects.get(pk=match.pk).unranked == "guest"
    assert not Run.objects.exists()
    assert "elder" not in visitor().get(f"/leaderboards/{SOLO}/").content.decode()
    run_of(browser)
    assert Run.objects.count() == 1


def test_the_challenge_of_the_day_takes_the_account_for_a_new_one(frozen):
    browser = visitor()
    play_now(browser)
    frozen.shift(3 * 24 * 3600)
    sign_up(browser)
    answer = browser.post(f"/daily/{SOLO}/begin/", follow=True)
    assert "You signed up today" in answer.content.decode()


@pytest.mark.parametrize("gone", ["handed over", "removed"])
def test_a_guest_who_is_gone_is_not_brought_back(gone, amber):
    browser = visitor()
    play_now(browser)
    guest = who(browser)
    signing_up = User.objects.get(pk=guest.pk)  # as the other request has read them
    if gone == "handed over":
        handover.hand_over(guest=guest, account=amber)
    else:
        account_closure.close_account(user=guest)
    signing_up.username = "elder"
    with pytest.raises(NotLoggedIn), transaction.atomic():
        registering.become_account(signing_up)
    assert not User.objects.filter(username="elder").exists()
