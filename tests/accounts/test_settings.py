"""One's own settings: the name shown, preferences, keys, whom one doesn't meet."""

from typing import Any

import pytest
from django.test import Client

from accounts import blocks
from accounts.models import Mute, Token, User
from accounts.services import issue_token
from accounts.settings import services
from tests.api.caller import Caller, told
from tests.support.log_in import logged_in
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db

PASSWORD = "a long password"
ALL_ON = dict.fromkeys(services.SWITCHES, True)


def change(user: User, **values: Any) -> None:
    given = {"shown_name": "", "time_zone": "", "theme": "", "switches": ALL_ON}
    given |= {"telling_speed": "normal", "results_for": "everybody"} | values
    services.change(user=user, **given)
    user.refresh_from_db()


def test_the_name_shown_takes_the_usernames_place_for_others(amber):
    assert amber.name == "amber"
    change(amber, shown_name="Countess.A")
    assert (amber.name, amber.username) == ("Countess.A", "amber")
    change(amber, shown_name="Amber")
    assert amber.name == "Amber"
    change(amber, shown_name="amber")
    assert (amber.name, amber.shown_name) == ("amber", "")


WRONG = [
    *(
        ("shown_name", name)
        for name in ("birch", "BIRCH", "Bo", "bO", "äsche", "ÄSCHE", "a", "x y")
    ),
    *(("shown_name", name) for name in ("moderator", "Admin", "x" * 33, ".x", "<b>x</b>", "x\n")),
    *(("shown_name", name) for name in ("x y", "ｂｏ", "аmber")),
    *(("time_zone", zone) for zone in ("Mars/Olympus", "../etc")),
    *(("theme", "pink"), ("telling_speed", "hasty"), ("results_for", "friends")),
]


def test_names_of_others_names_that_mislead_and_what_there_is_not_are_refused(amber):
    User.objects.create_user("birch", shown_name="Bo")
    User.objects.create_user("cedar", shown_name="Äsche")
    for field, value in WRONG:
        with pytest.raises(Refusal) as refused:
            change(amber, **({"theme": "dark"} | {field: value}))
        assert list(refused.value.extra["fields"]) == [field], value
        amber.refresh_from_db()
        assert (amber.shown_name, amber.theme) == ("", "")


def test_the_page_saves_everything_and_every_page_follows(browser, amber):
    assert "data-account" not in Client().get("/").content.decode()
    plain = browser.get("/").content.decode()
    assert "data-account" in plain
    switched = ("sounds", "blink", "confirm-moves", "telling-speed")
    assert not any(f"data-{name}=" in plain for name in switched)
    data = {"shown_name": "Countess", "time_zone": "Europe/Lisbon", "theme": "dark"}
    data["telling_speed"] = "fast"
    assert browser.post("/settings/", data).status_code == 302
    amber.refresh_from_db()
    switches = [getattr(amber, name) for name in services.SWITCHES]
    assert (amber.name, amber.time_zone, switches) == ("Countess", "Europe/Lisbon", [False] * 4)
    form = browser.get("/settings/").content.decode()
    regions = form.partition('<select name="time_zone"')[2].partition("</select>")[0]
    europe = regions.partition('<optgroup label="Europe">')[2].partition("</optgroup>")[0]
    assert '<option value="Europe/Lisbon" selected>Lisbon</option>' in europe
    assert regions.count(" selected") == 1
    html = browser.get("/").content.decode().partition("<head>")[0]
    said_off = [(name, "off") for name in ("sounds", "blink", "confirm-moves")]
    for said in ("theme", "dark"), ("telling-speed", "fast"), *said_off:
        assert 'data-{}="{}"'.format(*said) in html
    assert 'data-time-zone="Europe/Lisbon"' in html


def test_what_is_set_where_it_is_used_is_kept_and_nothing_else_can_be_set_so(browser, amber):
    def keep(name: str, value: str) -> int:
        return browser.post("/settings/keep/", {"name": name, "value": value}).status_code

    wrong = [("theme", "pink"), ("sounds", "loud"), ("is_staff", "on"), ("telling_speed", "")]
    for name, value in (*wrong, ("time_zone", "Mars/Olympus"), ("", "")):
        assert keep(name, value) == 400, name
    for name, value, kept in (
        ("theme", "dark", "dark"),
        ("telling_speed", "fast", "fast"),
        ("confirm_moves", "off", False),
        ("time_zone", "Europe/Berlin", "Europe/Berlin"),
    ):
        before = User.objects.filter(pk=amber.pk).values().get()
        assert keep(name, value) == 204
        assert User.objects.filter(pk=amber.pk).values().get() == before | {name: kept}


def test_a_key_is_shown_once_and_works_until_it_is_revoked(browser, amber):
    answer = browser.post("/settings/account/keys/")
    key = answer.context["key"]
    assert key in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    told(Caller(token=key).get("matches/", mine=1))
    listed = browser.get("/settings/account/").content.decode()
    assert key not in listed
    browser.post(f"/settings/account/keys/{Token.objects.get().pk}/revoke/")
    assert Caller(token=key).get("matches/", mine=1).status_code == 401
    birch = User.objects.create_user("birch")
    for user in (birch, amber):
        issue_token(user=user)
    browser.post(f"/settings/account/keys/{birch.tokens.get().pk}/revoke/")
    browser.post("/settings/account/keys/revoke/")
    assert (birch.tokens.count(), amber.tokens.count()) == (1, 0), "others' are theirs"


@pytest.mark.parametrize("revoke", [True, False])
def test_a_new_password_logs_out_other_browsers_and_keys_where_one_asks(browser, amber, revoke):
    elsewhere = logged_in(amber)
    issue_token(user=amber)
    data = {"oldpassword": PASSWORD, "password1": "violet-kettle-9", "password2": "violet-kettle-9"}
    answer = browser.post(
        "/accounts/password/change/", data | ({"revoke_keys": 1} if revoke else {})
    )
    assert answer["Location"] == "/settings/account/"
    assert browser.get("/settings/").status_code == 200
    assert elsewhere.get("/settings/").status_code == 302
    assert amber.tokens.exists() is not revoke


@pytest.mark.usefixtures("frozen")
def test_guessing_the_old_password_is_throttled_and_managers_are_led_to_its_page(browser):
    data = {"oldpassword": "guess", "password1": "violet-kettle-9", "password2": "violet-kettle-9"}
    statuses = [browser.post("/accounts/password/change/", data).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    answer = browser.get("/.well-known/change-password")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/password/change/")


def test_blocked_and_muted_people_are_listed_and_can_be_met_again(
    browser, amber, django_assert_num_queries
):
    others = [User.objects.create_user(f"other{n}", shown_name=f"Other.{n}") for n in range(4)]
    for other in others[:3]:
        blocks.block(user=amber, other=other)
    Mute.objects.create(by=amber, muted=others[3])
    # session, user, badge, who is followed, three counts, three lists
    with django_assert_num_queries(10):
        page = browser.get("/settings/people/").content.decode()
    assert all(f"Other.{n}" in page for n in range(4))
    for deed, name in ("unblock", "other0"), ("unmute", "other3"):
        answer = browser.post("/chat/relate/", {deed: name, "next": "/settings/people/"})
        assert answer["Location"] == "/settings/people/"
        assert f'name="{deed}" value="{name}"' in page
    assert amber.blocks.count() == 2
    assert not amber.mutes.exists()


def test_times_are_told_in_the_zone_one_chose_and_lists_of_keys_are_bounded(
    browser, amber, frozen, django_assert_num_queries
):
    issue_token(user=amber)
    change(amber, time_zone="Asia/Tokyo")
    page = browser.get("/settings/account/").content.decode()
    assert "May 1, 2026, 9:00 PM" in page  # noon UTC
    for _ in range(59):
        issue_token(user=amber)
    with django_assert_num_queries(6):  # session, user, badge, addresses, keys, count
        page = browser.get("/settings/account/").content.decode()
    assert page.count("/revoke/") == 51
    assert "The newest 50 of 60." in page
