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


def test_who_guesses_too_often_gets_a_page_that_says_so():
    User.objects.create_superuser("root", password="a long password")
    browser = Client()

    def log_in(password: str) -> int:
        data = {"username": "root", "password": password}
        return browser.post("/admin/login/", data).status_code

    statuses = [log_in("guess") for _ in range(settings.AXES_FAILURE_LIMIT)]
    assert statuses == [200] * (settings.AXES_FAILURE_LIMIT - 1) + [429]
    response = browser.post("/admin/login/", {"username": "root", "password": "a long password"})
    assert response.status_code == 429
    assert response["Retry-After"] == "900"
    assert "Too many failed attempts" in response.content.decode()
    assert response["content-type"].startswith("text/html")


def test_the_log_in_page_counts_too_and_says_so():
    User.objects.create_user("amber", password="a long password")
    browser = Client()

    def log_in(password: str):
        return browser.post("/accounts/login/", {"login": "amber", "password": password})

    answers = [log_in("guess") for _ in range(settings.AXES_FAILURE_LIMIT)]
    statuses = [answer.status_code for answer in answers]
    assert statuses == [200] * (settings.AXES_FAILURE_LIMIT - 1) + [429]
    assert "not correct" in answers[0].content.decode()
    refused = log_in("a long password")
    assert refused.status_code == 429
    assert "Too many failed attempts" in refused.content.decode()
    assert "_auth_user_id" not in browser.session


def test_trying_one_password_with_many_names_is_throttled():
    names = [f"name{n}" for n in range(21)]
    guesses = [{"login": name, "password": "guess"} for name in names]
    answers = [Client().post("/accounts/login/", guess) for guess in guesses]
    assert "Too many failed" in answers[-1].content.decode()
    assert "Too many failed" not in answers[-2].content.decode()


def test_somebody_else_at_another_address_still_gets_in():
    User.objects.create_user("amber", password="a long password")
    for _ in range(settings.AXES_FAILURE_LIMIT + 1):
        Client().post("/accounts/login/", {"login": "amber", "password": "guess"})
    owner = Client(REMOTE_ADDR="198.51.100.7")
    data = {"login": "amber", "password": "a long password"}
    assert owner.post("/accounts/login/", data).status_code == 302


def test_thirty_a_minute_sign_up_from_one_address_at_the_page(frozen):
    def sign_up(number: int):
        form = {"username": f"person-{number}", "password1": "violet-kettle-9"}
        return Client().post("/accounts/signup/", form)

    assert [sign_up(number).status_code for number in range(30)] == [302] * 30
    refused = sign_up(30)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert "Too fast" in refused.content.decode()
    frozen.shift(61)
    assert sign_up(30).status_code == 302


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
    User.objects.create_user("amber", password="a long password")

    def log_in(number: int, password: str) -> int:
        browser = Client(REMOTE_ADDR=f"2001:db8::{number:x}:1")
        return browser.post(
            "/accounts/login/", {"login": "amber", "password": password}
        ).status_code

    guesses = [log_in(number, "guess") for number in range(settings.AXES_FAILURE_LIMIT)]
    assert guesses[-1] == log_in(99, "a long password") == 429
    elsewhere = Client(REMOTE_ADDR="2001:db8:0:1::1")
    data = {"login": "amber", "password": "a long password"}
    assert elsewhere.post("/accounts/login/", data).status_code == 302


def test_sign_ups_of_a_home_are_counted_together(frozen):
    def sign_up(number: int) -> int:
        browser = Client(REMOTE_ADDR=f"2001:db8::{number + 1:x}")
        form = {"username": f"person-{number}", "password1": "violet-kettle-9"}
        return browser.post("/accounts/signup/", form).status_code

    assert [sign_up(number) for number in range(31)] == [302] * 30 + [429]


def test_a_name_is_not_compared_with_addresses():
    """PostgreSQL's driver would refuse it, and with it every search for a name."""
    office = admin.site._registry[AccessAttempt]
    assert office.find("=ip_address", "amber") == Q(pk__in=[])
    assert office.find("=ip_address", "10.0.0.1") == Q(ip_address="10.0.0.1")
    assert office.find("=username", "amber") == Q(username="amber")


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["login", "signup"])
@pytest.mark.parametrize("way", ["http://[", "//[", "/["])
def test_a_way_back_that_is_no_address_leads_nowhere(page, way):
    answer = Client().get(f"/accounts/{page}/", {"next": way})
    assert answer.status_code == 200
