"""Guessing passwords on a page."""

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import admin
from django.core.cache import cache
from django.db.models import Q
from django.test import Client

from accounts.models import User
from tests.support import guests

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"


@pytest.mark.parametrize(
    ("page", "field"), [("/admin/login/", "username"), ("/accounts/login/", "login")]
)
def test_who_guesses_too_often_gets_a_page_that_says_so(page, field):
    User.objects.create_superuser("root", password=PASSWORD)
    browser = Client()

    def log_in(password: str):
        return browser.post(page, {field: "root", "password": password})

    statuses = [log_in("guess").status_code for _ in range(settings.AXES_FAILURE_LIMIT)]
    assert statuses == [200] * (settings.AXES_FAILURE_LIMIT - 1) + [429]
    response = log_in(PASSWORD)
    assert (response.status_code, response["Retry-After"]) == (429, "900")
    assert "Too many failed attempts" in response.content.decode()
    assert 'href="/accounts/password/reset/"' in response.content.decode()
    assert "_auth_user_id" not in browser.session


def test_trying_one_password_with_many_names_is_throttled():
    names = [f"name{n}" for n in range(21)]
    guesses = [{"login": name, "password": "guess"} for name in names]
    answers = [Client().post("/accounts/login/", guess) for guess in guesses]
    assert "Too many failed" in answers[-1].content.decode()
    assert "Too many failed" not in answers[-2].content.decode()


def test_nobody_is_refused_because_a_lock_in_the_cache_is_held(monkeypatch):
    monkeypatch.setattr(cache, "add", lambda *arguments, **named: False)
    account = {"username": "amber", "password1": "violet-kettle-9"}
    assert Client().post("/accounts/signup/", account).status_code == 302
    known = {"login": "amber", "password": "violet-kettle-9"}
    assert Client().post("/accounts/login/", known).status_code == 302


def test_guests_of_one_address_count_as_that_address(frozen):
    browsers = [guests.visitor() for _ in range(2)]
    for browser in browsers:
        guests.guest(browser)
    answers = [
        guests.log_in(browser, f"name{number}", "guess")
        for number, browser in enumerate(browsers * 11)
    ]
    assert "Too many failed" in answers[-1].content.decode()


def test_all_of_a_home_is_one_place(frozen):
    """Whoever has an IPv6 network at home has more addresses than any limit."""
    User.objects.create_user("amber", password=PASSWORD)

    def log_in(number: int, password: str) -> int:
        browser = Client(REMOTE_ADDR=f"2001:db8::{number:x}:1")
        form = {"login": "amber", "password": password}
        return browser.post("/accounts/login/", form).status_code

    guesses = [log_in(number, "guess") for number in range(settings.AXES_FAILURE_LIMIT)]
    assert guesses[-1] == log_in(99, PASSWORD) == 429
    elsewhere = Client(REMOTE_ADDR="2001:db8:0:1::1")
    data = {"login": "amber", "password": PASSWORD}
    assert elsewhere.post("/accounts/login/", data).status_code == 302


def test_thirty_a_minute_sign_up_from_one_home_at_the_page(frozen):
    def sign_up(number: int):
        browser = Client(REMOTE_ADDR=f"2001:db8::{number + 1:x}")
        form = {"username": f"person-{number}", "password1": "violet-kettle-9"}
        return browser.post("/accounts/signup/", form)

    assert [sign_up(number).status_code for number in range(30)] == [302] * 30
    refused = sign_up(30)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert "Too fast" in refused.content.decode()
    frozen.shift(61)
    assert sign_up(30).status_code == 302


def test_a_name_is_not_compared_with_addresses():
    """PostgreSQL's driver would refuse it, and with it every search for a name."""
    office = admin.site._registry[AccessAttempt]
    assert office.find("=ip_address", "amber") == Q(pk__in=[])
    assert office.find("=ip_address", "10.0.0.1") == Q(ip_address="10.0.0.1")
    assert office.find("=username", "amber") == Q(username="amber")


@pytest.mark.parametrize("page", ["login", "signup"])
def test_a_way_back_that_is_no_address_leads_nowhere(page):
    for way in ("http://[", "//[", "/["):
        assert Client().get(f"/accounts/{page}/", {"next": way}).status_code == 200
