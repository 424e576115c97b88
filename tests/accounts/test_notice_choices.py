"""How people choose what they hear of, try it out, and end mails by the links in them."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.signing import dumps
from django.test import Client

from accounts import notice_choices, notices, unsubscribing
from accounts.models import Delivery, NoticeChoices, User
from accounts.notice_choices import Choice
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db(transaction=True)
CHOICES, TEST = "/settings/notices/", "/settings/notices/test/"


def every(**fields: str) -> dict[str, str]:
    form = {f"{event}-mail": "never" for event in notices.Event.values} | {"digest_hour": "7"}
    return form | {name.replace("_", "-", 1): value for name, value in fields.items()}


def test_the_usual_is_shown_and_something_else_is_kept(browser, amber):
    page = browser.get(CHOICES).content.decode()
    assert re.search(r'name="turn-page"[^>]* checked', page)
    form = every(turn_mail="now", over_page="on") | {"digest_hour": "7"}
    assert browser.post(CHOICES, form)["Location"] == CHOICES
    reader = notice_choices.reader(amber)
    assert reader.choice("turn") == Choice(page=False, mail="now")
    assert reader.choice("over") == Choice(page=True, mail="never")
    assert reader.digest_hour == 7
    assert not re.search(r'name="turn-page"[^>]* checked', browser.get(CHOICES).content.decode())


@pytest.mark.parametrize("odd", [{"turn-mail": "often"}, {"digest_hour": "24"}, {"turn-mail": ""}])
def test_odd_values_change_nothing(browser, odd):
    assert browser.post(CHOICES, every() | odd).status_code == 200
    assert not NoticeChoices.objects.exists()


def test_the_test_notice_is_in_the_list_and_in_the_mail(browser, amber):
    browser.post(CHOICES, every())  # it comes all the same
    assert browser.post(TEST)["Location"] == "/notices/"
    page = browser.get("/notices/").content.decode()
    assert "This is the test notice" in page
    plain = " ".join(re.sub("<[^>]*>", "", page).split())
    assert re.search(
        r"email: queued \d\d:\d\d · sent \d\d:\d\d · accepted by the mail server \d\d:\d\d", plain
    )
    assert [letter.to for letter in mail.outbox] == [["amber@post.example"]]
    for _again in range(5):
        last = browser.post(TEST)
    assert last.status_code == 429


def letter_to(user: User, event: Any = notices.Event.NUDGE) -> Any:
    notices.tell(user_id=user.pk, key=f"{event}", text="Your move!", event=event)
    return mail.outbox[-1]


def test_a_link_shows_by_get_and_ends_by_post(amber):
    letter = letter_to(amber)
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    for address in re.findall(r"http://localhost:8000(/\S*)", letter.body):
        logged_in(amber).get(address)
    assert amber.notices.get().read_at is None, "nothing changes by GET"
    assert not NoticeChoices.objects.exists()
    stranger = Client(enforce_csrf_checks=True)
    told = letter.extra_headers["List-Unsubscribe"]
    link = told.removeprefix("<http://localhost:8000").removesuffix(">")
    assert link in letter.body
    assert "a nudge" in stranger.get(link).content.decode()
    assert notice_choices.reader(amber).choice("nudge").mail == "now"
    answer = stranger.post(link, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    after = notice_choices.reader(amber)
    assert after.choice("nudge") == Choice(page=True, mail="never")
    for event in set(notices.Event.values) - {"nudge"}:
        assert after.choice(event) == notice_choices.usual(event)
    for page in (answer.content.decode(), stranger.get(link).content.decode()):
        assert "amber" not in page
    assert not stranger.cookies.get(settings.SESSION_COOKIE_NAME)


def test_a_link_in_the_daily_mail_ends_it_and_no_other_token_anything(amber):
    good = unsubscribing.token(amber.pk, "nudge")
    left = User.objects.create_user("left", is_active=False)
    for bad in (
        "x",
        good[:-1] + ("a" if good[-1] != "a" else "b"),
        dumps([amber.pk, "nudge"], salt="another"),
        dumps([amber.pk, "everything"], salt="accounts.notices.unsubscribe"),
        dumps("nonsense", salt="accounts.notices.unsubscribe"),
        unsubscribing.token(0, "nudge"),
        unsubscribing.token(left.pk, "nudge"),
    ):
        for ask in (Client().get, Client().post):
            assert ask(f"/notices/off/{bad}/").status_code == 404
    assert not NoticeChoices.objects.exists()
    assert unsubscribing.end(unsubscribing.token(amber.pk, unsubscribing.DIGEST)) == "digest"
    after = notice_choices.reader(amber)
    assert after.choice("over").mail == "never"
    assert after.choice("turn").mail == "now"


def test_no_mail_is_for_two(amber):
    birch = User.objects.create_user("birch", "birch@post.example")
    birch.emailaddress_set.create(email=birch.email, primary=True, verified=True)
    for user in (amber, birch):
        letter_to(user)
    for letter in mail.outbox:
        assert len(letter.recipients()) == 1
        (other,) = {"amber@post.example", "birch@post.example"} - set(letter.to)
        assert other not in letter.message().as_string()
    assert Delivery.objects.count() == 2
