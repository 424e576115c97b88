"""Email addresses: confirmed by a link, changed by a link, told to nobody but their owner."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.support import guests
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db

PASSWORD = "a long password"
OLD, NEW = "old@post.example", "new@post.example"


@pytest.fixture
def amber() -> User:
    user = User.objects.create_user("amber", OLD, PASSWORD)
    user.emailaddress_set.create(email=OLD, primary=True, verified=True)
    return user


@pytest.fixture
def browser(amber: User) -> Client:
    """Someone who has just said their password once more."""
    client = logged_in(amber)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def link_in(message: mail.EmailMessage) -> str:
    found = re.search(r"/accounts/confirm-email/\S+", str(message.body))
    assert found, message.body
    return found[0]


def letters_to(address: str) -> list[Any]:
    return [message for message in mail.outbox if message.to == [address]]


def test_a_new_address_takes_the_olds_place_once_its_link_is_followed(browser, amber):
    other = "other@post.example"
    browser.post("/accounts/email/", {"action_add": "", "email": other})
    assert "Keep the old address" in browser.get("/accounts/email/").content.decode()
    browser.post("/accounts/email/", {"action_remove": "", "email": other})
    assert amber.emailaddress_set.get().email == OLD, "a change can be taken back"
    browser.post("/accounts/email/", {"action_add": "", "email": NEW})
    page = browser.get("/settings/account/").content.decode()
    assert OLD in page
    assert NEW in page
    amber.refresh_from_db()
    assert amber.email == OLD
    link = link_in(letters_to(NEW)[0])
    assert browser.get(link).status_code == 200
    assert browser.post(link)["Location"] == "/settings/account/"
    amber.refresh_from_db()
    addresses = list(amber.emailaddress_set.values_list("email", "verified", "primary"))
    assert (amber.email, addresses) == (NEW, [(NEW, True, True)])
    assert "has been changed" in letters_to(OLD)[-1].body


def test_the_link_works_in_a_browser_that_is_not_logged_in(browser, amber):
    browser.post("/accounts/email/", {"action_add": "", "email": NEW})
    stranger = Client()
    link = link_in(letters_to(NEW)[0])
    assert stranger.post(link)["Location"].startswith("/accounts/login/")
    assert amber.emailaddress_set.get().email == NEW
    assert "_auth_user_id" not in stranger.session
    assert (
        "This link no longer works." in stranger.get("/accounts/confirm-email/x/").content.decode()
    )


def logs_in() -> Client:
    User.objects.create_user("cedar", password=PASSWORD)
    client = Client()
    client.post("/accounts/login/", {"login": "cedar", "password": PASSWORD})
    return client


def signs_up() -> Client:
    client = Client()
    client.post("/accounts/signup/", {"username": "cedar", "password1": PASSWORD})
    return client


def signs_up_as_guest() -> Client:
    client = guests.visitor()
    guests.play_now(client)
    client.post("/accounts/signup/", {"username": "cedar", "password1": PASSWORD})
    return client


@pytest.mark.parametrize("enters", [logs_in, signs_up, signs_up_as_guest])
def test_who_has_just_come_in_is_not_asked_for_the_password_again(enters, time_machine):
    time_machine.move_to(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False)
    browser = enters()
    time_machine.shift(299)
    browser.post("/accounts/email/", {"action_add": "", "email": NEW})
    assert User.objects.get(username="cedar").emailaddress_set.get().email == NEW
    time_machine.shift(1)
    answer = browser.post("/accounts/email/", {"action_add": "", "email": OLD})
    assert answer["Location"].startswith("/accounts/reauthenticate/")


def test_somebody_at_an_open_browser_needs_the_password_to_change_the_address(amber):
    forgotten = logged_in(amber)
    answer = forgotten.post("/accounts/email/", {"action_add": "", "email": NEW})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert not mail.outbox
    assert forgotten.get(answer["Location"]).status_code == 200
    said = {"password": PASSWORD, "next": "/accounts/email/"}
    forgotten.post("/accounts/reauthenticate/", said)
    assert letters_to(NEW)  # what was asked for goes on


def test_an_address_of_somebody_else_can_be_asked_for_but_not_taken(browser, amber):
    """Nobody learns whether it is known here: the mail tells its owner alone."""
    birch = User.objects.create_user("birch", NEW, PASSWORD)
    birch.emailaddress_set.create(email=NEW, primary=True, verified=True)
    answer = browser.post("/accounts/email/", {"action_add": "", "email": NEW}, follow=True)
    assert "already" not in answer.content.decode()
    for letter in letters_to(NEW):
        if found := re.search(r"/accounts/confirm-email/\S+", letter.body):
            browser.post(found[0])
    amber.refresh_from_db()
    assert amber.email == OLD
    assert birch.emailaddress_set.get().verified


def test_a_mail_server_that_is_away_breaks_no_page(browser, monkeypatch):
    def refuse(self: Any, messages: Any) -> int:
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
    answer = browser.post("/accounts/email/", {"action_add": "", "email": NEW}, follow=True)
    assert answer.status_code == 200
    assert "The email could not be sent." in answer.content.decode()
    assert "Confirmation email sent" not in answer.content.decode()


def test_mails_carry_the_sites_name_and_not_its_address_in_its_place(browser, settings):
    settings.SITE_NAME = "The Warm Hall"
    settings.ACCOUNT_EMAIL_SUBJECT_PREFIX = "[The Warm Hall] "
    browser.post("/accounts/email/", {"action_add": "", "email": NEW})
    Client().post("/accounts/password/reset/", {"email": OLD})
    for letter in (letters_to(NEW)[0], letters_to(OLD)[0]):
        assert letter.subject.startswith("[The Warm Hall] ")
        assert "Hello from The Warm Hall!" in letter.body
        assert "from testserver" not in letter.body


def test_a_lost_password_of_nobody_sends_nothing_and_the_page_says_the_same(amber):
    pages = []
    for address in (OLD, "nobody@post.example"):
        answer = Client().post("/accounts/password/reset/", {"email": address}, follow=True)
        pages.append((answer.status_code, answer.redirect_chain, answer.content))
    assert pages[0] == pages[1]
    assert b"If an account has that address" in pages[0][2]
    assert [letter.to for letter in mail.outbox] == [[OLD]]


def test_signing_up_sends_a_link_and_tells_nobody_that_an_address_has_an_account(amber):
    """The page lets them in, as the API does; the address stays its owner's."""
    said = {"username": "birch", "email": OLD, "password1": "violet-kettle-9"}
    assert Client().post("/accounts/signup/", said).status_code == 302
    birch = User.objects.get(username="birch")
    assert not birch.emailaddress_set.filter(verified=True)
    said = {"username": "cedar", "email": NEW, "password1": "violet-kettle-9"}
    Client().post("/accounts/signup/", said)
    Client().post(link_in(letters_to(NEW)[0]))
    assert User.objects.get(username="cedar").emailaddress_set.get().verified
    by_email = {"login": OLD, "password": PASSWORD}
    assert Client().post("/accounts/login/", by_email).wsgi_request.user == amber


def test_strangers_fill_nobodys_mailbox_and_keep_nobody_from_resetting(amber, settings):
    """Whatever case and tag they write; all hear the same, and the links sent still work."""
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": {"mails": "3/d"}}
    for address in (OLD, OLD.upper(), OLD, OLD, OLD):
        assert Client().post("/accounts/password/reset/", {"email": address}).status_code == 302
    assert len(mail.outbox) == 3
    for number in range(2):
        tagged = OLD.replace("@", f"+{number}@")
        said = {"username": f"tag{number}", "email": tagged, "password1": "violet-kettle-9"}
        assert Client().post("/accounts/signup/", said).status_code == 302
    assert len(mail.outbox) == 3
    link = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[0].body))
    assert link is not None
    assert 'name="password1"' in Client().get(link[0], follow=True).content.decode()
