"""No two people have one name or names that look alike, to log in with or to be shown by."""

from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from accounts import names
from accounts.models import ClosedName, Look, Name, User
from accounts.services import register
from accounts.settings import services
from lobby.people import account_closure
from lobby.tasks import forget
from tests.support import guests
from tests.support.at_once import all_at_once
from tests.support.log_in import logged_in
from tests.support.patience import PATIENCE_SECONDS
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db
PASSWORD = "violet-kettle-9"


def show_as(user: User, name: str) -> None:
    switches = {switch: getattr(user, switch) for switch in services.SWITCHES}
    likes = {"time_zone": "", "theme": "", "telling_speed": user.telling_speed}
    likes["results_for"] = user.results_for
    services.change(user=user, shown_name=name, switches=switches, **likes)


def claims(user: User) -> set[str]:
    return set(user.names.values_list("key", flat=True))


def test_names_are_claimed_and_given_back():
    amber = register(username="Amber", password=PASSWORD)
    assert claims(amber) == {"amber"}
    show_as(amber, "Countess")
    assert claims(amber) == {"amber", "countess"}
    show_as(amber, "AMBER")
    assert claims(amber) == {"amber"}
    birch = register(username="countess", password=PASSWORD)
    birch.delete()
    assert set(Name.objects.values_list("key", flat=True)) == {"amber"}


@pytest.mark.parametrize(
    "second",
    [
        lambda: User.objects.create_user("countess"),
        lambda: User.objects.create_user("COUNTESS"),
        lambda: User.objects.create_user("birch", shown_name="countesS"),
        lambda: User.objects.create_user("birch", shown_name="AMBER"),
        lambda: User.objects.create_superuser("ÄSCHE"),
    ],
)
def test_the_database_refuses_a_second_owner(second):
    show_as(User.objects.create_user("amber"), "Countess")
    User.objects.create_user("äsche")
    with pytest.raises(IntegrityError):
        second()


def signed_up(name: str) -> str:
    client = Client()
    answer = client.post("/accounts/signup/", {"username": name, "password1": PASSWORD})
    if answer.status_code == 302 and answer["Location"] != "/accounts/signup/":
        return "done"
    return "taken" if "This name is taken." in client.get("/").content.decode() else "lost"


def registered(name: str) -> str:
    try:
        register(username=name, password=PASSWORD)
    except Refusal as refused:
        return "taken" if "username" in refused.extra["fields"] else "lost"
    return "done"


def shown(name: str) -> str:
    try:
        show_as(User.objects.get(username="amber"), name)
    except Refusal as refused:
        return "taken" if "shown_name" in refused.extra["fields"] else "lost"
    return "done"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("one", [signed_up, registered, shown])
@pytest.mark.parametrize("other", [signed_up, registered])
@pytest.mark.parametrize("spelled", ["Countess", "c0untess."])
def test_of_two_who_want_a_name_at_the_same_moment_one_gets_it(monkeypatch, one, other, spelled):
    User.objects.create_user("amber")
    free, both = names.check_free, Barrier(2)

    def checked(name: str, **more: Any) -> None:
        free(name, **more)
        both.wait(PATIENCE_SECONDS)  # neither writes before both have found the name free

    monkeypatch.setattr(names, "check_free", checked)

    told = all_at_once(lambda: one("countess"), lambda: other(spelled))
    assert sorted(told) == ["done", "taken"]
    wanted = {"countess", spelled.lower()}
    assert Name.objects.filter(key__in=wanted).count() == 1
    assert sum(user.name.lower() in wanted for user in User.objects.all()) == 1


# -- look-alikes -----------------------------------------------------------------------------------

ALIKE = [
    ("limes", "Iimes"),
    ("limes", "1imes"),
    ("iris", "lris"),
    ("modern", "modem"),
    ("vviggle", "wiggle"),
    ("amber", "amber."),
    ("amber", "_amber-"),
    ("otto", "0tt0"),
    ("BOBA", "\u0412\u041e\u0412\u0410"),  # Cyrillic
    ("NOTE", "\u039d\u039f\u03a4\u0395"),  # Greek
    ("amber", "\ua4ee\ua4df\ua4d0\ua4f0\ua4e3"),  # Lisu
]
APART = [
    *(("amber", "ambre"), ("Ella", "Elia"), ("clark", "dark"), ("person-1", "person-2")),
    *(("rene", "rené"), ("amber", "amber2"), ("пума", "рума"), ("___", "__")),
]


@pytest.mark.parametrize(("first", "second"), [pair[::way] for pair in ALIKE for way in (1, -1)])
def test_a_name_that_looks_like_anothers_is_taken(first, second):
    User.objects.create_user(first)
    assert registered(second) == "taken"
    with pytest.raises(IntegrityError):
        User.objects.create_user(second)


@pytest.mark.parametrize(("first", "second"), APART)
def test_a_name_that_looks_like_none_is_free(first, second):
    User.objects.create_user(first)
    names.check_free(second)
    User.objects.create_user(second)


def at_the_page(name: str) -> str:
    return str(guests.sign_up(guests.visitor(), name).content.decode())


def after_a_match(name: str) -> str:
    browser = guests.visitor()
    guests.guest(browser)
    return str(guests.sign_up(browser, name).content.decode())


def in_the_settings(name: str) -> str:
    browser = logged_in(User.objects.create_user("birch"))
    form = {"shown_name": name, "telling_speed": "fast"}
    return browser.post("/settings/", form).content.decode()


def office(path: str, form: dict[str, str]) -> str:
    browser = logged_in(User.objects.create_superuser("root"))
    return browser.post(path, form).content.decode()


def added(name: str) -> str:
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    return office(reverse("admin:accounts_user_add"), form | {"usable_password": "true"})


def renamed(name: str) -> str:
    path = reverse("admin:accounts_user_change", args=[User.objects.create_user("birch").pk])
    return office(path, {"username": name, "is_active": "on"})


def in_the_api(name: str) -> str:
    account = {"username": name, "password": PASSWORD}
    answer = Client().post("/api/accounts/", account, content_type="application/json")
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == ["username"]
    return answer.content.decode()


DOORS = [at_the_page, after_a_match, in_the_settings, added, renamed, in_the_api]


MISLEADING = {
    "1imes": "This name is taken.",
    "The.Staff": "This name sounds as if you worked for this site.",
    "Guest4821": "Only guests, who have no account, are called that.",
}
CASES = [(door, name, why) for door in DOORS for name, why in MISLEADING.items()]
CASES += [  # administrators know what they do
    (in_the_api, "ce\u1160dar", "Please use ordinary letters in this name."),
    (in_the_settings, "\ua4eember", "Please use a single alphabet in this name."),
]


@pytest.mark.parametrize(("door", "name", "why"), CASES)
def test_no_door_lets_a_name_in_that_misleads(door, name, why):
    User.objects.create_user("limes", shown_name="Tonic")
    assert why in door(name)
    assert not User.objects.filter(Q(username=name) | Q(shown_name=name)).exists()


def test_who_looks_like_somebody_all_the_same_keeps_the_name():
    people = [User(username=name) for name in ("limes", "Iimes", "iimes.")]
    User.objects.bulk_create(people)
    Name.objects.bulk_create(Name(key=names.key_of(one.username), user=one) for one in people)
    Look.objects.create(key="limes", user=people[0])
    second = User.objects.get(username="Iimes")
    second.save()
    show_as(second, "Countess")
    show_as(second, "")
    path = reverse("admin:accounts_user_change", args=[second.pk])
    office(path, {"username": "Iimes", "is_active": ""})
    second.refresh_from_db()
    assert (second.name, second.is_active) == ("Iimes", False)
    assert registered("1imes") == "taken"


def test_a_name_given_back_looks_like_nobodys_and_ones_own_may_look_alike():
    amber = User.objects.create_user("amber")
    show_as(amber, "Tonic")
    show_as(amber, "Gin")
    assert registered("T0nic") == "done"
    show_as(amber, "Am.ber")
    show_as(amber, "")
    assert registered("am-ber") == "taken"


# -- closed accounts -------------------------------------------------------------------------------


def test_the_name_of_a_closed_account_is_taken_for_a_year(frozen):
    amber = register(username="limes", password=PASSWORD)
    show_as(amber, "Tonic")
    account_closure.close_account(user=amber)
    taken = [registered(name) for name in ("Limes", "1imes", "tonic", "T0nic")]
    assert taken == ["taken"] * 4
    assert "limes" not in str(list(ClosedName.objects.values()))
    frozen.shift(365 * 24 * 3600)
    forget()
    assert registered("limes") == "taken"
    frozen.shift(1)
    forget()
    assert registered("limes") == "done"
    assert not ClosedName.objects.exists()


def test_the_year_begins_anew_with_whoever_had_the_name_last(frozen):
    for _account in range(2):
        User.objects.filter(username="limes").delete()
        closing = User.objects.create_user("limes")
        frozen.shift(300 * 24 * 3600)
        account_closure.close_account(user=closing)
    frozen.shift(200 * 24 * 3600)
    forget()
    assert registered("limes") == "taken"
