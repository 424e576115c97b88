"""No two people have one name, whether they log in with it or are shown by it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from threading import Barrier
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import reverse

from accounts import names
from accounts.errors import Refusal
from accounts.models import Name, User
from accounts.services import register
from accounts.settings import services
from tests.support.patience import PATIENCE_SECONDS

pytestmark = pytest.mark.django_db
PASSWORD = "violet-kettle-9"


def show_as(user: User, name: str) -> None:
    switches = {switch: getattr(user, switch) for switch in services.SWITCHES}
    likes = {"time_zone": "", "theme": "", "telling_speed": user.telling_speed}
    services.change(user=user, shown_name=name, switches=switches, **likes)


def claims(user: User) -> set[str]:
    return set(user.names.values_list("key", flat=True))


def test_names_are_claimed_and_given_back() -> None:
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
def test_the_database_refuses_a_second_owner(second: Callable[[], User]) -> None:
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
def test_of_two_who_want_a_name_at_the_same_moment_one_gets_it(
    monkeypatch: pytest.MonkeyPatch, one: Callable[[str], str], other: Callable[[str], str]
) -> None:
    User.objects.create_user("amber")
    free, both = names.check_free, Barrier(2)

    def checked(name: str, **more: Any) -> None:
        free(name, **more)
        both.wait(PATIENCE_SECONDS)  # neither writes before both have found the name free

    monkeypatch.setattr(names, "check_free", checked)

    def wanting(call: Callable[[str], str], name: str) -> str:
        try:
            return call(name)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        told = [pool.submit(wanting, one, "countess"), pool.submit(wanting, other, "Countess")]
        assert sorted(answer.result() for answer in told) == ["done", "taken"]
    owners = Name.objects.filter(key="countess")
    assert owners.count() == 1
    assert sum(user.name.lower() == "countess" for user in User.objects.all()) == 1


def test_an_administrator_is_told_so_in_the_form() -> None:
    show_as(User.objects.create_user("amber"), "Countess")
    office = Client()
    office.force_login(User.objects.create_superuser("root"))
    form = {"username": "countess", "password1": PASSWORD, "password2": PASSWORD}
    answer = office.post(reverse("admin:accounts_user_add"), form | {"usable_password": "true"})
    assert answer.status_code == 200
    assert "This name is taken." in answer.content.decode()


def test_the_migration_gives_everybody_their_names_and_ends_doubles() -> None:
    get_user_model().objects.bulk_create(
        [
            User(username="amber", shown_name="Birch"),
            User(username="birch", shown_name="Cee"),
            User(username="cedar", shown_name="amber"),
        ]
    )
    import_module("accounts.migrations.0005_claimed_names").claim(apps, None)
    shown = dict(User.objects.values_list("username", "shown_name"))
    assert shown == {"amber": "", "birch": "Cee", "cedar": ""}
    assert dict(Name.objects.values_list("key", "user__username")) == {
        "amber": "amber",
        "birch": "birch",
        "cee": "birch",
        "cedar": "cedar",
    }
