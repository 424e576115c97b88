"""Nobody but a guest is called like a guest."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts import names
from accounts.models import User
from accounts.official_names import sounds_like_guest
from tests.support.log_in import logged_in

ALIKE = [
    "Guest",
    "guest",
    "GUESTS",
    "Guest4821",
    "guest-4821",
    "Guest_4821",
    "guest.4821",
    "4821guest",
    "Guest4821x",
    "guest48b",
    "Gue5t",
    "GuestOne",
    "the.guest",
    "g.u.e.s.t",
    "Gu\u0435st",  # a Cyrillic e
    "\uff27uest",  # a wide G
    "Güest",
]
FREE = ["guestbook", "august", "Gus", "guesthouse", "honorguestly", "amber"]


@pytest.mark.parametrize("name", ALIKE)
def test_names_that_look_like_a_guests(name):
    assert sounds_like_guest(name)


@pytest.mark.parametrize("name", FREE)
def test_names_that_do_not(name):
    assert not sounds_like_guest(name)


def test_a_guests_own_name_can_be_no_username():
    name = names.of_guest(4821)
    assert names.is_of_guest(name)
    with pytest.raises(Exception, match="digits"):
        names.VALIDATORS[0](name)


@pytest.mark.parametrize("name", ["Guest4821", "guest-left-3f9a1c", "left-guest"])
def test_only_a_guests_name_is_one(name):
    assert not names.is_of_guest(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Guest4821", "Guest 4821"])
def test_no_door_lets_such_a_name_in(name):
    browser = Client()
    browser.post("/accounts/signup/", {"username": name, "password1": "violet-kettle-9"})
    body: Any = {"username": name, "password": "violet-kettle-9"}
    answer = browser.post("/api/accounts/", body, content_type="application/json")
    assert answer.status_code == 400
    assert list(json.loads(answer.content)["fields"]) == ["username"]
    amber = User.objects.create_user("amber")
    browser.force_login(amber)
    browser.post("/settings/", {"shown_name": name, "telling_speed": "fast"})
    assert set(User.objects.values_list("username", "shown_name")) == {("amber", "")}


@pytest.mark.django_db
def test_who_has_had_such_a_name_keeps_it():
    amber = User.objects.create_user("amber", shown_name="Guest7")
    browser = logged_in(amber)
    sent = {"shown_name": "Guest7", "telling_speed": "fast", "theme": "dark"}
    assert browser.post("/settings/", sent).status_code == 302
    amber.refresh_from_db()
    assert (amber.shown_name, amber.theme) == ("Guest7", "dark")
