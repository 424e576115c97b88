"""A guest logs in: everything moves to that account, or nothing does."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.auth import SESSION_KEY

from accounts import blocks, notices, reports, sanctions
from accounts.guests import handover
from accounts.models import Message, Notice, Report, Sanction, User
from accounts.talk import services as talk
from games.matches.models import Match, Seat
from games.matches.play.actions import services
from games.matches.play.parts import notepads
from games.matches.record import reliability, selectors
from games.protocol.verification import verify_record
from lobby.tables import services as tables
from tests.lobby.tables import opened, seated
from tests.support.guests import (
    PASSWORD,
    draw,
    friends_match,
    friends_table,
    log_in,
    match_of,
    play_now,
    visitor,
    who,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def elder(db: None) -> User:
    return User.objects.create_user("elder", password=PASSWORD)


@pytest.fixture
def played(amber: User) -> tuple[Any, Match, Match]:
    """A guest's browser, with a match against a computer player and one against amber."""
    browser = visitor()
    alone = match_of(play_now(browser, opponents="1"))
    return browser, alone, friends_match(browser, amber)


def everything() -> list[Any]:
    """All that belongs to people."""
    found: list[Any] = []
    for model in (Seat, User, Message, Notice):
        rows = model._default_manager.order_by("pk").values()
        found += [
            {k: v for k, v in row.items() if k not in ("last_login", "seen_at")} for row in rows
        ]
    return found


def test_the_matches_move_and_go_on(played, elder):
    browser, alone, friends = played
    gone = who(browser)
    draw(browser, alone)
    assert Match.objects.get(pk=alone.pk).acted_by == gone
    answer = log_in(browser, "elder")
    assert Match.objects.get(pk=alone.pk).acted_by == elder, "the computers think for them"
    assert answer.status_code == 302
    assert browser.session[SESSION_KEY] == str(elder.pk)
    gone_now = User.objects.get(pk=gone.pk)
    assert (gone_now.is_active, gone_now.name.startswith("guest-left-")) == (False, True)
    assert visitor().get(gone.get_absolute_url()).status_code == 404
    for match in (alone, friends):
        assert match.seats.get(user=elder).name == "elder"
        page = browser.get(f"/matches/{match.public_id}/").content.decode()
        assert ">elder<" in page
        assert gone.username not in page
    draw(browser, alone)
    services.resign(public_id=alone.public_id, user=elder)
    over = Match.objects.select_related("deal").get(pk=alone.pk)
    assert verify_record(selectors.record_of(over)).replayed
    assert not over.steps.filter(actor="person").exclude(user=elder).exists()


def test_notes_move_and_who_stayed_is_counted_again(played, elder, monkeypatch):
    monkeypatch.setattr(reliability, "FEWEST", 1)
    browser, _alone, friends = played
    gone = who(browser)
    notepads.keep(public_id=friends.public_id, user=gone, text="mind the bell")
    Seat.objects.filter(user=gone, match=friends).update(stayed=True)
    log_in(browser, "elder")
    assert notepads.text_of(friends, elder) == "mind the bell"
    elder.refresh_from_db()
    assert elder.reliability == 100


def test_tables_notices_talk_and_reports_move(amber, birch, elder):
    browser = visitor()
    table = friends_table(amber)
    browser.post(f"/tables/{table.public_id}/join/")
    user = who(browser)
    phrase = talk.room_of(f"table:{table.public_id}", user).phrases[0]
    talk.say(user=user, key=f"table:{table.public_id}", phrase=phrase)
    notices.tell(user_id=user.pk, key="one", text="One.")
    notices.tell(user_id=user.pk, key="both", text="Two.")
    notices.tell(user_id=elder.pk, key="both", text="Two.")
    talk.mute(user=user, other=birch)
    talk.mute(user=user, other=elder)
    blocks.block(user=user, other=birch)
    blocks.block(user=birch, other=elder)
    reports.report(by=user, about=birch, reason="rude")
    reports.report(by=birch, about=user, reason="rude")
    log_in(browser, "elder")
    assert seated(table) == ["amber", "elder", ""]
    assert Message.objects.get().author == elder
    assert set(elder.notices.values_list("key", flat=True)) == {"one", "both"}
    assert [mute.muted for mute in elder.mutes.all()] == [birch]
    assert [block.blocked for block in elder.blocks.all()] == [birch]
    assert set(Report.objects.values_list("by__username", "about__username")) == {
        ("elder", "birch"),
        ("birch", "elder"),
    }


def test_a_mute_is_not_shaken_off(elder, amber):
    boss = User.objects.create_superuser("boss")
    browser = visitor()
    play_now(browser)
    sanctions.impose(user=who(browser), by=boss, kind="mute", reason="loud", ends_at=None)
    sanctions.impose(user=who(browser), by=boss, kind="warning", reason="hush", ends_at=None)
    log_in(browser, "elder")
    elder.refresh_from_db()
    assert Sanction.objects.filter(user=elder).count() == 2
    assert elder.warnings == ["hush"]
    assert "loud" in sanctions.silence_of(elder)


def refused(browser: Any, name: str = "elder") -> str:
    """What the log-in page says to a guest who stays one."""
    before, session = everything(), browser.session[SESSION_KEY]
    answer = log_in(browser, name)
    assert answer["Location"].startswith("/accounts/login/")
    assert everything() == before
    assert browser.session[SESSION_KEY] == session
    return str(browser.get(answer["Location"]).content.decode())


def test_an_account_that_sits_in_one_of_them_or_was_sent_away_is_refused(elder, amber):
    browser = visitor()
    table = friends_table(elder, seats=2)
    browser.post(f"/tables/{table.public_id}/join/")
    assert f"sits at table {table.public_id} already" in refused(browser)
    match = tables.start(table=table, user=elder).match
    said = refused(browser)
    assert f"already has a seat in match {match.public_id} of" in said
    services.resign(public_id=match.public_id, user=elder)
    said = refused(browser)  # it is over, but theirs
    assert f"already has a seat in match {match.public_id} of" in said
    browser = visitor()
    table = friends_table(amber)
    tables.join(table=table, user=elder, seat=2)
    tables.kick(table=table, user=amber, seat=2)
    browser.post(f"/tables/{table.public_id}/join/")
    assert f"sit at table {table.public_id}" in refused(browser)


def test_and_one_that_somebody_there_does_not_meet(played, elder, amber):
    browser, _alone, friends = played
    blocks.block(user=amber, other=elder)
    assert f"take your seat in match {friends.public_id}" in refused(browser)
    services.resign(public_id=friends.public_id, user=amber)
    assert log_in(browser, "elder")["Location"] == "/"  # it is over: nobody meets anyone


@pytest.mark.parametrize(
    ("change", "password"),
    [
        ({"banned_until": sanctions.FOR_EVER}, PASSWORD),
        ({"is_active": False}, PASSWORD),
        ({}, "wrong"),
    ],
    ids=["banned", "shut", "a wrong password"],
)
def test_who_does_not_get_in_gets_nothing(elder, change, password):
    User.objects.filter(pk=elder.pk).update(**change)
    browser = visitor()
    play_now(browser)
    before = everything()
    log_in(browser, "elder", password)
    assert everything() == before


def test_confirming_an_address_logs_no_guest_out(elder):
    address = EmailAddress.objects.create(user=elder, email="elder@post.example", primary=True)
    key = EmailConfirmationHMAC(address).key
    browser = visitor()
    play_now(browser)
    user = who(browser)
    assert browser.get(f"/accounts/confirm-email/{key}/").status_code == 200
    assert browser.post(f"/accounts/confirm-email/{key}/").status_code == 302
    address.refresh_from_db()
    assert address.verified
    assert who(browser) == user


def test_the_seat_one_wanted_is_not_forgotten(elder, amber):
    table = opened(amber)
    browser = visitor()
    play_now(browser)
    browser.post(f"/tables/{table.public_id}/join/", {"seat": "1"})
    log_in(browser, "elder")
    browser.get(f"/tables/{table.public_id}/")
    assert seated(table) == ["amber", "elder", ""]


def test_a_failure_half_way_changes_nothing(played, elder, monkeypatch):
    browser, _alone, _friends = played
    user, before = who(browser), everything()

    def fail(*_people: User) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(handover, "_hand_over_moderation", fail)
    with pytest.raises(RuntimeError):
        handover.hand_over(guest=user, account=elder)
    assert everything() == before
    User.objects.filter(pk=user.pk).update(is_guest=False)  # somebody else by now
    with pytest.raises(Exception, match="This guest is gone"):
        handover.hand_over(guest=user, account=elder)
    assert Seat.objects.filter(user=user).exists()


def begun_by(number: int) -> Any:
    """The browser of a guest who has begun so many matches."""
    browser = visitor()
    for _ in range(number):
        assert play_now(browser, opponents="1").status_code == 302
    return browser


def test_nobody_begins_more_than_one_may_by_being_guests(elder, settings):
    settings.MATCHES_UNDER_WAY = 3
    log_in(begun_by(2), "elder")
    again = begun_by(2)
    assert "would have more than 3 unfinished matches" in refused(again)
    services.resign(public_id=who(again).match_seats.all()[0].match.public_id, user=who(again))
    assert log_in(again, "elder")["Location"] == "/"
    assert Match.objects.filter(seats__user=elder, status=Match.Status.ACTIVE).count() == 3
    assert log_in(visitor(), "elder")["Location"] == "/"


def test_nor_more_within_an_hour(elder, settings, frozen):
    settings.MATCHES_AN_HOUR = 3
    log_in(begun_by(2), "elder")
    Match.objects.update(status=Match.Status.FINISHED)
    again = begun_by(2)
    Match.objects.update(status=Match.Status.FINISHED)
    assert "would have started more than 3 within an hour" in refused(again)
    frozen.shift(3601)
    assert log_in(again, "elder")["Location"] == "/"
